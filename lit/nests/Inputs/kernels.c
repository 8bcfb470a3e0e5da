// The loops, with or without the plugin: NAME says how they are called then, T the type of the numbers.
#include "kernels.h"
#include <stddef.h>

#define FOR(t, i, n) for (t i = 0; i < (n); ++i)

void NAME(flat_int)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 0;
    FOR(int, k, l) x += A[i * l + k] * B[k * n + j];
    C[i * n + j] = x;
  }
}
void NAME(flat_size)(ARGUMENTS) {
  if (m < 0 || n < 0 || l < 0) return;
  size_t M = m, N = n, L = l;
  FOR(size_t, i, M) FOR(size_t, j, N) {
    T x = 0;
    FOR(size_t, k, L) x += A[i * L + k] * B[k * N + j];
    C[i * N + j] = x;
  }
}
void NAME(flat_unsigned)(ARGUMENTS) {
  if (m < 0 || n < 0 || l < 0) return;
  unsigned M = m, N = n, L = l;
  FOR(unsigned, i, M) FOR(unsigned, j, N) {
    T x = 0;
    FOR(unsigned, k, L) x += A[i * L + k] * B[k * N + j];
    C[i * N + j] = x;
  }
}
void NAME(strided)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 0;
    FOR(int, k, l) x += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] = x;
  }
}
void NAME(transposed_a)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 0;
    FOR(int, k, l) x += A[k * lda + i] * B[k * ldb + j];
    C[i * ldc + j] = x;
  }
}
void NAME(transposed_b)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 0;
    FOR(int, k, l) x += A[i * lda + k] * B[j * ldb + k];
    C[i * ldc + j] = x;
  }
}
void NAME(both_transposed)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 0;
    FOR(int, k, l) x += A[k * lda + i] * B[j * ldb + k];
    C[i * ldc + j] = x;
  }
}
void NAME(added)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) FOR(int, k, l) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
void NAME(added_behind)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 0;
    FOR(int, k, l) x += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] += x;
  }
}
void NAME(gemv_behind)(ARGUMENTS) {
  FOR(int, i, m) {
    T x = 0;
    FOR(int, j, n) x += A[i * lda + j] * B[j];
    C[i] += x;
  }
}
void NAME(five_behind)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 5;
    FOR(int, k, l) x += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] += x;
  }
}
void NAME(some_behind)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 0;
    FOR(int, k, l) if (A[i * lda + k] > 3) x += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] += x;
  }
}
void NAME(gemv_some_behind)(ARGUMENTS) {
  FOR(int, i, m) {
    T x = 0;
    FOR(int, j, n) x += B[j] > 3 ? A[i * lda + j] * B[j] : 0;
    C[i] += x;
  }
}
void NAME(interchanged)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, k, l) FOR(int, j, n) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
void NAME(downward)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) for (int k = l; k-- > 0;) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
void NAME(dot)(ARGUMENTS) {
  T x = 0;
  FOR(int, i, n) x += A[i] * B[i];
  *s = x;
}
void NAME(dot_strided)(ARGUMENTS) {
  T x = 0;
  FOR(int, i, n) x += A[i * lda] * B[2 * i];
  *s = x;
}
void NAME(dot_onto)(ARGUMENTS) {
  T x = *s;
  if (n < 0) return;
  FOR(size_t, i, (size_t)n) x += A[i] * B[i + 1];
  *s = x;
}
void NAME(square)(ARGUMENTS) {
  T x = 0;
  FOR(int, i, n) x += A[i] * A[i];
  *s = x;
}
void NAME(axpy)(ARGUMENTS) {
  T a = *s;
  FOR(int, i, n) C[i] += a * A[i];
}
void NAME(scal)(ARGUMENTS) {
  T a = *s;
  FOR(int, i, n) C[i] *= a;
}
void NAME(gemv)(ARGUMENTS) {
  FOR(int, i, m) {
    T x = 0;
    FOR(int, j, n) x += A[i * lda + j] * B[j];
    C[i] = x;
  }
}
void NAME(gemv_added)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) C[i] += A[i * lda + j] * B[j];
}
void NAME(gemv_columns)(ARGUMENTS) {
  FOR(int, i, m) {
    T x = 0;
    FOR(int, j, n) x += A[j * lda + i] * B[j];
    C[i] = x;
  }
}
void NAME(row_by_row)(ARGUMENTS) {
  FOR(int, i, m) FOR(int, j, n) {
    T x = 0;
    FOR(int, k, l) x += A[i * 40 + k] * B[k * 40 + j];
    C[i * 40 + j] = x;
  }
}
void NAME(gemv_down)(ARGUMENTS) {
  for (int i = m - 1; i >= 0; --i)
    for (int j = n; j-- > 0;) C[i] += A[i * lda + j] * B[j];
}
void NAME(dot_down)(ARGUMENTS) {
  T x = 0;
  for (int i = n - 1; i >= 0; --i) x += A[i] * B[2 * i];
  *s = x;
}
void NAME(dot_backward)(ARGUMENTS) {
  T x = *s;
  FOR(int, i, n) x += A[n - 1 - i] * B[n - i];
  *s = x;
}
void NAME(dot_mixed)(ARGUMENTS) {
  T x = 0;
  FOR(int, i, n) x += A[n - 1 - i] * B[i];
  *s = x;
}
void NAME(axpy_down)(ARGUMENTS) {
  T a = *s;
  for (int i = n - 1; i >= 0; i--) C[i] += a * A[i];
}
void NAME(axpy_pointers)(ARGUMENTS) {
  T a = *s, *x = A + 1, *y = C;
  if (n < 0) return;
  while (n--) *y++ += a * *x++;
}
void NAME(axpy_backward)(ARGUMENTS) {
  T a = *s;
  FOR(int, i, n) C[n - 1 - i] += a * A[n - 1 - i];
}
void NAME(axpy_mixed)(ARGUMENTS) {
  T a = *s;
  FOR(int, i, n) C[i] += a * A[n - 1 - i];
}
void NAME(axpy_from)(ARGUMENTS) {
  T a = *s;
  if (l < 0) return;
  for (int i = l; i < n; ++i) C[i] += a * A[i];
}
void NAME(axpy_to)(ARGUMENTS) {
  T a = *s;
  if (l < 1 || n < 0) return;
  for (unsigned i = n; i >= (unsigned)l; --i) C[i] += a * A[2 * i];
}
void NAME(scal_down)(ARGUMENTS) {
  T a = *s;
  if (n < 0) return;
  for (size_t i = n; i-- > 0;) C[i * 2] *= a;
}
