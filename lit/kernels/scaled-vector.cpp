// A vector that is scaled, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <vector>

// idiom: ScaledVector
void scal(double *x, int n, double a) {
  for (int i = 0; i < n; i++)
    x[i] *= a;
}
// idiom: ScaledVector
void scaled_copy(float *y, const float *x, int n, float a) {
  for (int i = 0; i < n; i++)
    y[i] = a * x[i];
}
// idiom: ScaledVector
void of_vector(std::vector<double> &v, double a) {
  for (double &x : v)
    x = x * a;
}
// no idiom: ScaledVector
void by_elements(double *y, const double *x, const double *a, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * x[i];
}
// no idiom: ScaledVector
void added(double *y, const double *x, int n, double a) {
  for (int i = 0; i < n; i++)
    y[i] = a + x[i];
}
// idiom: ScaledVector
void ahead(double *y, int n, double a) {
  for (int i = 0; i < n; i++)
    y[i] = a * y[i + 1];
}
// idiom: ScaledVector
void in_pairs(double *y, int n, double a) {
  for (int i = 0; i < n; i += 2)
    y[i + 1] = a * y[i];
}
// no idiom: ScaledVector
void recurrence(double *y, int n, double a) {
  for (int i = 1; i < n; i++)
    y[i] = a * y[i - 1];
}
// no idiom: ScaledVector
void recurrence_backwards(double *y, int n, double a) {
  for (int i = n - 1; i >= 0; i--)
    y[i] = a * y[i + 2];
}
// no idiom: ScaledVector
void changes_next(float *__restrict b, float *__restrict a, int n) {
  for (int i = 0; i < n; i++) {
    b[i] = 2 * a[i];
    a[i + 1] += b[i];
  }
}
// no idiom: ScaledSum
void sum_changes_next(float *__restrict b, float *__restrict a, const float *__restrict c, int n) {
  for (int i = 0; i < n; i++) {
    b[i] = 2 * a[i] + c[i];
    a[i + 1] += b[i];
  }
}
// idiom: ScaledVector
void divided(float *x, float k, int n) {
  for (int i = 0; i < n; i++)
    x[i] /= k;
}
// no idiom: ScaledVector
void divides(float *x, float k, int n) {
  for (int i = 0; i < n; i++)
    x[i] = k / x[i];
}
