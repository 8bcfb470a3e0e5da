// The loops, with or without the plugin: NAME says how they are called then, T the type of the numbers.
#include "kernels.h"

#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define SUM(x)                                                                                                         \
  T x = 0;                                                                                                             \
  FOR(j, n) x += A[i * lda + j] * B[j]

void NAME(gemv_scaled)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) { SUM(x); C[i] = t * x; }
}
void NAME(gemv_both)(ARGUMENTS) {
  T t = *s, u = t + 2;
  FOR(i, m) { SUM(x); C[i] = t * x + u * C[i]; }
}
void NAME(gemv_onto)(ARGUMENTS) {
  FOR(i, m) { SUM(x); C[i] = x + 3 * C[i]; }
}
void NAME(gemv_minus)(ARGUMENTS) {
  FOR(i, m) { SUM(x); C[2 * i] -= 2 * x; }
}
void NAME(gemv_columns)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) {
    T x = 0;
    FOR(j, n) x += A[j * lda + i] * B[3 * j];
    C[i] = t * x - C[i];
  }
}
void NAME(gemv_in_place)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) C[i] += t * A[i * lda + j] * B[j];
}
void NAME(gemv_interchanged)(ARGUMENTS) {
  T t = *s;
  FOR(j, n) FOR(i, m) C[i] -= A[i * lda + j] * (t * B[j]);
}
void NAME(gemv_beta)(ARGUMENTS) {
  T *restrict y = C, t = *s;
  FOR(i, m) {
    y[i] *= t;
    FOR(j, n) y[i] += A[i * lda + j] * B[j];
  }
}
void NAME(gemv_zeroed)(ARGUMENTS) {
  FOR(i, m) {
    C[i] = 0;
    FOR(j, n) C[i] += A[i * lda + j] * B[j];
  }
}
void NAME(gemv_clipped)(ARGUMENTS) {
  FOR(i, m) { SUM(x); C[i] = x > 3 ? 3 : x; }
}
void NAME(gemv_bias)(ARGUMENTS) {
  FOR(i, m) {
    T x = A[i];
    FOR(j, n) x += A[i * lda + j] * B[j];
    C[i] = x > 0 ? x : 0;
  }
}
void NAME(gemv_memory)(ARGUMENTS) {
  FOR(i, m) {
    C[i] = B[i];
    FOR(j, n) C[i] += A[i * lda + j] * B[j];
  }
}
void NAME(gemver)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) C[i] = C[i] + t * A[j * lda + i] * B[j];
}
void NAME(ger)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) C[i * ldc + j] += A[i] * B[j];
}
void NAME(ger_scaled)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) C[i * ldc + j] += t * A[i] * B[j];
}
void NAME(ger_minus)(ARGUMENTS) {
  FOR(j, n) FOR(i, m) C[i * ldc + j] -= A[i] * B[j];
}
void NAME(ger_strided)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) C[i * ldc + j] += A[i * lda] * B[2 * j];
}
void NAME(axpy_minus)(ARGUMENTS) {
  T t = *s;
  FOR(i, n) C[i] -= t * A[2 * i];
}
void NAME(syrk)(ARGUMENTS) {
  FOR(i, m) FOR(j, m) {
    T x = 0;
    FOR(k, l) x += A[i * lda + k] * A[j * lda + k];
    C[i * ldc + j] = x + 2 * C[i * ldc + j];
  }
}

// These no call does.
void NAME(gemv_alpha_of_row)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) C[i] += i * A[i * lda + j] * B[j];
}
void NAME(gemv_triangle)(ARGUMENTS) {
  FOR(i, m) for (int j = 0; j <= i && j < n; ++j) C[i] += A[i * lda + j] * B[j];
}
void NAME(gemv_of_y)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) C[i] += A[i * lda + j] * C[j];
}
void NAME(gemv_some)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) {
    T x = 0;
    FOR(j, n) if (B[j] > 0) x += A[i * lda + j] * B[j];
    C[i] = t * x;
  }
}
void NAME(ger_of_row)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) C[i * ldc + j] += (i + 1) * B[j] * A[i] * A[j];
}
void NAME(ger_square)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) C[i * ldc + j] += C[i] * B[j];
}
void NAME(ger_some)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) if (i != j) C[i * ldc + j] += A[i] * B[j];
}
void NAME(axpy_of_y)(ARGUMENTS) {
  T t = *s;
  FOR(i, n) C[i] -= t * C[i + 1];
}
void NAME(axpy_factor)(ARGUMENTS) {
  FOR(i, n) C[i] -= i * A[i];
}
void NAME(gemv_running)(ARGUMENTS) {
  T x = 0, t = *s;
  FOR(i, m) {
    FOR(j, n) x += A[i * lda + j] * B[j];
    C[i] = t * x;
  }
  *s = x;
}
