// Differences that stay in the type, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <algorithm>

// idiom: SaturatingSubtract
unsigned above(unsigned x, unsigned y) { return x > y ? x - y : 0; }
// idiom: SaturatingSubtract
unsigned char bytes(unsigned char x, unsigned char y) {
  int d = x - y;
  return d < 0 ? 0 : d;
}
// idiom: SaturatingSubtract
unsigned long of_max(unsigned long x, unsigned long y) { return std::max(x, y) - y; }
// no idiom: SaturatingSubtract
unsigned distance(unsigned x, unsigned y) { return x > y ? x - y : y - x; }
// no idiom: SaturatingSubtract
int plain(int x, int y) { return x - y; }
