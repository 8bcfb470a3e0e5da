// Values put in order, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom CompareExchange %s | %FileCheck --check-prefix=TOLD %s
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
// idiom: CompareExchange
void bubble(int *a, int n) {
  for (int i = 0; i < n - 1; i++)
    if (a[i] > a[i + 1]) {
      int t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
}
// idiom: CompareExchange
void swapped(double *a) {
  if (a[1] < a[0])
    std::swap(a[0], a[1]);
}
#define IN_ORDER(x, y)    \
  if (a[y] < a[x]) {      \
    int t = a[x];         \
    a[x] = a[y];          \
    a[y] = t;             \
  }
// idiom: CompareExchange
void network(int *a) {
  IN_ORDER(0, 1)
  IN_ORDER(2, 3)
  IN_ORDER(0, 2)
  IN_ORDER(1, 3)
  IN_ORDER(1, 2)
}
// no idiom: CompareExchange
void to_another(int *__restrict b, const int *__restrict a) {
  if (a[0] < a[1]) {
    b[0] = a[1];
    b[1] = a[0];
  }
}
// no idiom: CompareExchange
void exchanged_by_flag(int *a, bool flag) {
  if (flag)
    std::swap(a[0], a[1]);
}
// no idiom: CompareExchange
void exchanged_by_keys(int *a, const int *keys) {
  if (keys[0] < keys[1])
    std::swap(a[0], a[1]);
}
// TOLD: found CompareExchange in by_branch{{.*}}: a[0] and b[0] in order
// idiom: CompareExchange
void by_branch(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}
// TOLD: found CompareExchange in pairs{{.*}}: a[j - 1] and a[j] in order
// idiom: CompareExchange
void pairs(double *a, int n) {
  for (int j = 1; j < n; j += 2)
    if (a[j - 1] > a[j]) {
      double t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
}
// TOLD: found CompareExchange in carried{{.*}}: the values at &a[j] and &a[j + 1] in order
// idiom: CompareExchange
void carried(int *a, int n) {
  for (int j = 0; j < n - 1; j++)
    if (a[j] > a[j + 1]) {
      int t = a[j];
      a[j] = a[j + 1];
      a[j + 1] = t;
    }
}
// no idiom: CompareExchange
float range_of_three(float a, float b, float c, float *most) {
  *most = a > b ? (a > c ? a : c) : (b > c ? b : c);
  return a < b ? (a < c ? a : c) : (b < c ? b : c);
}
// no idiom: CompareExchange
int extremes_in_turn(const int *a, int n) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (i & 1)
      m = std::max(m, a[i]);
    else
      m = std::min(m, a[i]);
  return m;
}
// idiom: CompareExchange
void either_way(int *a, bool up) {
  int low = std::min(a[0], a[1]), high = std::max(a[0], a[1]);
  a[0] = up ? low : high;
  a[1] = up ? high : low;
}
// idiom: CompareExchange
int median(int a, int b, int c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }
