// Calls of strlen in the source, which are no loops.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <string.h>
#include <wchar.h>

// no idiom: ZeroTerminatedLength
size_t by_call(const char *s) { return strlen(s); }
// no idiom: ZeroTerminatedLength
size_t of_wide(const wchar_t *s) { return wcslen(s); }
// no idiom: ZeroTerminatedLength
size_t by_builtin(const char *s) { return __builtin_strlen(s); }
