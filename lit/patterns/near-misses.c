// Near misses of a sum, a dot product and a stencil; as in table.c. A sum of loads is a sum whatever else may
// write there, unless the description asks for more.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/near-misses.candl -- -O2
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/near-misses.candl -- -Os -ffast-math

#define N 100
#define R restrict
double total(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; } // Total TotalAlone
double total_until(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) break; s += x[i]; } return s; } // -
double total_and_last(const double *x, int n, double *R y) { double s = 0; for (int i = 0; i < n; ++i) { y[i] = s; s += x[i]; } return s; } // -
double alternating(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) s = x[i] - s; return s; } // -
double of_one(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i] / (s + 1); return s; } // -
double dot(const double *x, const double *y, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i] * y[i]; return s; } // Dot
double dot_strided(const double *x, const double *y, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[2 * i] * y[3 * i]; return s; } // Dot
double dot_until(const double *x, const double *y, int n) { double s = 0; for (int i = 0; i < n; ++i) { s += x[i] * y[i]; if (s > 7) break; } return s; } // -
double dot_of_one(const double *x, const double *y, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i] * y[7]; return s; } // -
double dot_of_sums(const double *x, const double *y, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i] + y[i]; return s; } // -
void total_behind(const double *R x, double *R c, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i]; *c = s; } // Total TotalAlone TotalInMemory
void total_aliased(const double *x, double *c, int n) { *c = 0; for (int i = 0; i < n; ++i) *c += x[i]; } // Total TotalInMemory
void total_of_itself(double *x, int n) { for (int i = 0; i < n; ++i) x[0] += x[i]; } // Total
void total_in_place(const double *R x, double *R c, int n) { *c = 0; for (int i = 0; i < n; ++i) *c += x[i]; } // Total TotalAlone TotalInMemory
void stencil(double (*R b)[N], double (*R a)[N]) { for (int i = 1; i < N - 1; ++i) for (int j = 1; j < N - 1; ++j) b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]); } // Stencil5
void stencil_of_3(double (*R b)[N], double (*R a)[N]) { for (int i = 1; i < N - 1; ++i) for (int j = 1; j < N - 1; ++j) b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]); } // -
void stencil_skewed(double (*R b)[N], double (*R a)[N]) { for (int i = 1; i < N - 1; ++i) for (int j = 1; j < N - 1; ++j) b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i + 1][j + 1]); } // -
void stencil_of_two(double (*R b)[N], double (*R a)[N], double (*R c)[N]) { for (int i = 1; i < N - 1; ++i) for (int j = 1; j < N - 1; ++j) b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + c[i][j - 1] + c[i][j + 1]); } // -
void stencil_wide(double (*R b)[N], double (*R a)[N]) { for (int i = 2; i < N - 2; ++i) for (int j = 2; j < N - 2; ++j) b[i][j] = 0.25 * (a[i - 2][j] + a[i + 2][j] + a[i][j - 2] + a[i][j + 2]); } // -
