// A vector times a number added to another vector, and code that nearly is it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: Axpy
void by_index(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
// idiom: Axpy
void written_out(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = y[i] + x[i] * a;
}
// idiom: Axpy
void by_pointer(size_t n, float a, const float *x, float *y) {
  while (n--)
    *y++ += a * *x++;
}
// idiom: Axpy
void first(unsigned n, double a, const double *__restrict x, double *__restrict y) {
  for (unsigned i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
// idiom: Axpy
void strided(int n, double a, const double *x, int incx, double *y, int incy) {
  int ix = 0, iy = 0;
  for (int i = 0; i < n; i++) {
    y[iy] += a * x[ix];
    ix += incx;
    iy += incy;
  }
}
// idiom: Axpy
void integers(int n, int a, const int *x, int *y) {
  int i = 0;
  do
    y[i] += a * x[i];
  while (++i < n);
}
// idiom: Axpy
void of_vectors(double a, const std::vector<double> &x, std::vector<double> &y) {
  for (size_t i = 0; i < x.size(); i++)
    y[i] += a * x[i];
}
// idiom: Axpy
void subtracted(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] -= a * x[i];
}
// idiom: Axpy
void backwards(int n, double a, const double *x, double *y) {
  for (int i = n; i-- > 0;)
    y[i] += a * x[i];
}
struct State { double x, v; };
// idiom: Axpy
void of_members(struct State *s, int n, double dt) {
  for (int i = 0; i < n; i++)
    s[i].x += dt * s[i].v;
}

// no idiom: Axpy
void products(int n, const double *a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += a[i] * x[i];
}
// no idiom: Axpy
void scaled(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = a * x[i];
}
// no idiom: Axpy
double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
// idiom: Axpy
void columns(int n, int m, int j, int k, double a, double *A) {
  for (int i = 0; i < n; i++)
    A[i * m + j] += a * A[i * m + k];
}
// idiom: Axpy
void ahead(int n, double a, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * y[i + 1];
}
// no idiom: Axpy
void recurrence(int n, double a, double *y) {
  for (int i = 1; i < n; i++)
    y[i] += a * y[i - 1];
}
// no idiom: Axpy
void down_a_column(int n, int m, double a, double *y) {
  for (int i = 1; i < n; i++)
    y[i * m] += a * y[(i - 1) * m];
}
// no idiom: Axpy
void in_some_rounds(int n, double *__restrict y, const double *x, const int *q, double a) {
  for (int i = 0; i < n; i++)
    if (q[i])
      y[i] += a * x[i];
}
// no idiom: Axpy
void changes_next(double *__restrict y, double *__restrict x, double w, int n) {
  for (int i = 0; i < n; i++) {
    y[i] += w * x[i];
    x[i + 1] = y[i];
  }
}
// no idiom: Axpy
// no idiom: Reversal
void reads_elsewhere(double *__restrict y, const double *__restrict x, double w, double *__restrict o, int n) {
  for (int i = 0; i < n; i++) {
    y[i] += w * x[i];
    o[i] = y[n - i];
  }
}
// idiom: Axpy
double and_norm(double *__restrict y, const double *__restrict x, double w, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    y[i] += w * x[i];
    s += y[i] * y[i];
  }
  return s;
}
// idiom: Axpy
// no idiom: GeneralHistogram
void by_four(int n, double a, const double *x, double *y) {
  for (int i = n % 4; i + 3 < n; i += 4) {
    y[i] += a * x[i];
    y[i + 1] += a * x[i + 1];
    y[i + 2] += a * x[i + 2];
    y[i + 3] += a * x[i + 3];
  }
}
