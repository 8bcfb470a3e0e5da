// Loops that threads may share, and such that look like them.
#include "kernels.h"
#include <math.h>

#define K(name) __attribute__((noinline)) double NAME(name)(long n, double *a, double *b, int *x, long *h)
#define R(name)                                                                                              \
  __attribute__((noinline)) double NAME(name)(long n, double *restrict a, double *restrict b, int *restrict x, long *restrict h)
#define UNUSED (void)a, (void)b, (void)x, (void)h

K(map) { UNUSED; for (long i = 0; i < n; i++) a[i] = 2 * b[i] + 1; return 0; }
K(in_place) { UNUSED; for (long i = 0; i < n; i++) a[i] = a[i] * 2 + x[i]; return 0; }
K(sum) { UNUSED; long s = 3; for (long i = 0; i < n; i++) s += x[i]; return s; }
K(sum_of_floats) { UNUSED; double s = 1; for (long i = 0; i < n; i++) s += a[i] * b[i]; return s; }
K(difference) { UNUSED; double s = 1; for (long i = 0; i < n; i++) s -= a[i]; return s; }
K(sum_in_some) { UNUSED; double s = 0; for (long i = 0; i < n; i++) if (x[i] > 3) s += a[i]; return s; }
K(two_sums) { UNUSED; long s = 0; double t = 2; for (long i = 0; i < n; i++) { s += x[i]; t += a[i]; } return s + 7 * t; }
K(product) { UNUSED; unsigned s = 3; for (long i = 0; i < n; i++) s *= x[i] | 1; return s; }
K(least) { UNUSED; int s = 5; for (long i = 0; i < n; i++) s = x[i] < s ? x[i] : s; return s; }
K(greatest_float) { UNUSED; double s = -1; for (long i = 0; i < n; i++) s = fmax(s, a[i]); return s; }
K(greatest_by_branch) { UNUSED; double s = 4; for (long i = 0; i < n; i++) if (a[i] > s) s = a[i]; return s; }
K(all_bits) { UNUSED; int s = -1; for (long i = 0; i < n; i++) s &= x[i]; return s; }
K(any_bits) { UNUSED; int s = 0; for (long i = 0; i < n; i++) s |= x[i] << 3; return s; }
K(odd_bits) { UNUSED; int s = 9; for (long i = 0; i < n; i++) s ^= x[i] * 77; return s; }
K(narrow_sum) { UNUSED; unsigned char s = 200; for (long i = 0; i < n; i++) s += x[i]; return s; }
K(sum_of_rows) { UNUSED; double s = 0; for (long i = 0; i < n; i++) for (long j = 0; j < 4; j++) s += a[4 * (i / 4) + j]; return s; }
// n rows of 8.
K(rows) { UNUSED; for (long i = 0; i < n / 8; i++) { double s = 0; for (int j = 0; j < 8; j++) s += b[8 * i + j] * x[j]; a[i] = s; } return 0; }
K(columns) { UNUSED; for (long i = 0; i < n / 8; i++) for (int j = 0; j < 8; j++) a[j] = a[j] * 3 + b[8 * i + j]; return 0; }
K(jacobi) {
  UNUSED;
  long m = n / 16;
  unsigned long *to = (unsigned long *)a, *from = (unsigned long *)b;
  for (long i = 1; i < m - 1; i++)
    for (long j = 1; j < 15; j++)
      to[16 * i + j] = from[16 * i + j] + from[16 * i + j - 1] + from[16 * i + j + 1] + from[16 * (i - 1) + j] + from[16 * (i + 1) + j];
  return 0;
}
K(smooth) { UNUSED; for (long i = 1; i < n - 1; i++) a[i] = b[i - 1] + 2 * b[i] + b[i + 1]; return 0; }
K(triples) { UNUSED; for (long i = 0; i < n / 3; i++) { a[3 * i] = a[3 * i + 2] + 1; a[3 * i + 1] = a[3 * i] * 2; } return 0; }
K(even) { UNUSED; for (long i = 0; i < n / 2; i++) a[2 * i] = a[2 * i + 1] + 1; return 0; }
K(downward) { UNUSED; double s = 0; for (long i = n - 1; i >= 0; i--) { a[i] = b[i] + 1; s += b[i]; } return s; }
K(walk) { UNUSED; double *e = a + n; for (double *p = a, *q = b; p < e; p++, q++) *p = *q * 3; return 0; }
K(strided_walk) { UNUSED; long m = h[0] & 3; double *p = a; for (long i = 0; i < n / 4; i++) { *p += b[i]; p += m + 1; } return 0; }
K(behind) { UNUSED; double *p = a; long k = 5; for (long i = 0; i < n; i++) { *p++ = b[i]; k += 3; } return (p - a) + k; }
K(map_and_sum) { UNUSED; double s = 0; for (long i = 0; i < n; i++) { a[i] = b[i] + x[i]; s += a[i]; } return s; }
K(stores_in_some) { UNUSED; for (long i = 0; i < n; i++) if (x[i] & 1) a[i] = b[i]; return 0; }
K(histogram) { UNUSED; for (long i = 0; i < n; i++) h[x[i] & 63]++; return 0; }
// 128 bins by the mask, of which the indices reach 91.
K(small_histogram) { UNUSED; for (long i = 0; i < n; i++) h[x[i] & 127] += 2; return 0; }
K(weights) { UNUSED; for (long i = 0; i < n; i++) b[x[i] & 31] += a[i]; return 0; }
K(two_updates) { UNUSED; for (long i = 0; i < n; i++) { h[x[i] & 15]++; h[(x[i] & 7) + 8] += 3; } return 0; }
K(narrow_bins) { UNUSED; unsigned char *bins = (unsigned char *)h; for (long i = 0; i < n; i++) bins[(unsigned char)x[i]]++; return 0; }
K(bits_of_bins) { UNUSED; for (long i = 0; i < n; i++) h[x[i] & 15] |= 1L << (x[i] & 31); return 0; }
K(sum_in_memory) { UNUSED; for (long i = 0; i < n; i++) *h += x[i]; return 0; }
R(gather) { UNUSED; for (long i = 0; i < n; i++) h[i] = x[x[i] & 63]; return 0; }
// The arrays of different types may be one.
K(gather_of_one) { UNUSED; for (long i = 0; i < n; i++) h[i] = x[x[i] & 63]; return 0; }
K(narrowed) { UNUSED; float *to = (float *)a; for (long i = 0; i < n; i++) to[i] = a[i]; return 0; }
K(roots) { UNUSED; double s = 0; for (long i = 0; i < n; i++) { a[i] = sqrt(b[i] * b[i]); s += a[i]; } return s; }
// Rows between neighbouring elements of x, which are sorted.
R(sparse) { UNUSED; for (long i = 0; i + 1 < n; i++) { long s = 0; for (int k = x[i] & 7; k < (x[i + 1] & 7); k++) s += x[k] * k; h[i] = s; } return 0; }

