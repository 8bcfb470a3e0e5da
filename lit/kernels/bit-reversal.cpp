// Bits in the other order, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: BitReversal
unsigned builtin(unsigned x) { return __builtin_bitreverse32(x); }
// idiom: BitReversal
unsigned char of_byte(unsigned char x) {
  x = (x & 0xf0) >> 4 | (x & 0x0f) << 4;
  x = (x & 0xcc) >> 2 | (x & 0x33) << 2;
  return (x & 0xaa) >> 1 | (x & 0x55) << 1;
}
// idiom: BitReversal except LLVM 16
unsigned of_word(unsigned x) {
  x = ((x >> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  return __builtin_bswap32(x);
}
// no idiom: BitReversal
unsigned bytes(unsigned x) { return __builtin_bswap32(x); }
// no idiom: BitReversal
unsigned one_step(unsigned x) { return ((x >> 1) & 0x55555555) | ((x & 0x55555555) << 1); }
// One bit in each iteration.
// idiom: BitReversal
unsigned by_bits(unsigned x, int n) {
  unsigned r = 0;
  for (int i = 0; i < n; i++) {
    r = (r << 1) | (x & 1);
    x >>= 1;
  }
  return r;
}
// idiom: BitReversal
unsigned long reflected(unsigned long x, unsigned long n) {
  unsigned long r = x & 1;
  for (unsigned long i = 1; i < n; i++) {
    x >>= 1;
    r = (r << 1) | (x & 1);
  }
  return r;
}
// no idiom: BitReversal
unsigned other_bits(unsigned x, int n) {
  unsigned r = 0;
  for (int i = 0; i < n; i++) {
    r = (r << 1) | (x & 2);
    x >>= 1;
  }
  return r;
}
// no idiom: BitReversal
unsigned spread_bits(unsigned x, int n) {
  unsigned r = 0;
  for (int i = 0; i < n; i++) {
    r = (r << 2) | (x & 1);
    x >>= 1;
  }
  return r;
}
