// Trailing zeros, and code that nearly counts them.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: TrailingZeros
int ctz(unsigned x) { return __builtin_ctz(x); }
// idiom: TrailingZeros
int first(unsigned long x) { return __builtin_ffsl(x); }
// idiom: TrailingZeros
int or_width(unsigned x) { return x ? __builtin_ctz(x) : 32; }
// no idiom: TrailingZeros
int leading(unsigned x) { return __builtin_clz(x); }
// no idiom: TrailingZeros
unsigned lowest(unsigned x) { return x & -x; }
