// Butterflies, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: Butterfly
void butterfly(double *__restrict x, double *__restrict y, double c, double s) {
  double re = x[0] * c - x[1] * s, im = x[0] * s + x[1] * c;
  x[0] = y[0] - re;
  x[1] = y[1] - im;
  y[0] += re;
  y[1] += im;
}
// idiom: Butterfly
void in_a_loop(int n, float *__restrict re, float *__restrict im, float c, float s) {
  for (int i = 0; i < n; i++) {
    float t = re[i + n] * c - im[i + n] * s, u = re[i + n] * s + im[i + n] * c;
    float a = re[i], b = im[i];
    re[i] = a + t;
    im[i] = b + u;
    re[i + n] = a - t;
    im[i + n] = b - u;
  }
}
// idiom: Butterfly
void of_integers(int *__restrict x, int *__restrict y, int c, int s) {
  int t = x[0] * c - x[1] * s;
  x[0] = y[0] - t;
  y[0] = y[0] + t;
}
// no idiom: Butterfly
void without_factor(double *__restrict x, double *__restrict y) {
  double a = x[0], b = y[0];
  x[0] = a + b;
  y[0] = a - b;
}
// no idiom: Butterfly
void sum_alone(double *__restrict x, double *__restrict y, double c, double s) {
  double t = x[0] * c - x[1] * s;
  y[0] = y[0] + t;
}
// no idiom: Butterfly
void overwritten(double *x, double *q, double *y, double u, double v, double w, double z) {
  double t = u * w - v * z;
  x[0] = x[0] + t;
  q[0] = 1.0;
  y[0] = x[0] - t;
}
