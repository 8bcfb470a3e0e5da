/* Loops that count, in every way. The line before each function says how many of its loops are in static control parts. */
#include <math.h>
#include <stddef.h>
#include <string.h>

// all
void up(double *a, int n) {
  for (int i = 0; i < n; i++) a[i] = i;
}

// all
void up_to_and_with(double *a, int n) {
  for (int i = 0; i <= n; i++) a[i] = i;
}

// all
void down(double *a, int n) {
  for (int i = n - 1; i >= 0; i--) a[i] = i;
}

// all
void down_to_one(double *a, int n) {
  for (int i = n; i > 0; i--) a[i] = a[i - 1];
}

// all
void until_equal(double *a, long n) {
  for (long i = 0; i != n; i++) a[i] = i;
}

// all
void bound_first(double *a, long n, long m) {
  for (long i = m; n > i; i++) a[i] = i;
}

// all
void by_three(double *a, int n) {
  for (int i = 1; i < n; i += 3) a[i] = i;
}

// all
void down_by_two(double *a, long n) {
  for (long i = n; i > 2; i -= 2) a[i] = a[i - 2];
}

// all
void without_sign(double *a, unsigned n) {
  for (unsigned i = 0; i < n; i++) a[i] = i;
}

// all
void of_a_size(double *a, size_t n) {
  for (size_t i = 0; i < n; ++i) a[n - 1 - i] = i;
}

// all
void tested_at_the_end(double *a, int n) {
  int i = 0;
  do { a[i] = i; i++; } while (i < n);
}

// all
void to_the_larger(double *a, int n, int m) {
  int end = n > m ? n : m;
  for (int i = 0; i < end; i++) a[i] = i;
}

// all
void to_the_smaller(double *a, unsigned n, unsigned m) {
  for (unsigned i = 0; i < (n < m ? n : m); i++) a[i] = i;
}

// all
void from_the_larger(double *a, int n, int m) {
  for (int i = n > m ? n : m; i < 100; i++) a[i] = i;
}

// all
void two_variables(double *a, double *b, int n) {
  for (int i = 0, j = n; i < n; i++, j -= 2) a[i] = b[j + n];
}

// all
void between(double *a, int n) {
  for (int i = 0; i < n; i++)
    if (i >= 5 && i < 15) a[i] = 1; else a[i + 1] = 2;
}

// all
void one_more_behind(double *a, int n, int m) {
  for (int i = 0; i < n; i++) a[i + (i > m)] = i;
}

// all
void one_less_before(double *a, int n, int m) {
  for (int i = 0; i < n; i++) a[i - (i < m)] = i;
}

// all
void high_bound(double *a) {
  for (unsigned i = 4294967200u; i < 4294967290u; i++) a[i] = i;
}

// all
void short_bytes(double *a) {
  for (unsigned char i = 130; i < 200; i++) a[i] = i;
}

// all
void short_bytes_until(double *a) {
  for (unsigned char i = 130; i != 200; i++) a[i] = i;
}

// all
void nested(int n, double c[100][100], double a[100][100], double b[100][100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
    }
}

// all
void triangle(int n, double a[100][100]) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) a[i][j] = a[j][i];
}

// all
void lower_triangle(int n, double a[100][100]) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j <= i; j++) a[i][j] *= 2;
}

// all
void tiles(int n, double a[100][100]) {
  for (int t = 0; t < n; t += 8)
    for (int i = t; i < (t + 8 < n ? t + 8 : n); i++) a[i][t] = i;
}

// all
void of_variable_size(int n, int m, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = i + j;
}

// all
void of_three_variable_sizes(int n, int m, int l, double a[n][m][l]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++) a[i][j][k] = a[i][j][l - 1 - k] + 1;
}

// all
void by_hand(int n, int m, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i * m + j] = i;
}

// all
void rows(int n, double (*a)[50], double *b) {
  for (int i = 0; i < n; i++) {
    double *row = a[i];
    for (int j = 0; j < 50; j++) row[j] = b[j];
  }
}

struct point { double x, y; int tag[3]; };

// all
void of_structures(struct point *p, int n) {
  for (int i = 0; i < n; i++) {
    p[i].x = p[n - i].y;
    for (int k = 0; k < 3; k++) p[i].tag[k] = k;
  }
}

// all
void by_pointer(double *a, double *end) {
  for (double *p = a; p != end; p++) *p = 1;
}

// all
void by_two_pointers(double *a, float *b, int n) {
  for (int i = 0; i < n; i++) *a++ = *b++;
}

// all
void neighbours(double *a, double *b, int n, int m) {
  for (int i = 0; i < n; i++) a[i] = i;
  for (int j = 0; j < m; j++) b[j] = a[j];
  for (int k = m; k > 0; k--) a[k] = b[k];
}

// all
void with_functions(double *a, int n) {
  for (int i = 0; i < n; i++) a[i] = fabs(a[i]) + sqrt(a[i]) * fmax(a[i], 3) + floor(a[i]);
}

