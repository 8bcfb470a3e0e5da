// Loops with arrays that each round fills, and with searches, which threads may share, and such that look like them.
#include "scratch.h"
#include <math.h>

#define K(name) __attribute__((noinline)) double NAME(name)(long n, double *a, double *b, int *x, long *h)
#define UNUSED (void)a, (void)b, (void)x, (void)h

// Scratch arrays: each round writes what it reads.
K(scratch_inside) { UNUSED; for (long i = 0; i < n; i++) { double t[16]; for (int j = 0; j < 16; j++) t[j] = b[i] + j; a[i] = t[x[i] & 15] - t[x[i] & 7]; } return 0; }
K(scratch_inside_some) { UNUSED; for (long i = 0; i < n; i++) { int t[32]; for (int j = 0; j < (x[i] & 31); j++) t[j] = x[j] + i; long s = 0; for (int j = 0; j < (x[i] & 31); j++) s += t[j] * t[(x[i] & 31) - 1 - j]; h[i] = s; } return 0; }
K(scratch_before) { UNUSED; double t[100]; for (long i = 0; i < n; i++) { for (int j = 0; j < 100; j++) t[j] = b[i] * j + x[i]; double s = 0; for (int j = 0; j < 100; j++) s += t[99 - j] * t[j]; a[i] = (long)s & 255; } return 0; }
static double of_all[100];
K(scratch_static) { UNUSED; for (long i = 0; i < n; i++) { for (int j = 0; j < 100; j++) of_all[j] = b[i] * j + x[i]; double s = 0; for (int j = 0; j < 100; j++) s += of_all[99 - j] * of_all[j]; a[i] = (long)s & 255; } return n ? of_all[37] + of_all[99] : 0; }
// The elements of the last round are compared.
K(scratch_argument) { UNUSED; for (long i = 0; i < n; i++) { for (int j = 0; j < 64; j++) b[j] = x[i] + 3 * j; h[i] = b[x[i] & 63] + b[63 - (i & 31)]; } return 0; }
K(scratch_pairs) { UNUSED; double t[200]; for (long i = 0; i < n; i++) { for (int j = 0; j < 100; j++) { t[2 * j] = b[i] + j; t[2 * j + 1] = x[i] - j; } double s = 0; for (int j = 0; j < 200; j++) s += t[j] * j; a[i] = (long)s & 255; } return 0; }
K(scratch_zeroed) { UNUSED; int t[64]; for (long i = 0; i < n; i++) { for (int j = 0; j < 64; j++) t[j] = 0; for (int j = 0; j < 5; j++) t[(x[i] * (j + 3)) & 63] += j + 1; long s = 0; for (int j = 0; j < 64; j++) s += t[j] * t[63 - j]; h[i] = s; } return 0; }
K(scratch_rows) { UNUSED; double t[12][15]; for (long i = 0; i < n; i++) { for (int j = 0; j < 12; j++) for (int k = 0; k < 15; k++) t[j][k] = b[i] + j * k; double s = 0; for (int k = 0; k < 15; k++) for (int j = 0; j < 12; j++) s += t[j][k] * (j - k); a[i] = (long)s & 255; } return 0; }
K(scratch_down) { UNUSED; double t[90]; for (long i = 0; i < n; i++) { for (int j = 89; j >= 0; j--) t[j] = b[i] + j * j; a[i] = (long)(t[x[i] % 90u] + t[x[i] & 63]) & 127; } return 0; }
K(scratch_in_place) { UNUSED; double t[80]; for (long i = 0; i < n; i++) { for (int j = 0; j < 80; j++) t[j] = b[i] + j; for (int j = 1; j < 80; j++) t[j] += t[j - 1] > 9; for (int j = 78; j >= 0; j--) t[j] -= t[j + 1] * 2; a[i] = (long)t[x[i] & 63] & 127; } return 0; }
K(scratch_of_some) { UNUSED; double t[80]; for (long i = 0; i < n; i++) if (x[i] & 1) { for (int j = 0; j < 80; j++) t[j] = b[i] + j; a[i] = (long)(t[x[i] & 63] + t[(x[i] >> 1) & 31]) & 127; } return 0; }
// As in NAS EP: a scratch array, sums, and counts whose index is computed from it.
static double deviates[2048], counts[10];
K(deviates) {
  UNUSED;
  double sx = 0, sy = 0;
  for (int k = 0; k < 10; k++) counts[k] = k;
  for (long k = 0; k < n; k++) {
    unsigned r = k * 7919 + 17;
    for (int i = 0; i < 2048; i++) { r = r * 1664525 + 1013904223; deviates[i] = (r >> 20) * 0x1p-12; }
    for (int i = 0; i < 1024; i++) {
      double u = 2 * deviates[2 * i] - 1, v = 2 * deviates[2 * i + 1] - 1, t = u * u + v * v;
      if (t <= 1) { double p = u * 4, q = v * 4; int l = fmax(fabs(p), fabs(q)); counts[l] += 1; sx += (int)(p * 16); sy += (int)(q * 16); }
    }
  }
  double s = sx + 3 * sy + (n ? deviates[7] : 0);
  for (int k = 0; k < 10; k++) s += counts[k] * (k + 1);
  return s;
}
K(scratch_hole) { UNUSED; double t[100]; t[0] = 5; for (long i = 0; i < n; i++) { for (int j = 1; j < 100; j++) t[j] = b[i] * j; double s = 0; for (int j = 0; j < 100; j++) s += t[j] * t[99 - j]; a[i] = (long)s & 255; t[0] = s > 9; } return 0; }
K(scratch_if) { UNUSED; double t[100]; for (int j = 0; j < 100; j++) t[j] = j; for (long i = 0; i < n; i++) { if (x[i] & 1) for (int j = 0; j < 100; j++) t[j] = b[i] * j; a[i] = (long)(t[x[i] & 63] + t[(x[i] >> 2) & 31]) & 127; } return 0; }
K(scratch_late) { UNUSED; double t[100]; for (int j = 0; j < 100; j++) t[j] = j; for (long i = 0; i < n; i++) { double s = 0; for (int j = 0; j < 100; j++) s += t[j] * t[99 - j]; for (int j = 0; j < 100; j++) t[j] = b[i] * j; a[i] = (long)s & 255; } return 0; }
static double of_some[80];
K(scratch_some_behind) { UNUSED; for (long i = 0; i < n; i++) if (x[i] & 1) { for (int j = 0; j < 80; j++) of_some[j] = b[i] + j; a[i] = (long)(of_some[x[i] & 63] + of_some[(x[i] >> 1) & 31]) & 127; } double s = 0; for (int j = 0; j < 80; j++) { s += of_some[j]; of_some[j] = 0; } return s; }
K(scratch_one_more) { UNUSED; for (long i = 0; i < n; i++) { for (int j = 0; j < 64; j++) b[j] = x[i] + 3 * j; if (x[i] == 9) b[64] = i; h[i] = b[x[i] & 63] + b[63 - (i & 31)]; } return 0; }
K(scratch_read_more) { UNUSED; double t[101]; t[100] = 0; for (long i = 0; i < n; i++) { for (int j = 0; j < 100; j++) t[j] = b[i] * j; double s = 0; for (int j = 0; j < 101; j++) s += t[j] * (j & 3); a[i] = (long)s & 255; t[100] = s > 2; } return 0; }
K(scratch_varying) { UNUSED; double t[128]; for (int j = 0; j < 128; j++) t[j] = j; for (long i = 0; i < n; i++) { for (int j = 0; j <= (x[i] & 127); j++) t[j] = b[i] + j; a[i] = (long)(t[(x[i] >> 1) & 63] + t[h[i] & 127]) & 127; } return 0; }
K(scratch_left) { UNUSED; double t[100]; for (int j = 0; j < 100; j++) t[j] = j; for (long i = 0; i < n; i++) { for (int j = 0; j < 100; j++) { if (x[j] == x[i]) break; t[j] = b[i] + j; } a[i] = (long)(t[x[i] & 63] + t[99]) & 127; } return 0; }
K(scratch_odd) { UNUSED; double t[100]; for (int j = 0; j < 100; j++) t[j] = j; for (long i = 0; i < n; i++) { for (int j = 0; j < 50; j++) t[2 * j] = b[i] + j; for (int j = 1; j < 100; j++) t[j] += t[j - 1] > 9; a[i] = (long)t[x[i] & 63] & 127; } return 0; }
K(scratch_pointer) { UNUSED; double t[64], u[64]; double *p[2] = {t, u}; for (int j = 0; j < 64; j++) t[j] = u[j] = 0; for (long i = 0; i < n; i++) { a[i] = p[x[i] & 1][x[i] & 63]; for (int j = 0; j < 64; j++) t[j] = b[i] + j; a[i] = (long)(a[i] + t[h[i] & 63] + t[x[i] & 31]) & 127; } return 0; }

