// Reductions found in C, at two sets of flags, each beside near misses; as in table.c.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/reductions.candl -- -O2
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/reductions.candl -- -Os -ffast-math

int sum(const int *x, int n) { int s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; } // Total
double sum_double(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; } // Total
double sum_from(const double *x, int n, double s) { for (int i = 0; i < n; ++i) s = x[i] + s; return s; } // Total
void prefix_sums(double *restrict y, const double *restrict x, int n) { double s = 0; for (int i = 0; i < n; ++i) y[i] = s += x[i]; } // -
double difference(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) s = x[i] - s; return s; } // -
double last(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) s = x[i]; return s; } // -
double dot(const double *x, const double *y, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i] * y[i]; return s; } // Dot
float dot_float(const float *x, const float *y, int n) { float s = 0; for (int i = 0; i < n; ++i) s = y[i] * x[i] + s; return s; } // Dot
long dot_long(const long *x, const long *y, int n) { long s = 0; for (int i = 0; i < n; ++i) s += x[i] * y[i]; return s; } // Dot
int maximum(const int *x, int n) { int s = x[0]; for (int i = 1; i < n; ++i) if (x[i] > s) s = x[i]; return s; } // Maximum
int minimum(const int *x, int n) { int s = x[0]; for (int i = 1; i < n; ++i) if (x[i] < s) s = x[i]; return s; } // -
float product(const float *x, int n) { float s = 1; for (int i = 0; i < n; ++i) s *= x[i]; return s; } // Product
double two_exits(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) { if (x[i] == 7) break; s += x[i]; } return s; } // -
