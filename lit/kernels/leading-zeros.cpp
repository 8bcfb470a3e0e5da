// Leading zeros, and code that nearly counts them.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: LeadingZeros
int clz(unsigned x) { return __builtin_clz(x); }
// idiom: LeadingZeros
int highest(unsigned long x) { return 63 - __builtin_clzl(x); }
// idiom: LeadingZeros
int or_width(unsigned x) { return x ? __builtin_clz(x) : 32; }
// no idiom: LeadingZeros
int trailing(unsigned x) { return __builtin_ctz(x); }
// no idiom: LeadingZeros
int ones(unsigned x) { return __builtin_popcount(x); }
