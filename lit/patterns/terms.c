// Terms about accesses, loops and constants, at two sets of flags, each beside near misses; as in table.c.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/terms.candl -- -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/terms.candl -- -Os -ffast-math -fno-vectorize -fno-slp-vectorize

#define R restrict
void four(double *R y, const double *R x, long n) { for (long i = 0; i < n; ++i) y[i] = x[i] * x[i + 1] + x[i + 2] / x[i + 3]; } // Four
void three(double *R y, const double *R x, long n) { for (long i = 0; i < n; ++i) y[i] = x[i] * x[i + 1] + x[i + 2]; } // -
void four_apart(double *R y, const double *R x, long n) { for (long i = 0; i < n; ++i) y[i] = x[2 * i] * x[2 * i + 2] + x[2 * i + 4] / x[2 * i + 6]; } // -
double every_other(const double *x) { double s = 0; for (int i = 0; i < 100; ++i) s += x[2 * i]; return s; } // EveryOther
double every_other_few(const double *x) { double s = 0; for (int i = 0; i < 99; ++i) s += x[2 * i]; return s; } // -
double every_other_many(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[2 * i]; return s; } // -
double every_third(const double *x) { double s = 0; for (int i = 0; i < 100; ++i) s += x[3 * i]; return s; } // -
unsigned sign_bit(unsigned x) { return x >> 31; } // SignBit
unsigned long sign_bit_long(unsigned long x) { return x >> 63; } // SignBit
unsigned long middle_bit(unsigned long x) { return x >> 31; } // -
unsigned high_field(unsigned x) { return x >> 20; } // HighField
unsigned low_field(unsigned x) { return x >> 16; } // -
double packed(const double *x, long n, long m) { double s = 0; for (long i = 0; i < n; ++i) for (long j = 0; j < m; ++j) s += x[i * m + j]; return s; } // Packed
double spaced(const double *x, long n, long m, long w) { double s = 0; for (long i = 0; i < n; ++i) for (long j = 0; j < m; ++j) s += x[i * w + j]; return s; } // -
