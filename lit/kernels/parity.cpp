// The parity of bits, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: Parity
int parity(unsigned x) { return __builtin_parity(x); }
// idiom: Parity
int of_count(unsigned long x) { return __builtin_popcountl(x) & 1; }
// idiom: Parity
bool odd(unsigned x) { return __builtin_popcount(x) % 2 != 0; }
// no idiom: Parity
int lowest(unsigned x) { return x & 1; }
// no idiom: Parity
int count(unsigned x) { return __builtin_popcount(x) & 3; }
