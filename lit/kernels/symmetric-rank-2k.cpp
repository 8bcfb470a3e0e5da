// Two products with transposes, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: SymmetricRank2K except -Os -ffast-math
void syr2k(int n, int m, double C[][200], double A[][100], double B[][100], double alpha) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
}
// idiom: SymmetricRank2K
void plain(int n, int m, double *__restrict C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        C[i * n + j] += A[i * m + k] * B[j * m + k] + B[i * m + k] * A[j * m + k];
}
// idiom: SymmetricRank2K
void integers(int n, int (*__restrict C)[64], int (*A)[64], int (*B)[64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += B[j][k] * A[i][k] + A[j][k] * B[i][k];
}
// no idiom: SymmetricRank2K
void of_one(int n, int m, double *__restrict C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        C[i * n + j] += A[i * m + k] * B[j * m + k];
}
// no idiom: SymmetricRank2K
void the_same_twice(int n, int m, double *__restrict C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        C[i * n + j] += A[i * m + k] * B[j * m + k] + A[i * m + k];
}
