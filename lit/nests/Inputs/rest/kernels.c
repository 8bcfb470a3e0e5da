// The loops, with or without the plugin: NAME says how they are called then, T the type of the numbers.
#include "kernels.h"

#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define ADD FOR(k, l) FOR(j, n) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j]

void NAME(zeroed_rows)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j] = 0;
    ADD;
  }
}
void NAME(scaled_rows)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j] *= t;
    FOR(k, l) FOR(j, n) C[i * ldc + j] += t * A[i * lda + k] * B[k * ldb + j];
  }
}
void NAME(rows_of_bias)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j] = B[j];
    ADD;
  }
}
void NAME(clipped_rows)(ARGUMENTS) {
  FOR(i, m) {
    ADD;
    FOR(j, n) C[i * ldc + j] = C[i * ldc + j] > 2 ? 2 : C[i * ldc + j];
  }
}
void NAME(both)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j] = A[j] + i;
    ADD;
    FOR(j, n) C[i * ldc + j] = C[i * ldc + j] * C[i * ldc + j] - A[i * lda + j];
  }
}
void NAME(vector_zeroed)(ARGUMENTS) {
  FOR(i, m) {
    T *restrict y = C;
    y[i] = 3;
    FOR(j, n) y[i] += A[i * lda + j] * B[j];
    y[i] *= 2;
  }
}
void NAME(fixed_rows)(ARGUMENTS) {
  FOR(i, 30) {
    FOR(j, 33) C[i * 40 + j] -= 1;
    FOR(k, 31) FOR(j, 33) C[i * 40 + j] += A[i * 31 + k] * B[k * 33 + j];
  }
}
void NAME(pointer_rows)(ARGUMENTS) {
  FOR(i, m) {
    T *c = C + i * ldc;
    const T *a = A + i * lda;
    FOR(j, n) c[j] = 1;
    FOR(k, l) {
      const T *b = B + k * ldb;
      FOR(j, n) c[j] += a[k] * b[j];
    }
  }
}

// In these the rest of the nest must stay where it is.
void NAME(longer_rows)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n + 1) C[i * ldc + j] = 0;
    ADD;
  }
}
void NAME(shorter_rows)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n - 1) C[i * ldc + j] = 0;
    ADD;
  }
}
void NAME(shifted_rows)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j + 1] = 0;
    ADD;
  }
}
void NAME(zeroed_columns)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, m) C[j * ldc + i] = 0;
    ADD;
  }
}
void NAME(next_row)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) C[(i + 1) * ldc + j] = 1;
    ADD;
  }
}
void NAME(in_every_round)(ARGUMENTS) {
  FOR(i, m) FOR(k, l) {
    FOR(j, n) C[i * ldc + j] *= 2;
    FOR(j, n) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
  }
}
void NAME(of_the_product)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j] = A[j];
    ADD;
    FOR(j, n) A[j] = C[i * ldc + j];
  }
}
void NAME(read_before)(ARGUMENTS) {
  FOR(i, m) {
    T old = C[i * ldc];
    ADD;
    FOR(j, n) C[i * ldc + j] -= old;
  }
}
void NAME(read_behind)(ARGUMENTS) {
  T last = 0;
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j] = last;
    ADD;
    last = C[i * ldc];
  }
}
void NAME(buffer)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) s[0] = A[i * lda + j];
    ADD;
    FOR(j, n) C[i * ldc + j] += s[0];
  }
}
void NAME(counted)(ARGUMENTS) {
  T count = 0;
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j] = 0;
    ADD;
    FOR(j, n) count += C[i * ldc + j];
  }
  *s = count;
}
void NAME(other_rows)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) B[i * ldc + j] = 0;
    ADD;
  }
}
void NAME(between)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) {
      T x = C[i * ldc + j];
      C[i * ldc + j] = 1;
      FOR(k, l) x += A[i * lda + k] * B[k * ldb + j];
      C[i * ldc + j] *= x;
    }
  }
}
void NAME(first_row)(ARGUMENTS) {
  FOR(i, m) {
    FOR(j, n) C[j] = 0;
    ADD;
  }
}
void NAME(summed_too)(ARGUMENTS) {
  T sum = 0;
  FOR(i, m) {
    FOR(j, n) C[i * ldc + j] = sum;
    FOR(k, l) {
      sum += A[i * lda + k];
      FOR(j, n) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
    }
  }
}
static int heard;
__attribute__((noinline)) static void hear(int i) { heard += i; __asm__ volatile("" ::: "memory"); }
void NAME(called)(ARGUMENTS) {
  FOR(i, m) {
    hear(i);
    ADD;
  }
}
