// Values put in order, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <algorithm>

// idiom: CompareExchange
void order(int *a, int *b) {
  int x = *a, y = *b;
  *a = x < y ? x : y;
  *b = x < y ? y : x;
}
// idiom: CompareExchange
void of_unsigned(unsigned *a) {
  unsigned x = a[0], y = a[1];
  a[0] = std::min(x, y);
  a[1] = std::max(x, y);
}
// idiom: CompareExchange
int width(int x, int y) { return std::max(x, y) - std::min(x, y) + std::min(x, y) / 2; }
// no idiom: CompareExchange
void exchange(int *a, int *b) {
  int x = *a;
  *a = *b;
  *b = x;
}
// no idiom: CompareExchange
int bounds(int x, int y, int z) { return std::max(x, y) - std::min(x, z); }
