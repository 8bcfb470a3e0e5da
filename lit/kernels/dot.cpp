// A sum of products of elements, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: DotProduct
double by_index(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
// idiom: DotProduct
double by_pointer(const double *a, const double *b, size_t n) {
  double s = 0;
  while (n--)
    s += *a++ * *b++;
  return s;
}
// idiom: DotProduct
float other_order(const float *a, const float *b, unsigned n) {
  float s = 0;
  for (unsigned i = 0; i < n; i++)
    s = b[i] * a[i] + s;
  return s;
}
// idiom: DotProduct
int integers(const int *a, const int *b, size_t n) {
  int s = 0;
  for (size_t i = 0; i != n; ++i)
    s += a[i] * b[i];
  return s;
}
// idiom: DotProduct
long widened(const short *a, const short *b, int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    s += (long)a[i] * b[i];
  return s;
}
// idiom: DotProduct
double subtracted(const double *a, const double *b, long n, double s) {
  long i = 0;
  do {
    s -= a[i] * b[i];
    i++;
  } while (i < n);
  return s;
}
// idiom: DotProduct
double fused(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = __builtin_fma(a[i], b[i], s);
  return s;
}
// idiom: DotProduct
double of_vectors(const std::vector<double> &a, const std::vector<double> &b) {
  double s = 0;
  for (size_t i = 0; i < a.size(); i++)
    s += a[i] * b[i];
  return s;
}
// idiom: DotProduct
double strided(int n, const double *x, int incx, const double *y, int incy) {
  double s = 0;
  int ix = 0, iy = 0;
  for (int i = 0; i < n; i++) {
    s += x[ix] * y[iy];
    ix += incx;
    iy += incy;
  }
  return s;
}
struct Point { double x, y; };
// idiom: DotProduct
double of_members(const struct Point *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].x * p[i].y;
  return s;
}

// no idiom: DotProduct
double weighted(const double *a, double w, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * w;
  return s;
}
// no idiom: DotProduct
double sums(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] + b[i];
  return s;
}
// no idiom: DotProduct
double gathered(const double *a, const double *b, const int *k, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[k[i]];
  return s;
}
// no idiom: DotProduct
double horner(const double *a, double x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * x + a[i];
  return s;
}
// idiom: DotProduct
double of_floats_in_double(int n, const float *x, const float *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (double)x[i] * y[i];
  return s;
}
// idiom: DotProduct
double of_products_of_floats(int n, const float *x, const float *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
// no idiom: DotProduct
double of_sums_of_floats(int n, const float *x, const float *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] + y[i];
  return s;
}
// no idiom: DotProduct
double clears_somewhere(double *__restrict a, const double *__restrict b, const int *__restrict k, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i] * b[i];
    a[k[i]] = 0;
  }
  return s;
}
// idiom: DotProduct
double clears_behind(double *__restrict a, const double *__restrict b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i] * b[i];
    a[i] = 0;
  }
  return s;
}
