// Conversions between LLVM's types and those that cross the border.
#pragma once

#include "shim.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/InstructionCost.h"

#include <type_traits>

namespace llvm {
template <typename T> class ArrayRef;
class CallInst;
class FunctionType;
class Module;
class Value;
} // namespace llvm

namespace idiom {

inline llvm::StringRef ref(IdiomText Text) { return llvm::StringRef(Text.data, Text.length); }

// A number, optional up to LLVM 20 or so.
template <typename T> int64_t plainNumber(T Value) {
  if constexpr (std::is_integral_v<T>)
    return Value;
  else
    return *Value;
}

// A cost as a number; -1 where it is not known.
inline int64_t number(const llvm::InstructionCost &Cost) { return Cost.isValid() ? plainNumber(Cost.getValue()) : -1; }

// How the result of a call says the round that a loop runs from: it is its number (0), the address of its
// element, null for the last round (1), or zero for the last round (2).
struct SkippedRounds {
  uint32_t from;
  uint32_t size; // the bytes from the element of one round to that of the next
  LLVMValueRef last;
  LLVMValueRef first; // the address of the first element
};

// A value that a call leaves at the address of a store, but for what is to be added to it, with the flags of the
// addition; null where there is none.
struct LeftInMemory {
  LLVMValueRef value;
  LLVMValueRef plus;
  LLVMValueRef store;
  uint64_t flags;
};

// A call of a function of the program by its symbol, which is declared where the module does not know it. Its
// `int`s are extended to registers as C's ABI of the target wants it: without the attributes the callee may
// read what is above them.
llvm::CallInst *callOf(llvm::Module &M, llvm::StringRef Name, llvm::FunctionType *Type,
                       llvm::ArrayRef<llvm::Value *> Args);

} // namespace idiom
