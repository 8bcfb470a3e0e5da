// A BLAS as slow as its definition, which stops where one would complain of its arguments, and counts its calls.
#include <stdio.h>
#include <stdlib.h>

int calls;

static void check(int holds, const char *what) {
  if (!holds) {
    printf("illegal argument: %s\n", what);
    exit(1);
  }
}

#define BLAS(T, gemm, gemv, ger, dot, axpy, scal)                                                                      \
  void gemm(int order, int ta, int tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, \
            T *c, int ldc) {                                                                                           \
    ++calls;                                                                                                           \
    check(order == 101 && m >= 0 && n >= 0 && k >= 0, #gemm " sizes");                                                 \
    check(lda >= (ta == 111 ? k : m) && lda >= 1, #gemm " lda");                                                       \
    check(ldb >= (tb == 111 ? n : k) && ldb >= 1, #gemm " ldb");                                                       \
    check(ldc >= n && ldc >= 1, #gemm " ldc");                                                                         \
    for (long i = 0; i < m; ++i)                                                                                       \
      for (long j = 0; j < n; ++j) {                                                                                   \
        T s = 0;                                                                                                       \
        for (long p = 0; p < k; ++p)                                                                                   \
          s += (ta == 111 ? a[i * lda + p] : a[p * lda + i]) * (tb == 111 ? b[p * ldb + j] : b[j * ldb + p]);          \
        c[i * ldc + j] = alpha * s + (beta == 0 ? 0 : beta * c[i * ldc + j]);                                          \
      }                                                                                                                \
  }                                                                                                                    \
  void gemv(int order, int ta, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y,         \
            int incy) {                                                                                                \
    ++calls;                                                                                                           \
    check(order == 101 && m >= 0 && n >= 0 && lda >= n && lda >= 1 && incx > 0 && incy > 0, #gemv);                    \
    for (long i = 0; i < (ta == 111 ? m : n); ++i) {                                                                   \
      T s = 0;                                                                                                         \
      for (long j = 0; j < (ta == 111 ? n : m); ++j)                                                                   \
        s += (ta == 111 ? a[i * lda + j] : a[j * lda + i]) * x[j * incx];                                              \
      y[i * incy] = alpha * s + (beta == 0 ? 0 : beta * y[i * incy]);                                                  \
    }                                                                                                                  \
  }                                                                                                                    \
  void ger(int order, int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {              \
    ++calls;                                                                                                           \
    check(order == 101 && m >= 0 && n >= 0 && lda >= n && lda >= 1 && incx > 0 && incy > 0, #ger);                     \
    for (long i = 0; i < m; ++i)                                                                                       \
      for (long j = 0; j < n; ++j)                                                                                     \
        a[i * lda + j] += alpha * x[i * incx] * y[j * incy];                                                           \
  }                                                                                                                    \
  T dot(int n, const T *x, int incx, const T *y, int incy) {                                                           \
    ++calls;                                                                                                           \
    check(n >= 0 && incx > 0 && incy > 0, #dot);                                                                       \
    T s = 0;                                                                                                           \
    for (long i = 0; i < n; ++i)                                                                                       \
      s += x[i * incx] * y[i * incy];                                                                                  \
    return s;                                                                                                          \
  }                                                                                                                    \
  void axpy(int n, T a, const T *x, int incx, T *y, int incy) {                                                        \
    ++calls;                                                                                                           \
    check(n >= 0 && incx > 0 && incy > 0, #axpy);                                                                      \
    for (long i = 0; i < n; ++i)                                                                                       \
      y[i * incy] += a * x[i * incx];                                                                                  \
  }                                                                                                                    \
  void scal(int n, T a, T *x, int incx) {                                                                              \
    ++calls;                                                                                                           \
    check(n >= 0 && incx > 0, #scal);                                                                                  \
    for (long i = 0; i < n; ++i)                                                                                       \
      x[i * incx] *= a;                                                                                                \
  }

BLAS(double, cblas_dgemm, cblas_dgemv, cblas_dger, cblas_ddot, cblas_daxpy, cblas_dscal)
BLAS(float, cblas_sgemm, cblas_sgemv, cblas_sger, cblas_sdot, cblas_saxpy, cblas_sscal)

// Triangles: `uplo` is 121 for the upper one and 122 for the lower one, and the other is neither read nor written.
#define TRIANGLES(T, syrk, syr2k, trsv, trsm, trmm)                                                                    \
  static int in_##syrk(int uplo, long i, long j) { return uplo == 121 ? j >= i : j <= i; }                             \
  static T at_##syrk(const T *a, int lda, int ta, long i, long j) { return ta == 111 ? a[i * lda + j] : a[j * lda + i]; } \
  void syr2k(int order, int uplo, int ta, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta,     \
             T *c, int ldc) {                                                                                          \
    ++calls;                                                                                                           \
    check(order == 101 && n >= 0 && k >= 0 && (uplo == 121 || uplo == 122), #syr2k " sizes");                          \
    check(lda >= (ta == 111 ? k : n) && lda >= 1 && ldb >= (ta == 111 ? k : n) && ldc >= n && ldc >= 1, #syr2k " ld"); \
    for (long i = 0; i < n; ++i)                                                                                       \
      for (long j = 0; j < n; ++j) {                                                                                   \
        if (!in_##syrk(uplo, i, j)) continue;                                                                          \
        T s = 0;                                                                                                       \
        for (long p = 0; p < k; ++p)                                                                                   \
          s += at_##syrk(a, lda, ta, i, p) * at_##syrk(b, ldb, ta, j, p) +                                             \
               at_##syrk(b, ldb, ta, i, p) * at_##syrk(a, lda, ta, j, p);                                              \
        c[i * ldc + j] = alpha * s + (beta == 0 ? 0 : beta * c[i * ldc + j]);                                          \
      }                                                                                                                \
  }                                                                                                                    \
  void syrk(int order, int uplo, int ta, int n, int k, T alpha, const T *a, int lda, T beta, T *c, int ldc) {          \
    syr2k(order, uplo, ta, n, k, alpha / 2, a, lda, a, lda, beta, c, ldc);                                             \
  }                                                                                                                    \
  void trsm(int order, int side, int uplo, int ta, int diag, int m, int n, T alpha, const T *a, int lda, T *b,         \
            int ldb) {                                                                                                 \
    ++calls;                                                                                                           \
    check(order == 101 && side == 141 && m >= 0 && n >= 0 && (uplo == 121 || uplo == 122), #trsm " sizes");            \
    check(lda >= m && lda >= 1 && ldb >= n && ldb >= 1 && diag == 131, #trsm " ld");                                   \
    int upper = (uplo == 121) == (ta == 111);                                                                          \
    for (long p = 0; p < m; ++p) {                                                                                     \
      long i = upper ? m - 1 - p : p;                                                                                  \
      for (long c = 0; c < n; ++c) {                                                                                   \
        T s = alpha * b[i * ldb + c];                                                                                  \
        for (long j = upper ? i + 1 : 0; j < (upper ? m : i); ++j)                                                     \
          s -= at_##syrk(a, lda, ta, i, j) * b[j * ldb + c];                                                           \
        b[i * ldb + c] = s / a[i * lda + i];                                                                           \
      }                                                                                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  void trsv(int order, int uplo, int ta, int diag, int n, const T *a, int lda, T *x, int incx) {                       \
    check(incx > 0, #trsv);                                                                                            \
    trsm(order, 141, uplo, ta, diag, n, 1, 1, a, lda, x, incx);                                                        \
  }                                                                                                                    \
  void trmm(int order, int side, int uplo, int ta, int diag, int m, int n, T alpha, const T *a, int lda, T *b,         \
            int ldb) {                                                                                                 \
    ++calls;                                                                                                           \
    check(order == 101 && side == 141 && m >= 0 && n >= 0 && (uplo == 121 || uplo == 122), #trmm " sizes");            \
    check(lda >= m && lda >= 1 && ldb >= n && ldb >= 1 && (diag == 131 || diag == 132), #trmm " ld");                  \
    int upper = (uplo == 121) == (ta == 111);                                                                          \
    for (long p = 0; p < m; ++p) {                                                                                     \
      long i = upper ? p : m - 1 - p;                                                                                  \
      for (long c = 0; c < n; ++c) {                                                                                   \
        T s = (diag == 132 ? 1 : a[i * lda + i]) * b[i * ldb + c];                                                     \
        for (long j = upper ? i + 1 : 0; j < (upper ? m : i); ++j)                                                     \
          s += at_##syrk(a, lda, ta, i, j) * b[j * ldb + c];                                                           \
        b[i * ldb + c] = alpha * s;                                                                                    \
      }                                                                                                                \
    }                                                                                                                  \
  }

TRIANGLES(double, cblas_dsyrk, cblas_dsyr2k, cblas_dtrsv, cblas_dtrsm, cblas_dtrmm)
TRIANGLES(float, cblas_ssyrk, cblas_ssyr2k, cblas_strsv, cblas_strsm, cblas_strmm)
