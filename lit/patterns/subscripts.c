// Sums as subscripts: a counter with the opposite sign, two counters, a value that another pattern describes, and
// distances that hold a term.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %S/Inputs/subscripts.candl -- -O2 -ffast-math
// RUN: %python %inputs/expected.py Os %s %idiom %S/Inputs/subscripts.candl -- -Os -ffast-math

#include <stddef.h>

int next(void);

void down(int *a, int n) { for (int i = n - 1; i > 0; i--) { int j = next() % (i + 1); int t = a[i]; a[i] = a[j]; a[j] = t; } } // Shuffle
void down_to_one(int *a, size_t n) { for (size_t i = n; i-- > 1;) { size_t j = next() % (i + 1); int t = a[i]; a[i] = a[j]; a[j] = t; } } // Shuffle
void up(int *a, int n) { for (int i = 0; i < n - 1; i++) { int j = i + next() / (n - i); int t = a[j]; a[j] = a[i]; a[i] = t; } } // Shuffle
void inside_out(double *a, int n) { for (int i = 1; i < n; i++) { int j = next() % (i + 1); double t = a[i]; a[i] = a[j]; a[j] = t; } } // Shuffle
void own_count(unsigned *a, unsigned n) { while (n > 1) { unsigned j = next() % n; n--; unsigned t = a[n]; a[n] = a[j]; a[j] = t; } } // Shuffle
void not_back(int *a, int n) { for (int i = n - 1; i > 0; i--) { int j = next() % (i + 1); a[i] = a[j]; } } // -
void two_arrays(int *restrict a, int *restrict b, int n) { for (int i = n - 1; i > 0; i--) { int j = next() % (i + 1); int t = a[i]; a[i] = b[j]; b[j] = t; } } // -

void two_counters(int *a, int n) { for (int i = 0, j = n - 1; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; } } // ReversedCopy ReversedInPlace
void half(int *a, int n) { for (int i = 0; i < n / 2; i++) { int t = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = t; } } // ReversedCopy ReversedInPlace
void pointers(char *a, size_t n) { char *b = a + n - 1; while (a < b) { char t = *a; *a++ = *b; *b-- = t; } } // ReversedCopy ReversedInPlace
void half_open(float *a, long n) { long j = n; for (long i = 0; i < --j; i++) { float t = a[i]; a[i] = a[j]; a[j] = t; } } // ReversedCopy ReversedInPlace
void range(int *a, int lo, int hi) { while (lo < hi) { int t = a[lo]; a[lo++] = a[hi]; a[hi--] = t; } } // ReversedCopy ReversedInPlace
void exchanged(int *restrict a, int *restrict b, int n) { for (int i = 0; i < n; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; } } // -
void same_way(int *a, int n) { for (int i = 0; i < n; i++) { int t = a[i]; a[i] = a[i + n]; a[i + n] = t; } } // -
void by_two(int *a, int n) { for (int i = 0; i < n; i++) { int t = a[i]; a[i] = a[3 * n - 2 * i]; a[3 * n - 2 * i] = t; } } // -

void copied(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) a[n - 1 - i] = b[i]; } // ReversedCopy
void copied_from(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = b[n - i]; } // ReversedCopy

void correlated(float *restrict y, const float *restrict h, const float *restrict x, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += h[j] * x[i + j]; y[i] = s; } } // Correlation
void convolved(float *restrict y, const float *restrict h, const float *restrict x, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += h[j] * x[i - j]; y[i] = s; } } // Convolution
void convolved_behind(float *restrict y, const float *restrict h, const float *restrict x, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += h[j] * x[i + m - 1 - j]; y[i] = s; } } // Convolution
void by_two_samples(float *restrict y, const float *restrict h, const float *restrict x, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += h[j] * x[2 * i - j]; y[i] = s; } } // -
void matrix(float *restrict y, const float *restrict h, const float *restrict x, int n, int m) { for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < m; j++) s += h[j] * x[m * i + j]; y[i] = s; } } // -

void looked_up(float *restrict y, const int *restrict k, const float *restrict t, int n) { for (int i = 0; i < n; i++) y[i] = t[k[i]]; } // Lookup
void looked_up_behind(float *restrict y, const int *restrict k, const float *restrict t, int n) { for (int i = 0; i < n; i++) y[i] = t[k[i] + 1]; } // Lookup
void looked_up_twice(float *restrict y, const int *restrict k, const int *restrict l, const float *restrict t, long n) { for (long i = 0; i < n; i++) y[i] = t[k[i] + l[i]]; } // Lookup SumAsIndex

void looked_up_doubled(float *restrict y, const int *restrict k, const float *restrict t, long n) { for (long i = 0; i < n; i++) y[i] = t[2 * k[i]]; } // Lookup

void apart(int *restrict d, const int *restrict a, int n) { for (int i = 0; i < n; i++) d[i] = a[i + 5] - a[i]; } // Apart
void beside(int *restrict d, const int *restrict a, int n) { for (int i = 0; i < n; i++) d[i] = a[i + 1] - a[i]; } // -
void by_parameter(int *restrict d, const int *restrict a, int n, int m) { for (int i = 0; i < n; i++) d[i] = a[i + m] - a[i]; } // -
