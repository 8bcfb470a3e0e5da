// A matrix times its transpose, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: SymmetricRankK
void syrk(int n, int m, double *__restrict C, const double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        C[i * n + j] += A[i * m + k] * A[j * m + k];
}
// idiom: SymmetricRankK
void lower(int n, int m, double C[][200], double A[][100], double alpha, double beta) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += alpha * A[i][k] * A[j][k];
  }
}
// idiom: SymmetricRankK
void covariance(int n, double (*__restrict C)[100], double (*A)[100]) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[k][i] * A[k][j];
      C[i][j] = s;
    }
}
// no idiom: SymmetricRankK
void square(int n, double (*__restrict C)[100], double (*A)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++) {
      double s = 0;
      for (int k = 0; k < 100; k++)
        s += A[i][k] * A[k][j];
      C[i][j] = s;
    }
}
// no idiom: SymmetricRankK
void of_two(int n, double (*__restrict C)[100], double (*A)[100], double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++) {
      double s = 0;
      for (int k = 0; k < 100; k++)
        s += A[i][k] * B[j][k];
      C[i][j] = s;
    }
}
// idiom: SymmetricRankK
void of_pointers_to_rows(double **c, double **a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * a[j][k];
}
// no idiom: SymmetricRankK
void of_other_rows(double **c, double **a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i + 1][k] * a[j][k];
}
// no idiom: SymmetricRankK
void of_some_products(int n, double (*__restrict C)[100], double (*A)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++) {
      double s = 0;
      for (int k = 0; k < 100; k++)
        if (A[i][k] > A[j][k])
          s += A[i][k] * A[j][k];
      C[i][j] = s;
    }
}
// idiom: SymmetricRankK
void both_halves(int n, int m, const double *__restrict A, double *__restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int k = 0; k < m; k++)
        s += A[i * m + k] * A[j * m + k];
      C[i * n + j] = s;
      C[j * n + i] = s;
    }
}
// no idiom: SymmetricRankK
void shifted_products(int n, int m, const double *__restrict a, double *__restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < m; k++)
        s += a[i + k] * a[j + k];
      C[i * n + j] = s;
    }
}
