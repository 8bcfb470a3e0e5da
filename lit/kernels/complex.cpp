// A product of complex numbers, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom ComplexProduct %s | %FileCheck --check-prefix=TOLD %s
#include <stddef.h>
#include <complex>

struct Complex { double re, im; };
// idiom: ComplexProduct
struct Complex of_structs(struct Complex x, struct Complex y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
// idiom: ComplexProduct
void other_order(double *re, double *im, double a, double b, double c, double d) {
  *re = c * a - d * b;
  *im = b * c + d * a;
}
// idiom: ComplexProduct
void floats(float *z, const float *x, const float *y) {
  float re = x[0] * y[0] - x[1] * y[1];
  float im = x[1] * y[0] + x[0] * y[1];
  z[0] = re;
  z[1] = im;
}
// idiom: ComplexProduct
void integers(int *z, const int *x, const int *y) {
  int re = x[0] * y[0] - x[1] * y[1], im = x[0] * y[1] + y[0] * x[1];
  z[0] = re;
  z[1] = im;
}
// idiom: ComplexProduct
void of_arrays(int n, struct Complex *z, const struct Complex *x, const struct Complex *y) {
  for (int i = 0; i < n; i++) {
    double re = x[i].re * y[i].re - x[i].im * y[i].im;
    double im = x[i].re * y[i].im + x[i].im * y[i].re;
    z[i].re = re;
    z[i].im = im;
  }
}
// idiom: ComplexProduct
void apart(int n, double *re, double *im, const double *u, const double *v) {
  for (int i = 0; i < n; i++) {
    double a = re[i], b = im[i], c = u[i], d = v[i];
    re[i] = a * c - b * d;
    im[i] = a * d + b * c;
  }
}
// idiom: ComplexProduct
void by_pointer(double *z, const double *x, const double *y, size_t n) {
  while (n--) {
    double re = x[0] * y[0] - x[1] * y[1];
    z[1] = x[0] * y[1] + x[1] * y[0];
    z[0] = re;
    x += 2, y += 2, z += 2;
  }
}
// idiom: ComplexProduct
double rotated(double x, double y, double c, double s, double *out) {
  *out = x * s + y * c;
  return x * c - y * s;
}
// idiom: ComplexProduct
std::complex<double> by_std(std::complex<double> x, std::complex<double> y) { return x * y; }
// idiom: ComplexProduct
void power(struct Complex *z, double c, double d, int n) {
  double a = 1, b = 0;
  for (int i = 0; i < n; i++) {
    double t = a * c - b * d;
    b = a * d + b * c;
    a = t;
  }
  z->re = a;
  z->im = b;
}

// no idiom: ComplexProduct
void sums(double *re, double *im, double a, double b, double c, double d) {
  *re = a * c + b * d;
  *im = a * d + b * c;
}
// no idiom: ComplexProduct
double determinant(double a, double b, double c, double d) { return a * d - b * c; }
// no idiom: ComplexProduct
void other_operands(double *re, double *im, double a, double b, double c, double d, double e) {
  *re = a * c - b * d;
  *im = a * d + b * e;
}
// TOLD: found ComplexProduct in conjugated{{.*}}: b->re * a->im - b->im * a->re and b->re * a->re + b->im * a->im
// idiom: ComplexProduct
void conjugated(const struct Complex *a, const struct Complex *b, struct Complex *__restrict c) {
  c->re = a->re * b->re + a->im * b->im;
  c->im = a->im * b->re - a->re * b->im;
}
