// Sums of squares, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <vector>

// idiom: SumOfSquares
double norm2(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}
// idiom: SumOfSquares
int squares(const std::vector<int> &a) {
  int s = 0;
  for (int x : a)
    s += x * x;
  return s;
}
// idiom: SumOfSquares
float column(const float *a, int n, int ld) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s = a[i * ld] * a[i * ld] + s;
  return s;
}
// no idiom: SumOfSquares
double shifted(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i + 1];
  return s;
}
// no idiom: SumOfSquares
double fourth(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i] * a[i];
  return s;
}
// A product of two readings of one byte.
// no idiom: SumOfSquares
int of_two_readings(const unsigned char *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * (signed char)p[i];
  return s;
}
// idiom: SumOfSquares
int of_bytes(const unsigned char *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * p[i];
  return s;
}
// no idiom: SumOfSquares
double clears_somewhere(double *__restrict a, const int *__restrict k, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i] * a[i];
    a[k[i]] = 0;
  }
  return s;
}
// idiom: SumOfSquares
double of_floats_as_doubles(const float *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (double)a[i] * a[i];
  return s;
}
