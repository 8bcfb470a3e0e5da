// Bits that are spread and gathered, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: MortonStep
unsigned spread(unsigned x) {
  x &= 0xffff;
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  return (x | x << 1) & 0x55555555;
}
// idiom: MortonStep
unsigned long spread_wide(unsigned long x) {
  x = (x ^ x << 2) & 0x3333333333333333;
  return (x ^ x << 1) & 0x5555555555555555;
}
// idiom: MortonStep
unsigned gathered(unsigned x) {
  x &= 0x55555555;
  x = (x | x >> 1) & 0x33333333;
  return (x | x >> 2) & 0x0f0f0f0f;
}
// no idiom: MortonStep
unsigned pairs(unsigned x) { return (x & 0x55555555) + ((x >> 1) & 0x55555555); }
// no idiom: MortonStep
unsigned masks(unsigned x) { return (x | x << 3) & 0x55555555; }
