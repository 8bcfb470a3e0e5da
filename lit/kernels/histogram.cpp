// Counters that the elements of another array choose, and code that nearly counts so.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: Histogram
void by_index(int *h, const unsigned char *k, int n) {
  for (int i = 0; i < n; i++)
    h[k[i]]++;
}
// idiom: Histogram
void by_pointer(int *h, const unsigned char *k, size_t n) {
  while (n--)
    ++h[*k++];
}
// idiom: Histogram
void of_integers(long *h, const int *k, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    h[k[i]] += 1;
}
// idiom: Histogram
void weighted(double *h, const int *k, const double *w, int n) {
  for (int i = 0; i < n; i++)
    h[k[i]] = h[k[i]] + w[i];
}
// idiom: Histogram
void of_vectors(std::vector<int> &h, const std::vector<int> &k) {
  for (size_t i = 0; i < k.size(); i++)
    h[k[i]]++;
}
// idiom: Histogram
void of_range(int *h, const std::vector<unsigned char> &k) {
  for (unsigned char c : k)
    h[c]++;
}
static int bins[256];
// idiom: Histogram
void global(const unsigned char *k, const unsigned char *end) {
  for (; k != end; k++)
    bins[*k]++;
}
// idiom: Histogram
void with_do(unsigned *h, const unsigned short *k, long n) {
  long i = 0;
  do
    h[k[i]] += 2;
  while (++i < n);
}
// idiom: Histogram
void downwards(int *h, const unsigned char *k, int n) {
  for (int i = 0; i < n; i++)
    h[k[i]]--;
}
struct Bins { int count[256]; };
// idiom: Histogram
void of_struct(struct Bins *b, const unsigned char *k, int n) {
  for (int i = 0; i < n; i++)
    b->count[k[i]]++;
}

// no idiom: Histogram
void each(int *h, int n) {
  for (int i = 0; i < n; i++)
    h[i]++;
}
// no idiom: Histogram
void scattered(int *h, const unsigned char *k, int n) {
  for (int i = 0; i < n; i++)
    h[k[i]] = i;
}
// no idiom: Histogram
void two_chosen(int *h, const unsigned char *k, const unsigned char *l, int n) {
  for (int i = 0; i < n; i++)
    h[k[i]] = h[l[i]] + 1;
}
// no idiom: Histogram
void counting_sort(int *__restrict next, const int *keys, int *__restrict sorted, int n) {
  for (int i = 0; i < n; i++)
    sorted[next[keys[i]]++] = i;
}
// no idiom: Histogram
int first_full(int *__restrict h, const int *keys, int n) {
  int full = 0;
  for (int i = 0; i < n; i++) {
    h[keys[i]]++;
    full += h[0] > 10;
  }
  return full;
}
// no idiom: Histogram
void ranks(int *__restrict h, const int *__restrict k, int *__restrict out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = ++h[k[i]];
}
// idiom: Histogram
int until_negative(int *__restrict h, const int *__restrict k, int n) {
  for (int i = 0; i < n; i++) {
    if (k[i] < 0)
      return i;
    h[k[i]]++;
  }
  return n;
}
// idiom: Histogram
void cleared_for_each_row(int *__restrict h, const unsigned char (*k)[64], int *__restrict most, int n) {
  for (int r = 0; r < n; r++) {
    for (int b = 0; b < 256; b++)
      h[b] = 0;
    for (int i = 0; i < 64; i++)
      h[k[r][i]]++;
    most[r] = h[7];
  }
}
// no idiom: Histogram
int until_full(int *__restrict h, const int *__restrict k, int n) {
  for (int i = 0; i < n; i++)
    if (++h[k[i]] > 3)
      return i;
  return -1;
}
int unknown(int);
// no idiom: Histogram
void with_calls(int *h, const int *k, int n) {
  for (int i = 0; i < n; i++) {
    h[k[i]]++;
    unknown(i);
  }
}
// no idiom: Histogram
void of_volatile(volatile int *h, const int *__restrict k, int n) {
  for (int i = 0; i < n; i++)
    h[k[i]] = h[k[i]] + 1;
}
// no idiom: Histogram
void doubled(const int *__restrict k, const int *__restrict l, int *__restrict h, int n) {
  for (int i = 0; i < n; i++) {
    h[k[i]]++;
    h[l[i]] *= 2;
  }
}
