// Arrays that an outer loop accumulates, and code that nearly does it.
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
// no idiom: ArrayReduction
void begun_anew(double *__restrict q, const double *a, const double *x, int n, int m, int rounds) {
  for (int r = 0; r < rounds; r++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += a[j * m + k] * x[k];
      q[j] = sum;
    }
}
// no idiom: ArrayReduction
void temporary(double *__restrict t, const double *a, const double *b, double *__restrict out, int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      t[j] = a[i * m + j];
    for (int j = 1; j < m; j++)
      t[j] += b[j - 1] * b[j];
    for (int j = 0; j < m; j++)
      out[i * m + j] = t[m - j];
  }
}
// no idiom: ArrayReduction
void conjugate_gradients(double *__restrict r, const double *q, double rho, int n, int rounds) {
  for (int round = 0; round < rounds; round++) {
    double alpha = rho;
    for (int j = 0; j < n; j++)
      r[j] += alpha * q[j];
    rho = 0;
    for (int j = 0; j < n; j++)
      rho += r[j] * r[j];
  }
}
// no idiom: ArrayReduction
double read_at_once(double *__restrict r, const double *q, int n, int rounds) {
  double rho = 0;
  for (int round = 0; round < rounds; round++)
    for (int j = 0; j < n; j++) {
      r[j] += q[round * n + j];
      rho += r[j] * r[j];
    }
  return rho;
}
// no idiom: ArrayReduction
void sums_so_far(double *a, const double *x, double *out, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      a[i] += x[j * n + i];
      out[j * n + i] = a[i];
    }
}
// no idiom: ArrayReduction
void of_each_other(double *a, double *x, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      a[i] += x[i];
      x[i] = a[i];
    }
}
// Each element is met once.
// no idiom: ArrayReduction
void rows_once(int cols, int rows, float *a, const float *x) {
  for (int c = 0; c < cols; c++)
    for (int p = c * rows; p < c * rows + rows; p++)
      a[p] += x[c];
}
// idiom: ArrayReduction
void rows_that_overlap(int cols, int rows, float *a, const float *x) {
  for (int c = 0; c < cols; c++)
    for (int p = c; p < c + rows; p++)
      a[p] += x[c];
}