K(scan) { UNUSED; double s = 0; for (long i = 0; i < n; i++) { s += b[i]; a[i] = s; } return s; }
K(recurrence) { UNUSED; for (long i = 1; i < n; i++) a[i] = a[i - 1] + b[i]; return 0; }
K(from_next) { UNUSED; for (long i = 0; i + 1 < n; i++) a[i] = a[i + 1] + 1; return 0; }
K(by_offset) { UNUSED; for (long i = 0; i + 8 < n; i++) a[i + (x[i] & 7)] = b[i]; return 0; }
K(one_element) { UNUSED; for (long i = 0; i < n; i++) h[0] = x[i]; return 0; }
K(scatter) { UNUSED; for (long i = 0; i < n; i++) a[x[i] & 63] = b[i]; return 0; }
K(any_index) { UNUSED; for (long i = 0; i < n; i++) h[x[i]]++; return 0; }
K(bins_read) { UNUSED; long s = 0; for (long i = 0; i < n; i++) { h[x[i] & 63]++; s += h[i & 63]; } return s; }
K(bins_compared) { UNUSED; for (long i = 0; i < n; i++) { if (h[x[i] & 63] < 5) h[x[i] & 63]++; } return 0; }
double outside(double);
K(unknown_call) { UNUSED; for (long i = 0; i < n; i++) a[i] = outside(b[i]); return 0; }
extern _Thread_local int own;
__attribute__((noinline)) static double of_thread(double y) { return y + own; }
K(thread_local_read) { UNUSED; for (long i = 0; i < n; i++) a[i] = of_thread(b[i]); return 0; }
double strtod_like(double) __attribute__((const));
K(sets_errno) { UNUSED; for (long i = 0; i < n; i++) a[i] = strtod_like(b[i]); return 0; }
K(search) { UNUSED; for (long i = 0; i < n; i++) { if (x[i] == 99) return i; a[i] = 1; } return -1; }
K(last_value) { UNUSED; double t = 0; for (long i = 0; i < n; i++) { t = b[i] * 2; a[i] = t + 1; } return t; }
K(compared_sum) { UNUSED; long s = 0; for (long i = 0; i < n; i++) { s += x[i]; if (s > 50) a[i] = 1; } return s; }
K(mixed) { UNUSED; int s = 1; for (long i = 0; i < n; i++) s = (s + x[i]) * 3; return s; }
K(triangle) { UNUSED; for (long i = 0; i < n / 64; i++) for (long j = 0; j < i; j++) a[64 * i + j] = a[64 * j + i] + 1; return 0; }
K(two_back) { UNUSED; double p = 1, q = 2; for (long i = 0; i < n; i++) { double t = b[i] + p; p = q; q = t; a[i] = t; } return 0; }
K(overlapping_rows) { UNUSED; for (long i = 0; i < n / 4 - 2; i++) for (int j = 0; j < 6; j++) a[4 * i + j] += b[i]; return 0; }
K(of_volatile) { UNUSED; volatile long *v = h; for (long i = 0; i < n; i++) { a[i] = b[i]; *v = i; } return 0; }

