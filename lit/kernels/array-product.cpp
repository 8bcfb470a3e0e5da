// Products of elements, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <vector>

// idiom: ArrayProduct
double product(const double *a, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s *= a[i];
  return s;
}
// idiom: ArrayProduct
unsigned product_back(const unsigned *a, int n) {
  unsigned s = 1;
  while (n--)
    s = a[n] * s;
  return s;
}
// idiom: ArrayProduct
float product_of(const std::vector<float> &a) {
  float s = 1;
  for (float x : a)
    s *= x;
  return s;
}
// no idiom: ArrayProduct
double power(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s *= x;
  return s;
}
// no idiom: ArrayProduct
double horner(const double *a, int n, double x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * x + a[i];
  return s;
}
// no idiom: ArrayProduct
double clears_somewhere(double *__restrict a, const int *__restrict k, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    s *= a[i];
    a[k[i]] = 1;
  }
  return s;
}
