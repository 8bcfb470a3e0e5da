// Elements that loops update, in memory or a register, at two sets of flags, with near misses; as in table.c.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/elements-updated.candl -- -O2
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/elements-updated.candl -- -Os -ffast-math

#define N 64
#define FOR(i) for (int i = 0; i < N; ++i)
#define R restrict
void ijk(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(i) FOR(j) FOR(k) c[i][j] += a[i][k] * b[k][j]; } // Gemm
void ikj(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(i) FOR(k) FOR(j) c[i][j] += a[i][k] * b[k][j]; } // Gemm
void jik(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(j) FOR(i) FOR(k) c[i][j] += a[i][k] * b[k][j]; } // Gemm
void jki(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(j) FOR(k) FOR(i) c[i][j] += a[i][k] * b[k][j]; } // Gemm
void kij(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(k) FOR(i) FOR(j) c[i][j] += a[i][k] * b[k][j]; } // Gemm
void kji(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(k) FOR(j) FOR(i) c[i][j] += a[i][k] * b[k][j]; } // Gemm
void flat(double *R c, double *R a, double *R b, int n) { for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) { double s = 0; for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; } } // Gemm
void transposed(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(i) FOR(j) FOR(k) c[i][j] += a[k][i] * b[k][j]; } // Gemm
void by_another(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(i) FOR(j) FOR(k) c[i][j] += a[i][k] * b[i][j]; } // -
void kept_last(double (*R c)[N], double (*R a)[N], double (*R b)[N]) { FOR(i) FOR(j) FOR(k) c[i][j] = a[i][k] * b[k][j]; } // -
void rows(double *R y, const double *R v, const double *R x, const int *R col, const int *R row, int n) { for (int i = 0; i < n; ++i) { double s = 0; for (int j = row[i]; j < row[i + 1]; ++j) s += v[j] * x[col[j]]; y[i] = s; } } // Spmv
void dense(double *R y, const double *R v, const double *R x, const int *R row, int n) { for (int i = 0; i < n; ++i) { double s = 0; for (int j = row[i]; j < row[i + 1]; ++j) s += v[j] * x[j]; y[i] = s; } } // -
float between(float x, float l, float h) { return x < l ? l : x > h ? h : x; } // Clamp
float first_above(float x, float l, float h) { float t = x > h ? h : x; return t < l ? l : t; } // Clamp
int of_integers(int x, int l, int h) { return x < l ? l : x > h ? h : x; } // Clamp
float below(float x, float l, float h) { return x < l ? l : x < h ? h : x; } // -