// Loops over pointers, whose number of rounds is a quotient.
static __attribute__((noinline)) void *behind_of(void *p, long bytes) { return (char *)p + bytes; }
typedef struct { double x, y, z; } Three;
K(range) { UNUSED; double *e = behind_of(a, n * 8); for (double *p = a; p != e; p++) *p = *p * 2 + 1; return 0; }
K(range_less) { UNUSED; double *e = behind_of(a, n * 8); for (double *p = a; p < e; p++) *p = *p * 2 + 1; return 0; }
// The end is no multiple behind the begin.
K(range_rest) { UNUSED; double *e = behind_of(a, n * 8 + (n & 7)); for (double *p = a; p < e; p++) *p = *p * 2 + 1; return 0; }
K(range_of_three) { UNUSED; Three *e = behind_of(a, n / 3 * 24); for (Three *p = (Three *)a; p != e; p++) p->x = p->y + p->z; return 0; }
K(range_sum) { UNUSED; int *e = behind_of(x, n * 4); long s = 1; for (int *p = x; p != e; p++) s += *p; return s; }
K(range_down) { UNUSED; double *p = behind_of(a, n * 8); while (p != a) { p--; *p += 3; } return 0; }
K(range_of_two) { UNUSED; double *e = behind_of(a, n * 8); int *q = x; for (double *p = a; p != e; p++) *p += *q++; return 0; }
K(range_rows) { UNUSED; double *e = behind_of(a, n / 8 * 64); for (double *p = a; p != e; p += 8) for (int j = 0; j < 8; j++) p[j] += x[j]; return 0; }
K(range_inside) { UNUSED; double *e = behind_of(b, 48); for (long i = 0; i < n / 8; i++) { double s = 0; for (double *p = b; p != e; p++) s += *p; a[8 * i] = s + i; } return 0; }
K(range_next) { UNUSED; double *e = behind_of(a, n * 8); for (double *p = a; p != e; p++) *p = p[1] + 1; return 0; }
K(range_back) { UNUSED; double *e = behind_of(a, n * 8); for (double *p = a; p != e; p++) *p = p[-1] + 1; return 0; }

