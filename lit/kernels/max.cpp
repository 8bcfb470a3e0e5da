// The greatest or least element of an array, and code that nearly finds it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <algorithm>
#include <math.h>
#include <vector>

// idiom: Extremum
int by_if(const int *a, int n) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}
// idiom: Extremum
float by_choice(const float *a, size_t n) {
  float m = -1e30f;
  for (size_t i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}
// idiom: Extremum
double other_way_round(const double *a, int n) {
  double m = a[0];
  for (int i = 1; i < n; i++)
    m = m < a[i] ? a[i] : m;
  return m;
}
// idiom: Extremum
unsigned least(const unsigned *a, unsigned n) {
  unsigned m = ~0u;
  while (n--) {
    if (*a < m)
      m = *a;
    a++;
  }
  return m;
}
// idiom: Extremum
double by_function(const double *a, int n) {
  double m = 0;
  for (int i = 0; i < n; i++)
    m = fmax(m, a[i]);
  return m;
}
// idiom: Extremum
long by_std_max(const std::vector<long> &a) {
  long m = 0;
  for (size_t i = 0; i < a.size(); i++)
    m = std::max(m, a[i]);
  return m;
}
// idiom: Extremum
int or_equal(const int *a, const int *end) {
  int m = *a;
  for (; a < end; ++a)
    if (*a >= m)
      m = *a;
  return m;
}
// idiom: Extremum
short narrow(const short *a, int n) {
  short m = 0;
  int i = 0;
  do
    if (m < a[i])
      m = a[i];
  while (++i < n);
  return m;
}
// idiom: Extremum
float of_range(const std::vector<float> &a) {
  float m = a[0];
  for (float x : a)
    if (x < m)
      m = x;
  return m;
}
struct Sample { int time; double value; };
// idiom: Extremum
double of_members(const struct Sample *a, int n) {
  double m = a->value;
  for (int i = 1; i < n; i++)
    m = a[i].value < m ? a[i].value : m;
  return m;
}

// no idiom: Extremum
int last_positive(const int *a, int n) {
  int m = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      m = a[i];
  return m;
}
// no idiom: Extremum
int counted(const int *a, int n) {
  int m = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m++;
  return m;
}
// no idiom: Extremum
int against_another(const int *a, const int *b, int n) {
  int m = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m = b[i];
  return m;
}
// The element that is compared has a sign, the one that is kept has none.
// no idiom: Extremum
int of_two_readings(const unsigned char *a, int n) {
  int m = -1000;
  for (int i = 0; i < n; i++)
    if ((signed char)a[i] > m)
      m = a[i];
  return m;
}
// idiom: Extremum
int of_signed_bytes(const signed char *a, int n) {
  int m = -1000;
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}
// no idiom: Extremum
int clears_somewhere(int *__restrict a, const int *__restrict k, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > s)
      s = a[i];
    a[k[i]] = 0;
  }
  return s;
}
