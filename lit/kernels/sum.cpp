// A sum of the elements of an array, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: ArraySum
double by_index(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
// idiom: ArraySum
double by_pointer(const double *a, size_t n) {
  double s = 0;
  while (n--)
    s += *a++;
  return s;
}
// idiom: ArraySum
double to_the_end(const double *a, const double *end) {
  double s = 0;
  for (; a != end; ++a)
    s = *a + s;
  return s;
}
// idiom: ArraySum
int unsigned_counter(const int *a, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i < n; i++)
    s = s + a[i];
  return s;
}
// idiom: ArraySum
long widened(const short *a, long n) {
  long s = 0, i = 0;
  do {
    s += a[i];
  } while (++i < n);
  return s;
}
// idiom: ArraySum
double backwards(const double *a, int n) {
  double s = 0;
  for (int i = n - 1; i >= 0; i--)
    s += a[i];
  return s;
}
// idiom: ArraySum
float of_vector(const std::vector<float> &a) {
  float s = 0;
  for (float x : a)
    s += x;
  return s;
}
struct Points { double *x; int n; };
// idiom: ArraySum
double of_struct(const struct Points *p) {
  double s = 0;
  for (int i = 0; i < p->n; i++)
    s += p->x[i];
  return s;
}
// idiom: ArraySum
double of_some(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      s += a[i];
  return s;
}
// idiom: ArraySum
double of_a_column(int n, const double *a, int m, int j) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i * m + j];
  return s;
}

// no idiom: ArraySum
double running(const double *a, double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
  return s;
}
// no idiom: ArraySum
double product(const double *a, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s *= a[i];
  return s;
}
// no idiom: ArraySum
double of_one(const volatile double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *a;
  return s;
}
// LLVM chooses between the element and 0, with -ffast-math.
// idiom: ArraySum
float of_positive(const float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      s += a[i];
  return s;
}
// idiom: ArraySum
int below_seven(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] < 7 ? a[i] : 0;
  return s;
}
// no idiom: ArraySum
int below_seven_or_one(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] < 7 ? a[i] : 1;
  return s;
}
// no idiom: ArraySum
double clears_somewhere(double *__restrict a, const int *__restrict k, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    a[k[i]] = 0;
  }
  return s;
}
// idiom: ArraySum
double clears_behind(double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    a[i] = 0;
  }
  return s;
}
// idiom: ArraySum
double of_floats_as_doubles(const float *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
// idiom: ArraySum
double of_ints_as_doubles(const int *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
