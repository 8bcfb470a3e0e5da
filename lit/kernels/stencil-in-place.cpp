// A stencil over the array that it reads, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: StencilInPlace
void smooth(double *a, int n) {
  for (int i = 1; i < n - 1; i++)
    a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
// idiom: StencilInPlace
void pair(float *a, long n) {
  for (long i = 1; i < n - 1; i++)
    a[i] = 0.5f * (a[i - 1] + a[i + 1]);
}
// idiom: StencilInPlace
void of_integers(int *a, int n) {
  for (int i = 1; i < n - 1; i++)
    a[i] = a[i + 1] - a[i - 1];
}
// no idiom: StencilInPlace
void into_another(double *__restrict b, const double *a, int n) {
  for (int i = 1; i < n - 1; i++)
    b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
// no idiom: StencilInPlace
void one_side(double *a, int n) {
  for (int i = 1; i < n; i++)
    a[i] = 0.5 * (a[i - 1] + a[i]);
}
// idiom: StencilInPlace
double with_residual(double *a, int n) {
  double r = 0;
  for (int i = 1; i < n - 1; i++) {
    double v = (a[i - 1] + a[i] + a[i + 1]) / 3;
    r += (v - a[i]) * (v - a[i]);
    a[i] = v;
  }
  return r;
}
// no idiom: StencilInPlace
void eliminated(double *__restrict r, const double *__restrict l, const double *__restrict m, int n) {
  for (int k = 0; k < n - 2; k++) {
    r[k] *= m[k];
    r[k + 1] -= l[k + 1] * r[k];
    r[k + 2] -= m[k + 2] * r[k];
  }
}
// no idiom: StencilInPlace
void by_four(float *p, int n) {
  for (int i = 0; i < n; i += 4) {
    float a = p[i] + p[i + 2], b = p[i] - p[i + 2];
    p[i + 1] = a * b;
    p[i] = a;
    p[i + 2] = b;
  }
}
// idiom: StencilInPlace
void every_second(double *a, int n) {
  for (int i = 1; i < n - 1; i += 2)
    a[i] = 0.5 * (a[i - 1] + a[i + 1]);
}
