// Subscripts that start again after a power of two, which none of these idioms is about, and those that only
// change their width.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>

// no idiom: Axpy
// idiom: GeneralHistogram
void ring(double *__restrict y, const double *x, double a, int n) {
  for (int i = 0; i < n; i++)
    y[i & 15] += a * x[i];
}
// no idiom: ArraySum
// idiom: ScalarReduction
int few(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i & 3];
  return s;
}
// idiom: Histogram
// idiom: GeneralHistogram
void digits(unsigned *__restrict h, const unsigned *x, int n) {
  for (int i = 0; i < n; i++)
    h[x[i] & 15]++;
}
// no idiom: Copy
void repeated(int *__restrict b, const int *__restrict a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    b[i] = a[i % 8];
}
// no idiom: Copy
void by_bytes(int *__restrict b, const int *__restrict a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[(unsigned char)i];
}
// no idiom: Stencil
void wrapped(double *__restrict b, const double *__restrict a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[(i - 1) & 1023] + a[i & 1023] + a[(i + 1) & 1023];
}
// no idiom: MatrixProduct
// idiom: ScalarReduction
void rows(int n, double (*__restrict C)[100], const double (*A)[100], const double (*B)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k & 7] * B[k][j];
}
// no idiom: LinearSearch
int place(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i & 7] == x)
      return i;
  return -1;
}
// no idiom: ArrayComparison
bool equal(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i & 3])
      return false;
  return true;
}
// no idiom: ZeroTerminatedLength
size_t length(const char *s) {
  size_t i = 0;
  while (s[i & 1023])
    i++;
  return i;
}
// no idiom: Fill
void filled(int *a, int n, int v) {
  for (int i = 0; i < n; i++)
    a[i & 7] = v;
}

// idiom: ArraySum
// idiom: ScalarReduction
int of_width(const int *a, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    s += a[(unsigned)i];
  return s;
}
// idiom: Copy
void narrow(int *__restrict b, const int *__restrict a, int n) {
  for (short i = 0; i < n; i++)
    b[i] = a[i];
}
