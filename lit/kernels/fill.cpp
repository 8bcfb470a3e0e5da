// An array that is filled with one value, and code that nearly fills one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <string.h>
#include <vector>

// idiom: Fill
void by_index(int *a, int v, int n) {
  for (int i = 0; i < n; i++)
    a[i] = v;
}
// idiom: Fill
void by_pointer(double *a, double v, size_t n) {
  while (n--)
    *a++ = v;
}
// idiom: Fill
void zeros(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
// idiom: Fill
void bytes(char *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[i] = 1;
}
// idiom: Fill
void to_the_end(float *a, float *end) {
  for (; a != end; ++a)
    *a = 1.5f;
}
// idiom: Fill
void by_memset(int *a, size_t n) {
  memset(a, 0, n * sizeof *a);
}
// idiom: Fill
void of_vector(std::vector<double> &a, double v) {
  for (double &x : a)
    x = v;
}
// idiom: Fill
void with_do(short *a, short v, long n) {
  long i = 0;
  do
    a[i] = v;
  while (++i < n);
}
// idiom: Fill
void strided(double *a, int n, int m, double v) {
  for (int i = 0; i < n; i++)
    a[i * m] = v;
}
struct Point { int x, y; };
// idiom: Fill
void of_members(struct Point *a, int n, int v) {
  for (int i = 0; i < n; i++)
    a[i].x = v;
}

// no idiom: Fill
void numbers(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}
// no idiom: Fill
void one_place(volatile int *a, int v, int n) {
  for (int i = 0; i < n; i++)
    *a = v;
}
int next(void);
// no idiom: Fill
void by_calls(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = next();
}
// no idiom: Fill
void some(double *__restrict a, const double *__restrict b, double v, int n) {
  for (int i = 0; i < n; i++)
    if (b[i] < 0)
      a[i] = v;
}
// no idiom: Fill
void to_a_zero(double *__restrict a, const double *__restrict b, double v, int n) {
  for (int i = 0; i < n; i++) {
    if (b[i] == 0)
      break;
    a[i] = v;
  }
}
struct State { long words[8]; };
// no idiom: Fill
void one_structure(struct State *s) { memset(s, 0, sizeof *s); }
// no idiom: Fill
void marked(int *__restrict a, const int *__restrict k, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    a[k[i]] = 1;
  }
}
// no idiom: Fill
void only_positive(float *__restrict m, const float *__restrict x, int n) {
  for (int i = 0; i < n; i++) {
    m[i] = 0;
    if (x[i] > 0)
      m[i] = x[i];
  }
}
// no idiom: Fill
void accumulators(float *m, const float *x, int n, int k) {
  for (int i = 0; i < n; i++) {
    m[i] = 0;
    for (int j = 0; j < k; j++)
      m[i] += x[i * k + j];
  }
}