// The bin is searched for, as in tpacf.
K(searched_bin) {
  UNUSED;
  int m = 5 + (h[70] & 7);
  for (int k = 0; k <= m; k++) b[k] = 12 - k;
  for (long i = 0; i < n; i++) {
    int low = 0, high = m;
    while (high > low + 1) { int k = (low + high) / 2; if (a[i] >= b[k]) high = k; else low = k; }
    if (a[i] >= b[low]) h[low]++; else if (a[i] < b[high]) h[high + 1]++; else h[high]++;
  }
  return 0;
}
K(searched_weight) {
  UNUSED;
  int m = 5 + (h[70] & 7);
  for (int k = 0; k <= m; k++) b[k] = k;
  for (long i = 0; i < n; i++) {
    int low = 0, high = m;
    while (high > low + 1) { int k = (low + high) / 2; if (a[i] < b[k]) high = k; else low = k; }
    h[20 + low] += x[i];
  }
  return 0;
}
// The bins lie among what is searched.
K(searched_in_bins) {
  UNUSED;
  int m = 5 + (h[70] & 7);
  for (int k = 0; k <= m; k++) h[k] = 3 * k;
  for (long i = 0; i < n; i++) {
    int low = 0, high = m;
    while (high > low + 1) { int k = (low + high) / 2; if (x[i] < h[k]) high = k; else low = k; }
    h[low] += 2;
  }
  return 0;
}
// Bounds that move by more than a half.
K(searched_beyond) {
  UNUSED;
  int m = 5 + (h[70] & 7);
  for (int k = 0; k <= m; k++) b[k] = k;
  for (long i = 0; i < n; i++) {
    int low = 0, high = m;
    while (high > low + 1) { int k = (low + high) / 2; if (a[i] < b[k]) high = k + (x[i] & 1); else low = k; if (high > low + 1 && (x[i] & 1)) high--; }
    h[low]++;
  }
  return 0;
}
