// An outer product, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: OuterProduct
void outer(int n, int m, double *__restrict A, const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = x[i] * y[j];
}
// idiom: OuterProduct
void of_integers(int n, int (*__restrict A)[100], const int *x, const int *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      A[i][j] = y[j] * x[i];
}
// idiom: OuterProduct
void of_one(int n, float (*__restrict A)[100], const float *x) {
  for (int j = 0; j < 100; j++)
    for (int i = 0; i < n; i++)
      A[i][j] = x[i] * x[j];
}
// no idiom: OuterProduct
void sums(int n, double (*__restrict A)[200], const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 200; j++)
      A[i][j] = x[i] + y[j];
}
// no idiom: OuterProduct
void of_the_same_row(int n, double (*__restrict A)[200], const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 200; j++)
      A[i][j] = x[i] * y[i];
}
// no idiom: OuterProduct
void some_places(int m, int n, const double *x, const double *y, double (*__restrict A)[64], const int *q) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      if (q[j])
        A[i][j] = x[i] * y[j];
}
// no idiom: OuterProduct
void clears_factor(int n, double *__restrict x, const double *__restrict y, double *__restrict A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      A[i * n + j] = x[i] * y[j];
      x[j] = 0;
    }
}
// no idiom: OuterProduct
void on_diagonals(int n, const double *__restrict x, const double *__restrict y, double *__restrict A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i - j + n] = x[i] * y[j];
}
