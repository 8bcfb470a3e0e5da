// A division in a loop by what stays the same, and divisions that change.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: DivisionByInvariant
void scale(double *a, int n, double d) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] / d;
}
// idiom: DivisionByInvariant
void in_place(float *a, size_t n, float d) {
  while (n--)
    *a++ /= d;
}
// idiom: DivisionByInvariant
double summed(const double *a, int n, double d) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] / d;
  return s;
}
// idiom: DivisionByInvariant
void integers(int *a, unsigned n, int d) {
  for (unsigned i = 0; i < n; i++)
    a[i] /= d;
}
// idiom: DivisionByInvariant
void unsigned_integers(unsigned *a, long n, unsigned d) {
  for (long i = 0; i < n; i++)
    a[i] = a[i] / d;
}
// idiom: DivisionByInvariant
void computed_before(double *a, int n, double x, double y) {
  double d = x * x + y * y;
  for (int i = 0; i < n; i++)
    a[i] /= d;
}
// idiom: DivisionByInvariant
void of_vector(std::vector<double> &a, double d) {
  for (double &x : a)
    x /= d;
}
// idiom: DivisionByInvariant
void with_do(int *a, int n, const int *d) {
  int i = 0, by = *d;
  do
    a[i] = i / by;
  while (++i < n);
}
// idiom: DivisionByInvariant
void rows(double (*a)[50], int n, const double *d) {
  for (int i = 0; i < n; i++) {
    double by = d[i];
    for (int j = 0; j < 50; j++)
      a[i][j] /= by;
  }
}
// idiom: DivisionByInvariant
double to_the_end(const double *a, const double *end, double d) {
  double s = 1;
  for (; a != end; ++a)
    s *= *a / d;
  return s;
}

// no idiom: DivisionByInvariant
void ratios(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] /= b[i];
}
// no idiom: DivisionByInvariant
double outside(double x, double d) { return x / d; }
// no idiom: DivisionByInvariant
void by_counter(double *a, int n) {
  for (int i = 1; i < n; i++)
    a[i] /= i;
}
// no idiom: DivisionByInvariant
void products(double *a, int n, double d) {
  for (int i = 0; i < n; i++)
    a[i] *= d;
}