// Steps other than 1 and -1.
K(by_two) { UNUSED; for (long i = 0; i < n; i += 2) a[i] = a[i] * 2 + b[i]; return 0; }
K(by_three_down) { UNUSED; for (long i = n - 1; i >= 0; i -= 3) a[i] = b[i] + i; return 0; }
K(by_four_unsigned) { UNUSED; for (unsigned i = 0; i < (unsigned)n; i += 4) a[i] += i; return 0; }
K(by_two_inside) { UNUSED; int m = 1 + (h[0] & 7); for (long i = 0; i < n / 8; i++) for (int j = 0; j < m; j += 2) a[8 * i + j] += x[j]; return 0; }
K(by_two_pairs) { UNUSED; for (long i = 0; i < n; i += 2) { double t = a[i]; a[i] = a[i + 1]; a[i + 1] = t * 3; } return 0; }
K(by_five_from) { UNUSED; for (long i = 7; i < n; i += 5) a[i] = a[i + 4] + b[i]; return 0; }
K(by_two_overlap) { UNUSED; for (long i = 0; i + 2 < n; i += 2) a[i] = a[i + 2] + 1; return 0; }
K(by_two_sum) { UNUSED; long s = 0; for (int i = 0; i < n; i += 2) s += x[i] * (i + 1); return s; }

