/* Descriptions that are easily told wrong: sums that wrap around, values carried from round to round, lengths, arms, ranks, parametric rows. The line before
   each function says how many of its loops are in static control parts. */
#include <string.h>

// all
void unsigned_before(unsigned k, unsigned n, float *a) { for (unsigned i = k; i < n; i++) a[i - 1] = 0; }
// none
void unsigned_five_before(unsigned n, float *a) { for (unsigned i = 0; i < n; i++) a[i - 5u] = 0; }
// none
void negative_as_unsigned(int n, float *a) { for (int i = -n; i < n; i++) a[(unsigned)i] = 0; }
// all
void maybe_negative_as_unsigned(int k, int n, float *a) { for (int i = k; i < n; i++) a[(unsigned)i] = 0; }
// all
void unsigned_of_both(unsigned k, int n, float *a) { for (unsigned i = k; i < (unsigned)n; i++) a[n - i] = 0; }
// all
void recurrence(int n, float *a, float *b) { float s = 0; for (int i = 0; i < n; i++) { s = s * .5f + b[i]; a[i] = s; } }
// all
void dot(int n, float *a, float *b, float *c) { float s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; *c = s; }
// all
void carried_load(int n, int *a) { for (int i = 1; i < n; i++) a[i] = a[i - 1] + 1; }
// all
void carried_float(int n, float *a) { for (int i = 1; i < n; i++) a[i] = a[i - 1] * 2; }
// all
void seidel(int steps, int n, double A[40][40]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = (A[i-1][j-1] + A[i-1][j] + A[i-1][j+1] + A[i][j-1] + A[i][j] + A[i][j+1] + A[i+1][j-1] + A[i+1][j] + A[i+1][j+1]) / 9;
}
// all
void carried_two(int n, double *a, double *b) { double x = 1, y = 2; for (int i = 0; i < n; i++) { double z = x + y; a[i] = z; x = y; y = z * b[i]; } }
// all
void sum_of_rows(int n, double a[30][30], double *s) {
  for (int i = 0; i < n; i++) { double r = 0; for (int j = 0; j < n; j++) r += a[i][j]; s[i] = r; }
}
// all
void chosen_by_iterator(int n, int m, double *a, double *b) {
  for (int i = 0; i < n; i++) { double x; if (i < m) x = b[i]; else x = b[i + 1] * 2; a[i] = x; }
}
// all
void overlapping_bytes(char *p, int n) { for (int i = 0; i < n; i++) *(int *)(p + i) = i; }
// all
void three_widths(char *p, int n) { for (int i = 0; i < n; i++) { p[i] = 1; ((short *)p)[i] = 2; ((double *)p)[i] = 3; } }
// all
void two_continues(int n, double *a, double *b) {
  for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 7) a[i] = 1; else b[i] = 2; }
}
// all (before LLVM 19: none)
void else_arm(int n, int m, double *a) {
  for (int i = 0; i < n; i++) { if (i > m) a[i] = 1; else if (i > 2) a[i + 1] = 2; else a[2 * i + 3] = 4; }
}
// all
void guarded(int n, int m, double *a) { if (m > 2) { for (int i = m; i < n; i++) a[i] = 1; a[m] = 2; } }
extern double lhs[20][20][3];
// all
void extern_global(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) { lhs[i][j][2] = lhs[i][j - 1][1]; lhs[i][0][0] = lhs[j][i][2]; }
}
// all
void vla(int n, int m, double a[n][m], double b[m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = b[j][i];
}
// all
void vla_product(int n, double c[n][n], double a[n][n], double b[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
    }
}
// all
void rows_by_hand(int n, int m, double *c) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) c[j + m * i] = 1; }
// all
void vla_of_three(int n, int m, int l, double a[n][m][l]) {
  for (int i = 0; i < n; i++) for (int j = 1; j < m; j++) for (int k = 0; k < l; k++) a[i][j][k] = a[i][j - 1][k];
}
// some
void two_parametric_strides(int n, int m, int p, double *a) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i * m + j * p] = 1; }
// all
void rows_from_the_third(int n, int m, double *c) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) c[i * m + j + 3] = 1; }
// some
void row_leaves(int n, int m, double *c) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) c[i * m + j + 3] = c[i * m + j]; }
// all
void local_rows(int n, double *a) {
  double t[16]; for (int i = 0; i < n; i++) t[i % 1 + i] = a[i]; for (int i = 0; i < n; i++) a[i] = t[n - 1 - i];
}
// all
void by_four(int n, double *a) { for (int i = 0; i < n; i += 4) a[i] = a[i + 2] + a[i + 4]; }
// all
void tiles(int n, double *a) { for (int t = 0; t < n; t += 8) for (int i = t; i < (t + 8 < n ? t + 8 : n); i++) a[i] += t; }
// all
void cleared_rows(int n, int m, double *a) { for (int i = 0; i < n; i++) memset(a + i * m, 0, m * sizeof(double)); }
// all
void triangle(int n, double a[20][20]) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i][j] += a[j][i]; }
// all
void last_of_inner(int n, int m, double *a) { double x = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) x = a[j] + x * 2; a[i] = x; } }
// all
void arms_of_a_switch(int n, int k, double *a, float *b, int *c) {
  for (int i = 0; i < n; i++)
    switch (i - k) {
    case -3: a[i] = 1; break;
    case 2: case 4: b[i] = 2; break;
    case 5: a[i + 1] = 3;
    default: c[i + 3] += 4;
    }
}
// clang 19 makes one store of all, through a pointer that is chosen.
// all (LLVM 19 to 21: none)
void switch_on_data(int n, int *k, double *a, double *b) {
  for (int i = 0; i < n; i++)
    switch (k[i]) { case 1: a[i] = 1; break; case 2: b[i] = 2; break; case 7: a[i + 1] = 3; break; case 9: b[i + 1] = 5; }
}
// all
void reductions(int n, double c[20][20], double a[20][20], int *sum, int *most, double *product) {
  int s = 0, m = 0; double p = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++) c[i][j] += a[i][k] * a[k][j];
      s -= i * 3 + (int)a[i][j];
      m = m > s ? m : s;
      p *= a[i][j];
    }
  *sum = s, *most = m, *product = p;
}
// all
void outside_a_range(int n, double *a, float *b) { for (int i = 0; i < n; i++) if ((unsigned)(i - 15) < -10u) a[i] = 1; else b[i] = 2; }
