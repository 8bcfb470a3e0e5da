// The loops, with or without the plugin: NAME says how they are called then, T the type of the numbers.
#include "kernels.h"

#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define SUM(x, term)                                                                                                   \
  T x = 0;                                                                                                             \
  FOR(k, l) x += term
#define a A[i * lda + k]
#define b B[k * ldb + j]
#define c C[i * ldc + j]

void NAME(alpha_in_sum)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) { SUM(x, t * a * b); c = x + 3 * c; }
}
void NAME(alpha_beta)(ARGUMENTS) {
  T t = *s, u = t + 1;
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = t * x + u * c; }
}
void NAME(beta_only)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = t * c + x; }
}
void NAME(alpha_onto)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c += t * x; }
}
void NAME(scaled)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = t * x; }
}
void NAME(negated)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = -x; }
}
void NAME(minus)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) FOR(k, l) c -= a * b;
}
void NAME(minus_behind)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c -= x; }
}
void NAME(minus_onto)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = 2 * c - x; }
}
void NAME(minus_scaled)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = c - t * x; }
}
void NAME(less_itself)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = x - c; }
}
void NAME(minus_beta)(ARGUMENTS) {
  T t = *s, u = t + 3;
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = u * c - t * x; }
}
void NAME(both_factors)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) { SUM(x, t * a * b); c = 2 * x + 3 * c; }
}
void NAME(in_place)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) FOR(k, l) c += t * a * b;
}
void NAME(in_place_minus)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) FOR(k, l) c -= t * a * b;
}
void NAME(interchanged)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(k, l) FOR(j, n) c += a * (t * b);
}
void NAME(transposed)(ARGUMENTS) {
  T t = *s;
  FOR(j, n) FOR(i, m) { SUM(x, A[k * lda + i] * B[j * ldb + k]); c = t * x - c; }
}
void NAME(zeroed_by_factor)(ARGUMENTS) {
  T *restrict D = C, t = *s;
  FOR(i, m) FOR(j, n) {
    T x = 2 * D[i * ldc + j];
    FOR(k, l) x += t * a * b;
    D[i * ldc + j] = x;
  }
}

// No call does these alone: loops behind it do the rest of some.
void NAME(factor_of_row)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = A[i] * x + c; }
}
void NAME(factor_of_column)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, j * a * b); c = x; }
}
void NAME(factor_of_round)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, k * a * b); c = x + 2 * c; }
}
void NAME(factor_of_element)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = c * x; }
}
void NAME(beta_of_row)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = t * x + i * c; }
}
void NAME(stored_in_rounds)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) {
    T x = 0;
    FOR(k, l) {
      x += a * b;
      c = t * x + c;
    }
  }
}
void NAME(other_element)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = x + 2 * C[i * ldc + j + 1]; }
}
void NAME(other_array)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = x + 2 * A[i * ldc + j]; }
}
void NAME(running)(ARGUMENTS) {
  T x = 0, t = *s;
  FOR(i, m) FOR(j, n) {
    FOR(k, l) x += a * b;
    c = t * x;
  }
}
void NAME(from_one)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    T x = 1;
    FOR(k, l) x += a * b;
    c = x + 2 * c;
  }
}
void NAME(some_rounds)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) {
    T x = 0;
    FOR(k, l) if (a > 1) x += a * b;
    c = t * x + c;
  }
}
void NAME(triangle)(ARGUMENTS) {
  T t = *s;
  FOR(i, m) FOR(j, n) {
    T x = 0;
    for (int k = 0; k < l && k <= i; ++k) x += a * b;
    c = t * x + c;
  }
}
void NAME(second_store)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    SUM(x, a * b);
    c = 2 * x + c;
    B[0] = x;
  }
}
void NAME(left_early)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    T x = 0;
    FOR(k, l) {
      x += a * b;
      if (x > 20) break;
    }
    c = 2 * x;
  }
}
void NAME(min_plus)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    T x = 100;
    FOR(k, l) x = x < a + b ? x : a + b;
    c = x;
  }
}
void NAME(squared)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) { SUM(x, a * b); c = x * x; }
}

// Elements that start in memory.
void NAME(zero_in_memory)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    c = 0;
    FOR(k, l) c += a * b;
  }
}
void NAME(beta_in_memory)(ARGUMENTS) {
  T t = *s, u = t + 2;
  FOR(i, m) FOR(j, n) {
    c *= t;
    FOR(k, l) c += u * a * b;
  }
}
void NAME(one_in_memory)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    c = 1;
    FOR(k, l) c += a * b;
  }
}
void NAME(next_in_memory)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    C[i * ldc + j + 1] = 0;
    FOR(k, l) c += a * b;
  }
}
void NAME(zero_behind)(ARGUMENTS) {
  FOR(i, m) FOR(j, n) {
    FOR(k, l) c += a * b;
    c = 0;
  }
}
