// An outer product that is added, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: RankOneUpdate
void ger(int n, int m, double *__restrict A, const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] += x[i] * y[j];
}
// idiom: RankOneUpdate
void with_factor(int n, double (*__restrict A)[200], const double *x, const double *y, double alpha) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 200; j++)
      A[i][j] += alpha * x[i] * y[j];
}
// idiom: RankOneUpdate
void column_first(int n, float (*__restrict A)[64], const float *x, const float *y) {
  for (int j = 0; j < 64; j++)
    for (int i = 0; i < n; i++)
      A[i][j] += y[j] * x[i];
}
// no idiom: RankOneUpdate
void one_vector(int n, double (*__restrict A)[200], const double *x, double c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 200; j++)
      A[i][j] += x[i] * c;
}
// no idiom: RankOneUpdate
void stored(int n, double (*__restrict A)[200], const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 200; j++)
      A[i][j] = x[i] * y[j];
}
// no idiom: RankOneUpdate
void where_greater(int n, double (*__restrict A)[100], const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      if (A[i][j] > x[i])
        A[i][j] += x[i] * y[j];
}
// no idiom: RankOneUpdate
void product_of_polynomials(int n, const double *__restrict x, const double *__restrict y, double *__restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i + j] += x[i] * y[j];
}
// no idiom: RankOneUpdate
void clears_factor(int n, double *__restrict x, const double *__restrict y, double *__restrict A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      A[i * n + j] += x[i] * y[j];
      x[j] = 0;
    }
}