// Values that rounds replace.
K(last_of_some) { UNUSED; long last = -1; for (long i = 0; i < n; i++) if (x[i] > 80) last = i; return last; }
K(last_element) { UNUSED; double last = -7; for (long i = 0; i < n; i++) { if (x[i] & 4) last = b[i]; a[i] = b[i]; } return last; }
K(last_two) { UNUSED; long last = -1; double t = 3; for (long i = 0; i < n; i++) { if (x[i] > 70) last = i; if (x[i] < 9) t = b[i]; } return last + 100000 * t; }
K(last_in_rows) { UNUSED; long last = -1; for (long i = 0; i < n / 8; i++) for (long j = 0; j < 8; j++) if (x[8 * i + j] == 77) last = 10 * i + j; return last; }
K(found) { UNUSED; int found = 0; for (long i = 0; i < n; i++) found |= x[i] == 77; return found; }
K(found_flag) { UNUSED; _Bool found = 0; for (long i = 0; i < n; i++) { if (x[i] == 77) found = 1; a[i] = 1; } return found; }
K(last_pointer) { UNUSED; int *last = x; for (long i = 0; i < n; i++) if (x[i] > 80) last = x + i; return last - x; }
K(last_read) { UNUSED; long last = 0; for (long i = 0; i < n; i++) { if (x[i] > 80) last = i; a[i] = last; } return last; }
K(first_of_some) { UNUSED; long first = -1; for (long i = 0; i < n; i++) if (x[i] > 80 && first < 0) first = i; return first; }
K(last_of_last) { UNUSED; long p = 0, q = 0; for (long i = 0; i < n; i++) if (x[i] > 80) { q = p; p = i; } return p * 7 + q; }
K(last_stored) { UNUSED; long last = 0; for (long i = 0; i < n; i++) { if (x[i] > 80) { last = i; h[0] = last; } } return last; }
K(least_at) { UNUSED; int m = 1000; long at = -1; for (long i = 0; i < n; i++) if (x[i] < m) { m = x[i]; at = i; } return m + 1000 * at; }
K(last_least_at) { UNUSED; int m = 1000; long at = -1; for (long i = 0; i < n; i++) if (x[i] <= m) { m = x[i]; at = i; } return m + 1000 * at; }
K(greatest_at) { UNUSED; int m = 90; long at = -1; for (long i = 0; i < n; i++) if (x[i] > m) { m = x[i]; at = i; } return m + 1000 * at; }
K(last_greatest_at) { UNUSED; int m = 90; int at = -1; for (int i = 0; i < n; i++) if (x[i] >= m) { m = x[i]; at = i; } return m + 1000 * at; }
K(least_float_at) { UNUSED; double m = 5; long at = -1; for (long i = 0; i < n; i++) if (a[i] < m) { m = a[i]; at = i; } return m + 1000 * at; }
K(last_least_float_at) { UNUSED; double m = 0; long at = -1; for (long i = 0; i < n; i++) if (!(a[i] > m)) { m = a[i]; at = i; } return m + 1000 * at; }
K(least_at_of_some) { UNUSED; int m = 1000; long at = -1; for (long i = 0; i < n; i++) if ((h[i] & 1) && x[i] < m) { m = x[i]; at = i; } return m + 1000 * at; }
K(least_in_rows) { UNUSED; double m = 100; long r = -1, c = -1, w = 1 + (h[0] & 7); for (long i = 0; i < n / 8; i++) for (long j = 0; j < w; j++) if (b[8 * i + j] < m) { m = b[8 * i + j]; r = i; c = j; } return m + 100 * c + 1000 * r; }
K(greatest_unsigned_at) { UNUSED; unsigned long m = 3; long at = -1; for (long i = 0; i < n; i++) if ((unsigned long)h[i] - 2 > m) { m = (unsigned long)h[i] - 2; at = i; } return at; }
K(least_three) { UNUSED; int m = 60; long at = -1; int k = 2; for (long i = 0; i < n; i++) if (x[i] * 3 % 89 < m) { m = x[i] * 3 % 89; at = i; k = x[i]; } return m + 100 * k + 10000 * at; }
K(least_and_store) { UNUSED; int m = 1000; for (long i = 0; i < n; i++) if (x[i] < m) { m = x[i]; a[i] = 1; } return m; }
K(least_or_reset) { UNUSED; int m = 1000; long at = -1; for (long i = 0; i < n; i++) { if (h[i] == 3) { m = x[i]; at = i; } else if (x[i] < m) { m = x[i]; at = i; } } return m + 1000 * at; }
K(least_by_two) { UNUSED; int m = 1000; long at = -1; for (long i = 0; i < n; i++) if (x[i] < m || (x[i] == m && (h[i] & 1))) { m = x[i]; at = i; } return m + 1000 * at; }
K(least_twice) { UNUSED; int m = 1000, m2 = 1000; for (long i = 0; i < n; i++) { if (x[i] < m) { m2 = m; m = x[i]; } else if (x[i] < m2) m2 = x[i]; } return m + 1000 * m2; }
K(least_count) { UNUSED; int m = 1000; long k = 0; for (long i = 0; i < n; i++) if (x[i] < m) { m = x[i]; k++; } return m + 1000 * k; }
K(least_from_other) { UNUSED; int m = 1000; long at = -1; for (long i = 0; i < n; i++) if (x[i] < m) { m = x[i] + 1; at = i; } return m + 1000 * at; }
// LLVM unrolls the inner loop, and one condition for all eight elements decides about the row.
K(least_in_eight) { UNUSED; double m = 100; long r = -1; for (long i = 0; i < n / 8; i++) for (long j = 0; j < 8; j++) if (b[8 * i + j] < m) { m = b[8 * i + j]; r = i; } return m + 1000 * r; }

