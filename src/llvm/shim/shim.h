// What the parts of the C++ shim share: version differences and the C types at the border to Rust.
//
// The shim gives what LLVM's C API lacks. Every function is extern "C", takes and returns plain data
// or LLVM's opaque C references, and never throws. Nothing here has a static initialiser: one would
// run inside dlopen and crash a host of another LLVM.
#pragma once

#include <cstddef>
#include <cstdint>

// Data that other LLVMs lack. Weak references let the loader pass, so that the entry can refuse such a host in
// words; scripts/lib/load_symbols.py lists what has to be among them. Inline functions of APFloat compare with
// the address of the first, which begins in LLVM 21; the second ends in LLVM 23.
#if IDIOM_LLVM_MAJOR >= 21
__asm__(".weak _ZN4llvm11APFloatBase18semPPCDoubleDoubleE");
#endif
#if IDIOM_LLVM_MAJOR < 24
__asm__(".weak _ZTVN4llvm24IRBuilderDefaultInserterE");
#endif

// Numbers by name, made of src/layout/layout.txt for both sides of the border: namespaces of constants.
#include "numbers.inc"

#define IDIOM_EXPORT extern "C" __attribute__((visibility("hidden")))

// A borrowed piece of text, not NUL-terminated.
struct IdiomText {
  const char *data;
  size_t length;
};

namespace idiom {

// One part of a remark's message; an empty key means plain text.
struct RemarkPart {
  IdiomText key;
  IdiomText value;
};

} // namespace idiom
