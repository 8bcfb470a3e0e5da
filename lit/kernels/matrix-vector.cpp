// A matrix times a vector, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: MatrixVector
void gemv(int n, int m, const double *A, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += A[i * m + j] * x[j];
    y[i] = s;
  }
}
// idiom: MatrixVector
void transposed(int n, const double (*A)[200], const double *__restrict x, double *__restrict y) {
  for (int i = 0; i < 200; i++)
    for (int j = 0; j < n; j++)
      y[i] += A[j][i] * x[j];
}
// idiom: MatrixVector
void by_columns(long n, long m, const float *A, const float *__restrict x, float *__restrict y) {
  for (long j = 0; j < m; j++)
    for (long i = 0; i < n; i++)
      y[i] += A[i * m + j] * x[j];
}
// no idiom: MatrixVector
void by_row_factor(int n, const double (*A)[200], const double *__restrict x, double *__restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < 200; j++)
      s += A[i][j] * x[i];
    y[i] = s;
  }
}
// no idiom: MatrixVector
void elementwise(int n, double (*A)[200], const double *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 200; j++)
      A[i][j] *= x[j];
}
// idiom: MatrixVector
void columns_of_zeros_left_out(int n, const double (*A)[200], const double *x, double *__restrict y) {
  for (int j = 0; j < 200; j++)
    if (x[j] != 0)
      for (int i = 0; i < n; i++)
        y[i] += A[i][j] * x[j];
}
// no idiom: MatrixVector
void in_place(int n, const double (*A)[200], double *x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < 200; j++)
      s += A[i][j] * x[j];
    x[i] = s;
  }
}
// no idiom: MatrixVector
void beside_the_diagonal(int n, const double (*A)[200], const double *x, double *__restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      if (j != i)
        s += A[i][j] * x[j];
    y[i] = s;
  }
}
// no idiom: MatrixVector
void never_reset(int n, const double (*A)[200], const double *x, double *__restrict y) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      s += A[i][j] * x[j];
    y[i] = s;
  }
}
// idiom: MatrixVector
void added_behind(int n, const double (*A)[200], const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += A[i][j] * x[j];
    y[i] += s;
  }
}
// no idiom: MatrixVector
void some_behind(int n, const double (*A)[200], const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      if (x[j] > 0)
        s += A[i][j] * x[j];
    y[i] += s;
  }
}
// no idiom: MatrixVector
void clears_vector(int n, const double *__restrict A, double *__restrict x, double *__restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += A[i * n + j] * x[j];
    y[i] = s;
    x[i] = 0;
  }
}
// no idiom: MatrixVector
void counts_in_result(int n, const double *__restrict A, const double *__restrict x, double *__restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += A[i * n + j] * x[j];
    y[i] = s;
    y[0] += 1;
  }
}
// no idiom: MatrixVector
void filter(int n, int m, const double *__restrict a, const double *__restrict x, double *__restrict y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] += a[j] * x[i - j];
  }
}
// idiom: MatrixVector
void cleared_first(int n, const double *__restrict A, const double *__restrict x, double *__restrict y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += A[i * n + j] * x[j];
  }
}
