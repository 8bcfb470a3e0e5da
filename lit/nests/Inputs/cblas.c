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