// Values behind the loop of which a thread has only a part.
K(sum_before) { UNUSED; long s = 0, before = 0; for (long i = 0; i < n; i++) { before = s; s += x[i]; } return before; }
K(bin_behind) { UNUSED; long t = 0; for (long i = 0; i < n; i++) t = ++h[x[i] & 15]; return t; }
K(bin_before) { UNUSED; long t = 0; for (long i = 0; i < n; i++) t = h[x[i] & 15]++; return t; }
K(last_before) { UNUSED; long last = 0, t = 0; for (long i = 0; i < n; i++) { t = last; if (x[i] & 1) last = i; } return t; }
K(element_behind) { UNUSED; double t = 0; for (long i = 0; i < n; i++) { a[i] += b[i]; t = a[i] * 2; } return t; }

// Updates that stop at a limit.
K(saturating) { UNUSED; unsigned char *bins = (unsigned char *)h; for (long i = 0; i < n; i++) if (bins[x[i] & 63] < 255) bins[x[i] & 63]++; return 0; }
K(saturating_narrow) { UNUSED; unsigned char *bins = (unsigned char *)h; for (long i = 0; i < n; i++) { unsigned v = bins[x[i] & 63] + 1; bins[x[i] & 63] = v > 255 ? 255 : v; } return 0; }
K(saturating_signed) { UNUSED; for (int k = 0; k < 64; k++) h[k] = k * 3 - 90; for (long i = 0; i < n; i++) if (h[x[i] & 63] < 5) h[x[i] & 63]++; return 0; }
K(saturating_bytes) { UNUSED; signed char *bins = (signed char *)h; for (int k = 0; k < 64; k++) bins[k] = 4 * k - 128; for (long i = 0; i < n; i++) if (bins[x[i] & 63] < 100) bins[x[i] & 63]++; return 0; }
K(saturating_other) { UNUSED; unsigned char *bins = (unsigned char *)h; for (int k = 0; k < 64; k++) bins[k] = 4 * k; for (long i = 0; i < n; i++) if (bins[x[i] & 63] != 77) bins[x[i] & 63]++; return 0; }
K(saturating_by_argument) { UNUSED; long most = h[100]; for (long i = 0; i < n; i++) if (h[x[i] & 63] < most) h[x[i] & 63]++; return 0; }
K(saturating_least) { UNUSED; for (int k = 0; k < 64; k++) h[k] = k; for (long i = 0; i < n; i++) h[x[i] & 63] = h[x[i] & 63] <= 40 ? h[x[i] & 63] + 1 : h[x[i] & 63]; return 0; }
K(saturating_unknown) { UNUSED; unsigned char *bins = (unsigned char *)h; for (long i = 0; i < n; i++) if (bins[x[i]] < 255) bins[x[i]]++; return 0; }
K(saturating_in_some) { UNUSED; for (long i = 0; i < n; i++) if (b[i] > 3 && h[x[i] & 63] < 30) h[x[i] & 63]++; return 0; }
K(saturating_counted) { UNUSED; long s = 0; for (long i = 0; i < n; i++) if (h[x[i] & 63] < 5) { h[x[i] & 63]++; s++; } return s; }
K(saturating_twice) { UNUSED; for (long i = 0; i < n; i++) { if (h[x[i] & 63] < 50) h[x[i] & 63]++; if (h[x[i] & 31] < 9) h[x[i] & 31]++; } return 0; }
K(saturating_by_two) { UNUSED; for (long i = 0; i < n; i++) if (h[x[i] & 63] < 50) h[x[i] & 63] += 2; return 0; }
K(saturating_down) { UNUSED; for (long i = 0; i < n; i++) if (h[x[i] & 63] > 2) h[x[i] & 63]--; return 0; }
K(saturating_above) { UNUSED; for (long i = 0; i < n; i++) if (h[x[i] & 63] > 2) h[x[i] & 63]++; return 0; }
K(saturating_by_bin) { UNUSED; for (long i = 0; i < n; i++) if (h[x[i] & 63] < h[64 + (i & 3)]) h[x[i] & 63]++; return 0; }
K(saturating_else) { UNUSED; for (long i = 0; i < n; i++) { if (h[x[i] & 63] < 5) h[x[i] & 63]++; else a[i] = 1; } return 0; }
