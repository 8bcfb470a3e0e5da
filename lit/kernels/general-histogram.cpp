// Counters and sums at places that are computed, and code that nearly counts so.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <math.h>

// idiom: GeneralHistogram
void annuli(double *q, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] < y[i])
      q[(int)fmax(fabs(x[i]), fabs(y[i]))] += 1.0;
}
// idiom: GeneralHistogram
void hashes(unsigned *h, const unsigned *keys, int n) {
  for (int i = 0; i < n; i++)
    h[(keys[i] * 2654435761u) >> 24]++;
}
// idiom: GeneralHistogram
void by_row(int (*h)[16], const unsigned char *x, int row, int n) {
  for (int i = 0; i < n; i++)
    h[row][x[i] >> 4] -= 3;
}
// idiom: GeneralHistogram
void weights(float *sums, const float *at, const float *w, long n, float width) {
  for (long i = 0; i < n; i++)
    sums[(long)(at[i] / width)] += w[i] * w[i];
}
// no idiom: GeneralHistogram
void every_second(int *h, const int *x, int n) {
  for (int i = 0; i < n; i++)
    h[2 * i + 1] += x[i];
}
// no idiom: GeneralHistogram
void at_one_place(int *h, const int *x, int n, int at) {
  for (int i = 0; i < n; i++)
    h[at * at] += x[i];
}
// no idiom: GeneralHistogram
void in_an_outer_loop(double *restrict_rows, int n, int m, const int *places, const double *x) {
  for (int i = 0; i < n; i++) {
    int place = places[i] / 3;
    for (int j = 0; j < m; j++)
      restrict_rows[place * 100 + j] += x[j];
  }
}
// no idiom: GeneralHistogram
void overwritten(int *h, const unsigned *keys, int n) {
  for (int i = 0; i < n; i++)
    h[keys[i] >> 24] = i;
}
// no idiom: GeneralHistogram
void into_buckets(int *__restrict next, const unsigned *keys, unsigned *__restrict sorted, int n) {
  for (int i = 0; i < n; i++)
    sorted[next[keys[i] >> 24]++] = keys[i];
}
int unknown(int);
// idiom: GeneralHistogram
void of_results(int *h, int n) {
  for (int i = 0; i < n; i++)
    h[unknown(i)]++;
}
// no idiom: GeneralHistogram
void with_calls(int *h, const unsigned *keys, int n) {
  for (int i = 0; i < n; i++) {
    h[keys[i] >> 24]++;
    unknown(i);
  }
}
// no idiom: GeneralHistogram
int until_full(int *__restrict h, const unsigned *__restrict keys, int n) {
  for (int i = 0; i < n; i++)
    if (++h[keys[i] >> 24] > 3)
      return i;
  return -1;
}
// no idiom: GeneralHistogram
void walks_by_table(int *__restrict h, int n) {
  int p = 0;
  for (int i = 0; i < n; i++) {
    p = h[p];
    h[p]++;
  }
}
// The loop tests the counters, whose address it loads again.
char *level;
// no idiom: GeneralHistogram
void moved(int n, int places, const int *r) {
  for (int i = 0; i < n; i++) {
    int from = (r[i] * 7) % places, to = (from + 1) % places;
    if (level[from] >= 1 && level[to] >= 1) {
      level[from] = level[from] - 1;
      level[to] = level[to] + 1;
    }
  }
}
// idiom: GeneralHistogram
void leveled(int n, const int *r) {
  for (int i = 0; i < n; i++)
    level[(r[i] * 7) % 100]++;
}
