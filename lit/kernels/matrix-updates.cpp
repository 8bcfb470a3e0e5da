// Matrices that are updated in place, by two outer products, or over minimum and sum, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <vector>

// idiom: MatrixProductInPlace
void eliminate(int n, double (*A)[100]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
}
// idiom: MatrixProductInPlace
void triangular(int m, int n, float *B, const float *A) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      for (int k = 0; k < m; k++)
        B[i * n + j] += B[k * n + j] * A[k * m + i];
}
// idiom: MatrixProductInPlace
void of_rows(int n, double (*A)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
}
// no idiom: MatrixProductInPlace
void product(int n, double (*__restrict C)[100], double (*A)[100], double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}
// no idiom: MatrixProductInPlace
void row_sums(int n, double (*A)[100], double (*B)[100]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        A[i][j] += A[i][k] + B[k][j];
}

// idiom: RankTwoUpdate
void two_products(int n, double (*A)[100], const double *u1, const double *v1, const double *u2, const double *v2) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
}
// idiom: RankTwoUpdate
void symmetric(int n, double *__restrict A, const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i * n + j] = A[i * n + j] + x[i] * y[j] + y[i] * x[j];
}
// idiom: RankTwoUpdate
void by_columns(long n, float (*A)[64], const float *u, const float *v, const float *x, const float *y) {
  for (long j = 0; j < 64; j++)
    for (long i = 0; i < n; i++)
      A[i][j] = A[i][j] + u[i] * v[j] + x[i] * y[j];
}
// no idiom: RankTwoUpdate
void one_product(int n, double (*A)[100], const double *u1, const double *v1) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] += u1[i] * v1[j];
}
// no idiom: RankTwoUpdate
void kept(int n, double (*A)[100], const double *u1, const double *v1, const double *u2, const double *v2) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = u1[i] * v1[j] + u2[i] * v2[j];
}

// idiom: ScaledSum
void waxpby(int n, double *__restrict z, double a, const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    z[i] = a * x[i] + y[i];
}
// idiom: ScaledSum
void less(std::vector<float> &z, float a, const std::vector<float> &x, const std::vector<float> &y) {
  for (unsigned long i = 0; i < z.size(); i++)
    z[i] = y[i] - a * x[i];
}
// idiom: ScaledSum
void reversed(int k, double *__restrict z, const double *y, double alpha) {
  for (int i = 0; i < k; i++)
    z[i] = y[i] + alpha * y[k - i - 1];
}
// no idiom: ScaledSum
void axpy(int n, double *__restrict y, double a, const double *x) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
// no idiom: ScaledSum
void elementwise(int n, double *__restrict z, const double *a, const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    z[i] = a[i] * x[i] + y[i];
}

// idiom: MinPlusProduct
void paths(int n, int (*path)[100]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
}
// idiom: MinPlusProduct
void farthest(int n, int *__restrict C, const int *A, const int *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int best = C[i * n + j];
      for (int k = 0; k < n; k++) {
        int sum = A[i * n + k] + B[k * n + j];
        best = sum > best ? sum : best;
      }
      C[i * n + j] = best;
    }
}
// idiom: MinPlusProduct
void of_numbers(int n, double (*__restrict C)[50], double (*A)[50], double (*B)[50]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) {
        double sum = A[i][k] + B[k][j];
        C[i][j] = sum < C[i][j] ? sum : C[i][j];
      }
}
// no idiom: MinPlusProduct
void widest(int n, int (*__restrict C)[50], int (*A)[50], int (*B)[50]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) {
        int product = A[i][k] * B[k][j];
        C[i][j] = product < C[i][j] ? product : C[i][j];
      }
}
// no idiom: MinPlusProduct
void elementwise_least(int n, int (*__restrict C)[50], int (*A)[50], int (*B)[50]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int sum = A[i][j] + B[i][j];
      C[i][j] = sum < C[i][j] ? sum : C[i][j];
    }
}
