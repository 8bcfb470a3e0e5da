// A product of matrices in many layouts and orders, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: MatrixProduct
void linear(int n, double *C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i * n + k] * B[k * n + j];
      C[i * n + j] = s;
    }
}
// idiom: MatrixProduct
void in_memory(int n, double (*C)[100], double (*A)[100], double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}
// idiom: MatrixProduct
void rows_first(size_t n, float *C, const float *A, const float *B) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++)
      for (size_t j = 0; j < n; j++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}
// idiom: MatrixProduct
void transposed(unsigned n, double *C, const double *A, const double *B) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) {
      double s = C[i * n + j];
      for (unsigned k = 0; k < n; k++)
        s += A[k * n + i] * B[k * n + j];
      C[i * n + j] = s;
    }
}
// idiom: MatrixProduct
void column_major(int m, int n, int l, double *C, int ldc, const double *A, int lda, const double *B, int ldb) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < l; k++)
      for (int i = 0; i < m; i++)
        C[i + j * ldc] += A[i + k * lda] * B[k + j * ldb];
}
// idiom: MatrixProduct
void integers(int C[64][64], int A[64][64], int B[64][64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      int s = 0;
      for (int k = 0; k < 64; k++)
        s = B[k][j] * A[i][k] + s;
      C[i][j] = s;
    }
}
// idiom: MatrixProduct
void of_vectors(int n, std::vector<double> &C, const std::vector<double> &A, const std::vector<double> &B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i * n + k] * B[k * n + j];
      C[i * n + j] = s;
    }
}
struct Matrix { int rows, columns; double *at; };
// no idiom: MatrixProduct except from LLVM 23
void of_structs(struct Matrix *C, const struct Matrix *A, const struct Matrix *B) {
  for (int i = 0; i < A->rows; i++)
    for (int j = 0; j < B->columns; j++) {
      double s = 0;
      for (int k = 0; k < A->columns; k++)
        s += A->at[i * A->columns + k] * B->at[k * B->columns + j];
      C->at[i * C->columns + j] = s;
    }
}
// idiom: MatrixProduct
void with_while(int n, double *C, const double *A, const double *B) {
  int i = 0;
  while (i < n) {
    int j = 0;
    while (j < n) {
      double s = 0;
      int k = 0;
      while (k < n) {
        s += A[i * n + k] * B[k * n + j];
        k++;
      }
      C[i * n + j] = s;
      j++;
    }
    i++;
  }
}
// idiom: MatrixProduct
void subtracted(int n, double (*C)[50], double (*A)[50], double (*B)[50]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] -= A[i][k] * B[k][j];
}

// no idiom: MatrixProduct
void vector_product(int n, double *y, const double *A, const double *x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < n; k++)
      s += A[i * n + k] * x[k];
    y[i] = s;
  }
}
// no idiom: MatrixProduct
void elementwise(int n, double *C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      C[i * n + j] += A[i * n + j] * B[i * n + j];
}
// no idiom: MatrixProduct
void sums(int n, double *C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i * n + k] + B[k * n + j];
      C[i * n + j] = s;
    }
}
// no idiom: MatrixProduct
void shortest_paths(int n, double *C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 1e9;
      for (int k = 0; k < n; k++)
        s = A[i * n + k] + B[k * n + j] < s ? A[i * n + k] + B[k * n + j] : s;
      C[i * n + j] = s;
    }
}
// idiom: MatrixProduct
void rows_of_zeros_left_out(int m, int n, int l, double (*C)[100], double (*A)[100], double (*B)[100]) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < l; k++)
      if (A[i][k] != 0)
        for (int j = 0; j < n; j++)
          C[i][j] += A[i][k] * B[k][j];
}
// idiom: MatrixProduct
void two_columns_at_once(int n, double (*C)[100], double (*A)[100], double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j += 2) {
        C[i][j] += A[i][k] * B[k][j];
        C[i][j + 1] += A[i][k] * B[k][j + 1];
      }
}
// idiom: MatrixProduct
void scaled_before(int n, double beta, double (*C)[100], double (*A)[100], double (*B)[100]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i][j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        C[i][j] += A[i][k] * B[k][j];
  }
}
struct Checked {
  double *at;
  unsigned long length;
  double &operator[](unsigned long i) {
    if (i >= length)
      __builtin_abort();
    return at[i];
  }
};
// idiom: MatrixProduct
void with_bounds_checks(int n, Checked &C, Checked &A, Checked &B) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}
void unknown(int);
// idiom: MatrixProduct
void with_progress(int n, double (*C)[100], double (*A)[100], double (*B)[100]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
    unknown(i);
  }
}
// no idiom: MatrixProduct
void left_early(int n, double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        if (A[i][k] == 0)
          break;
        C[i][j] += A[i][k] * B[k][j];
      }
}
// no idiom: MatrixProduct
void where_greater(int n, double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        if (B[k][j] > C[i][j])
          C[i][j] += A[i][k] * B[k][j];
}
// no idiom: MatrixProduct
void of_some_products(int n, double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        if (A[i][k] > B[k][j])
          s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}
