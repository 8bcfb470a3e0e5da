// The loops, with or without the plugin: NAME says how they are called then, T the type of the numbers.
#include "kernels.h"

#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define SUM(x, init)                                                                                                   \
  T x = init;                                                                                                          \
  FOR(k, l) x += A[i * lda + k] * B[k * ldb + j]
#define c C[i * ldc + j]

void NAME(bias)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = x + B[j]; }
}
void NAME(bias_first)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, B[j]); c = x; }
}
void NAME(clipped)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = x > 0 ? x : 0; }
}
void NAME(clipped_bias)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, B[j] + i); c = x > 0 ? x : 0; }
}
void NAME(squared)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = x * x + 1; }
}
void NAME(function)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = __builtin_fabs(x) - x; }
}
void NAME(minus)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    T x = 3;
    FOR(k, l) x -= A[i * lda + k] * B[k * ldb + j];
    c = x;
  }
}
void NAME(transposed)(ARGUMENTS) {
  FOR(j, n) FOR(i, m) {
    T x = A[j];
    FOR(k, l) x += A[k * lda + i] * B[j * ldb + k];
    c = 2 * x;
  }
}
void NAME(chosen)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = i == j ? x + 1 : x; }
}
void NAME(row_bias)(ARGUMENTS) {
  FOR(i, m) {
    T b = A[i];
    FOR(j, n) { SUM(x, b); c = x * b; }
  }
}
void NAME(fixed)(ARGUMENTS) {
  FOR(i, 30) FOR(j, 33) {
    T x = B[j];
    FOR(k, 31) x += A[i * 31 + k] * B[k * 33 + j];
    C[i * 40 + j] = x < 5 ? x : 5;
  }
}
void NAME(of_index)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, i - j); c = x * j; }
}

// These need more than the elements that a call has written.
void NAME(old_too)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = x > 0 ? x : c; }
}
void NAME(next_too)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = x > 0 ? x : C[i * ldc + j + 1]; }
}
void NAME(other_product)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    T x = 0, y = 0;
    FOR(k, l) {
      x += A[i * lda + k] * B[k * ldb + j];
      y += A[i * lda + k];
    }
    c = x * y;
  }
}
void NAME(in_rounds)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    T x = 0;
    FOR(k, l) {
      x += A[i * lda + k] * B[k * ldb + j];
      c = x > 1 ? 1 : x;
    }
  }
}
void NAME(twice)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); C[i] = x > 1 ? 1 : x; }
}
void NAME(summed)(ARGUMENTS) {
  T sum = 0;
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = x + 1; sum += x; }
  *s = sum;
}
void NAME(running)(ARGUMENTS) {
  T x = 0;
  FOR(i, m) FOR(j, n) {
    FOR(k, l) x += A[i * lda + k] * B[k * ldb + j];
    c = x + 1;
  }
}
void NAME(some)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); if (x > 0) c = x; }
}
void NAME(triangle)(ARGUMENTS) {
  FOR(i, m) for (int j = 0; j <= i && j < n; ++j) { SUM(x, 0); c = x > 0 ? x : 0; }
}
void NAME(left_early)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    T x = 0;
    FOR(k, l) {
      x += A[i * lda + k] * B[k * ldb + j];
      if (x > 9) break;
    }
    c = x > 0 ? x : 0;
  }
}
void NAME(second_array)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, 0); c = x > 0 ? x : 0; C[1500 + j] = x; }
}
