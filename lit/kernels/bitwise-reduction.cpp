// Elements put together bit by bit, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <vector>

// idiom: BitwiseReduction
unsigned any(const unsigned *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s |= a[i];
  return s;
}
// idiom: BitwiseReduction
unsigned all(const unsigned *a, int n) {
  unsigned s = ~0u;
  for (int i = 0; i < n; i++)
    s &= a[i];
  return s;
}
// idiom: BitwiseReduction
unsigned char checksum(const std::vector<unsigned char> &a) {
  unsigned char s = 0;
  for (unsigned char c : a)
    s ^= c;
  return s;
}
// no idiom: BitwiseReduction
unsigned mixed(const unsigned *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = (s << 1) ^ a[i];
  return s;
}
// no idiom: BitwiseReduction
void masks(unsigned *a, int n, unsigned m) {
  for (int i = 0; i < n; i++)
    a[i] &= m;
}
