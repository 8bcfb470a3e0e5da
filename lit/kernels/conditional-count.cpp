// Rounds that are counted, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <vector>

// idiom: ConditionalCount
int positive(const int *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      c++;
  return c;
}
// idiom: ConditionalCount
long equal(const double *a, long n, double x) {
  long c = 0;
  for (long i = 0; i < n; i++)
    c += a[i] == x;
  return c;
}
// idiom: ConditionalCount
unsigned zeros(const std::vector<char> &a) {
  unsigned c = 0;
  for (char x : a)
    c += x == 0 ? 1 : 0;
  return c;
}
// no idiom: ConditionalCount
int always(const int *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    c += a[i];
  return c;
}
// no idiom: ConditionalCount
int doubled(const int *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      c = 2 * c + 1;
  return c;
}
