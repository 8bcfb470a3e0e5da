// A sparse matrix of equal rows times a vector, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: EllpackMatrixVector except -O2
void ell(int n, double *__restrict y, int (*c)[8], double (*v)[8], const double *x) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      y[i] += v[i][k] * x[c[i][k]];
}
// idiom: EllpackMatrixVector
void by_columns(int n, int m, double *__restrict y, const int *c, const double *v, const double *x) {
  for (int k = 0; k < m; k++)
    for (int i = 0; i < n; i++)
      y[i] += v[k * n + i] * x[c[k * n + i]];
}
// idiom: EllpackMatrixVector
void in_a_register(int n, int m, float *__restrict y, const int *c, const float *v, const float *x) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < m; k++)
      s += v[i * m + k] * x[c[i * m + k]];
    y[i] = s;
  }
}
// no idiom: EllpackMatrixVector
void dense(int n, int m, double *__restrict y, const double *v, const double *x) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      y[i] += v[i * m + k] * x[k];
}
// no idiom: EllpackMatrixVector
void one_pattern(int n, int m, double *__restrict y, const int *c, const double *v, const double *x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < m; k++)
      s += v[i * m + k] * x[c[k]];
    y[i] = s;
  }
}
