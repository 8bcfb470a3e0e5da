// Means without overflow, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: Average
unsigned by_bits(unsigned x, unsigned y) { return (x & y) + ((x ^ y) >> 1); }
// idiom: Average
unsigned char of_bytes(unsigned char x, unsigned char y) { return (x + y) >> 1; }
// idiom: Average
unsigned wide(unsigned x, unsigned y) { return ((unsigned long)x + y) / 2; }
// no idiom: Average
unsigned wraps(unsigned x, unsigned y) { return (x + y) / 2; }
// no idiom: Average
unsigned other(unsigned x, unsigned y) { return (x & y) + (x ^ y) / 4; }