// no idiom: MatrixProduct
void cleared_between(int n, double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < n; j++)
        C[i][j] += A[i][k] * B[k][j];
      C[i][k] = 0;
    }
}
// no idiom: MatrixProduct
void factor_overwritten(int n, double (*__restrict C)[100], double (*__restrict A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        C[i][j] += A[i][k] * B[k][j];
        A[k][i] = C[i][j];
      }
}
// no idiom: MatrixProduct
void with_calls(int n, double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) {
        C[i][j] += A[i][k] * B[k][j];
        unknown(3);
      }
}
// no idiom: MatrixProduct
void never_reset(int n, double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}
// no idiom: MatrixProduct
void of_volatile(int n, volatile double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        C[i][j] = C[i][j] + A[i][k] * B[k][j];
}
// no idiom: MatrixProduct
void into_some(int n, double (*__restrict C)[64], const double (*A)[64], const double (*B)[64], const int *m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      if (m[j])
        C[i][j] = s;
    }
}
// idiom: MatrixProduct
void added_behind(int n, double (*C)[64], const double (*A)[64], const double (*B)[64]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      C[i][j] += s;
    }
}
// no idiom: MatrixProduct
void from_one_behind(int n, double (*C)[64], const double (*A)[64], const double (*B)[64]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 1;
      for (int k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      C[i][j] *= s;
    }
}
// no idiom: MatrixProduct
void added_elsewhere(int n, double (*C)[64], const double (*A)[64], const double (*B)[64]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = C[i][j - 1] + s;
    }
}
// no idiom: MatrixProduct
void some_behind(int n, double (*C)[64], const double (*A)[64], const double (*B)[64]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        if (A[i][k] > 0)
          s += A[i][k] * B[k][j];
      C[i][j] += s;
    }
}
// no idiom: MatrixProduct
void five_if_empty(int n, int l, double (*C)[64], const double (*A)[64], const double (*B)[64]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 5;
      if (l > 0) {
        s = 0;
        for (int k = 0; k < l; k++)
          s += A[i][k] * B[k][j];
      }
      C[i][j] += s;
    }
}
// no idiom: MatrixProduct
void clears_input(int n, const double *__restrict A, double *__restrict B, double *__restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i * n + k] * B[k * n + j];
      C[i * n + j] = s;
      B[i * n + j] = 0;
    }
}
// no idiom: MatrixProduct
void mirrored(int n, const double *__restrict A, const double *__restrict B, double *__restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i * n + k] * B[k * n + j];
      C[i * n + j] = s;
      C[j * n + i] = s;
    }
}
// idiom: MatrixProduct
void row_cleared_first(int n, const double *__restrict A, const double *__restrict B, double *__restrict C) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i * n + j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
  }
}
// idiom: MatrixProduct
void two_columns(int n, const double *__restrict A, const double *__restrict B, double *__restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += 2) {
      double s = 0, t = 0;
      for (int k = 0; k < n; k++) {
        s += A[i * n + k] * B[k * n + j];
        t += A[i * n + k] * B[k * n + j + 1];
      }
      C[i * n + j] = s;
      C[i * n + j + 1] = t;
    }
}
// no idiom: MatrixProduct
void product_of_polynomials(int n, const double *__restrict a, const double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i + j] += a[i * n + k] * b[k * n + j];
}
// no idiom: MatrixProduct
void shifted_inputs(int n, const double *__restrict a, const double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i + k] * b[k + j];
      c[i * n + j] = s;
    }
}