// all
void sum(const double *a, double *s, int n) {
  double t = 0;
  for (int i = 0; i < n; i++) t += a[i];
  *s = t;
}

// all
void cleared_rows(int n, int m, double a[100][100]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) a[i][j] = 0;
    a[i][i] = 1;
  }
}

// all
void copied_rows(int n, int m, double a[restrict 100][100], double b[restrict 100][100]) {
  for (int i = 0; i < n; i++) {
    memcpy(a[i], b[n - i], m * sizeof(double));
    a[i][0] = 3;
  }
}

// all
void guarded_by_data(const double *a, double *b, int n, int which) {
  if (which)
    for (int i = 0; i < n; i++) b[i] = a[i];
  else
    for (int i = n; i < 2 * n; i++) b[i] = a[i];
}

// all
void of_bits(double *a, int n, int m) {
  for (int i = 0; i < n; i++)
    if ((i < m) != (i > 3)) a[i] = 1; else a[i] = 2;
}

// all
void chosen(double *a, int n, int m) {
  for (int i = 0; i < n; i++) a[i < m ? i : 2 * m - i] = i;
}

// all
void narrowed_indices(double *a, long n) {
  for (long i = 0; i < n; i++) a[(int)i] = 1;
}

// all
void stencil(int t, int n, double a[100][100], double b[100][100]) {
  for (int s = 0; s < t; s++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) a[i][j] = b[i][j];
  }
}

// all
void skewed(int t, int n, double a[200]) {
  for (int s = 0; s < t; s++)
    for (int i = 2 * s; i < n + 2 * s; i++) a[i - 2 * s] = i;
}

// all
void shifted(double *a, int n) {
  for (int i = 0; i < n; i++) a[(i << 2) + 1] = a[4 * n - 1 - i];
}

// all
void complement(double *a, int n) {
  for (int i = 0; i < n; i++) a[100 + ~i] = i;
}

// all
void twelve_loops(int n, double a[50][50]) {
  for (int q = 0; q < n; q++) {
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] += q;
    for (int i = 0; i < n; i++) for (int j = i; j < n; j++) a[j][i] += i;
    for (int i = 1; i < n; i++) for (int j = 0; j < i; j++) a[i - 1][j] += j;
    for (int i = n; i > 0; i--) for (int j = 0; j < q; j++) a[i][j] += n;
    for (int i = 0; i < n; i += 2) for (int j = 0; j < n; j += 3) a[i][j] += 1;
    for (int i = 0; i < n; i++) a[i][q] += a[q][i];
  }
}

// all
void until_met_by_two(double *a, double *end) {
  for (double *p = a; p != end; p += 2) *p = 1;
}
// all
void until_met_by_index(int n, int *a) {
  for (int i = 0; i != n; i += 2) a[i] = 1;
}
// all (before LLVM 19: none)
void until_met_downwards(int n, int *a) {
  for (int i = n; i != 0; i -= 3) a[i] = i;
}
// all
void down_by_one(unsigned n, int *a) {
  unsigned i = n;
  while (i--) a[i] = 1;
}
// all
void down_from_long(unsigned long n, int *a) {
  for (unsigned long i = n; i-- > 0;) a[i] = a[i + 1];
}
// all
void by_four(unsigned n, int *a) {
  for (unsigned i = 0; i + 3 < n; i += 4) {
    a[i] = 0;
    a[i + 1] = 1;
    a[i + 2] = 2;
    a[i + 3] = 3;
  }
}
// all
void by_four_and_rest(int n, int *a) {
  int i = 0;
  for (; i + 3 < n; i += 4) {
    a[i] += 1;
    a[i + 1] += a[i + 2];
  }
  for (; i < n; i++) a[i] = 5;
}
// all
void ahead_of_first(int k, int n, int *a) {
  for (int i = k; i + 5 <= n; i += 4) a[i] = 2;
}
// all
void ahead_of_first_unsigned(unsigned k, unsigned n, int *a) {
  for (unsigned i = k; i + 5 < n; i += 3) a[i] = 1;
}
// all
void behind(long n, int *a) {
  for (long i = n; i - 7 > 0; i -= 2) a[i - 7] = i;
}
// all
void first_apart(int n, double p[100], double a[100][100]) {
  for (int i = 0; i < n; ++i) {
    double x = a[i][i];
    for (int j = 0; j <= i - 1; ++j) x = x - a[i][j] * a[i][j];
    p[i] = 1.0 / sqrt(x);
    for (int j = i + 1; j < n; ++j) {
      x = a[i][j];
      for (int k = 0; k <= i - 1; ++k) x = x - a[j][k] * a[i][k];
      a[j][i] = x * p[i];
    }
  }
}

// all
void next_but_one(double *restrict a, const double *restrict b, size_t n) {
  for (size_t i = 1; i + 1 < n; i++) a[i] = b[i - 1] + b[i + 1];
}
