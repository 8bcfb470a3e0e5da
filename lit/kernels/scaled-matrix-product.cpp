// A product of matrices with a factor, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: ScaledMatrixProduct
void gemm(int n, int m, int l, double alpha, double C[][200], double A[][100], double B[][200]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < l; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
}
// idiom: ScaledMatrixProduct
void with_beta(int n, double alpha, double beta, double *C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i * n + k] * B[k * n + j];
      C[i * n + j] = alpha * s + beta * C[i * n + j];
    }
}
// idiom: ScaledMatrixProduct
void factor_last(int n, float alpha, float *C, const float *A, const float *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += A[k * n + i] * B[k * n + j];
      C[i * n + j] = s * alpha;
    }
}
// no idiom: ScaledMatrixProduct
void without_factor(int n, double *C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i * n + k] * B[k * n + j];
      C[i * n + j] = s;
    }
}
// no idiom: ScaledMatrixProduct
void by_diagonal(int n, double C[][200], double A[][100], double B[][200], double *d) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 100; k++)
      for (int j = 0; j < 200; j++)
        C[i][j] += d[k] + A[i][k] * B[k][j];
}
// no idiom: ScaledMatrixProduct
void of_some_products(int n, double alpha, double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        if (A[i][k] > B[k][j])
          s += A[i][k] * B[k][j];
      C[i][j] = alpha * s;
    }
}
// A matrix that is its own factor.
// idiom: MatrixProductInPlace
// no idiom: ScaledMatrixProduct
void by_its_left(int n, double alpha, double (*__restrict A)[100], double (*__restrict B)[200]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        B[i][j] += alpha * A[i][k] * B[k][j];
}
// idiom: MatrixProductInPlace
// no idiom: ScaledMatrixProduct
void by_its_right(int n, double alpha, double (*__restrict A)[100], double (*__restrict B)[100]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        B[i][j] += alpha * B[i][k] * A[k][j];
}
