// Arrays that an outer loop takes up, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: ArrayReduction
void column_sums(double *__restrict s, const double *a, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[j] += a[i * m + j];
}
// idiom: ArrayReduction except -O2
void squares_of_five(double rms[5], double u[][5], int n) {
  for (int i = 0; i < n; i++)
    for (int m = 0; m < 5; m++) {
      double add = u[i][m];
      rms[m] += add * add;
    }
}
// idiom: ArrayReduction
void weighted(float *__restrict y, const float *a, const float *x, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j] += a[i * m + j] * x[i];
}
// no idiom: ArrayReduction
void once(double *s, const double *a, int n) {
  for (int i = 0; i < n; i++)
    s[i] += a[i];
}
// no idiom: ArrayReduction
void every_row(double *__restrict s, const double *a, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[i * m + j] += a[j];
}
