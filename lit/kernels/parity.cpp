// The parity of bits, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom Parity %s | %FileCheck --check-prefix=TOLD %s

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
// TOLD: found Parity in by_loop{{.*}}: the parity of x
// idiom: Parity
int by_loop(unsigned x) {
  int p = 0;
  while (x) {
    p ^= 1;
    x &= x - 1;
  }
  return p;
}
// TOLD: found Parity in bit_by_bit{{.*}}: the parity of x
// idiom: Parity
int bit_by_bit(unsigned x) {
  int p = 0;
  for (; x; x >>= 1)
    p ^= x & 1;
  return p;
}
// TOLD: found Parity in even{{.*}}: 1 ^ the parity of x
// idiom: Parity
int even(unsigned x) {
  int p = 1;
  while (x) {
    p ^= 1;
    x &= x - 1;
  }
  return p;
}
// no idiom: Parity
int of_positive(int x) {
  int p = 0;
  while (x > 0) {
    p ^= 1;
    x &= x - 1;
  }
  return p;
}
// no idiom: Parity
int other_mask(unsigned x, int mask) {
  int p = 0;
  while (x) {
    p ^= mask;
    x &= x - 1;
  }
  return p;
}
// no idiom: Parity
int up_to_the_lowest(unsigned x) {
  int p = 0;
  while (x > 3) {
    p ^= 1;
    x &= x - 1;
  }
  return p;
}
// no idiom: Parity
int of_chosen_bits(unsigned x, const int *a) {
  int n = 0;
  while (x) {
    n ^= a[x & 15] > 3 ? x & 1 : 0;
    x >>= 1;
  }
  return n;
}
