// Means of elements, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <numeric>
#include <vector>

// idiom: Mean
double mean(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / n;
}
// idiom: Mean
int mean_of_integers(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / n;
}
// idiom: Mean
double mean_of(const std::vector<double> &a) {
  return std::accumulate(a.begin(), a.end(), 0.0) / a.size();
}
// no idiom: Mean
double reciprocal(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return n / s;
}
// no idiom: Mean
double sum_alone(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
// idiom: Mean
double mean_of_floats(const float *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / n;
}
// idiom: Mean
double mean_in_double(const int *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / n;
}
// no idiom: Mean
double of_counters(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (double)i * i;
  return s / n;
}
// idiom: Mean
double of_range(const double *a, int from, int to) {
  double s = 0;
  for (int i = from; i < to; i++)
    s += a[i];
  return s / (to - from);
}
// idiom: Mean
double by_pointer(const double *a, const double *end) {
  double s = 0;
  for (; a != end; a++)
    s += *a;
  return s / (end - a);
}
// idiom: Mean
int of_a_hundred(const int *a) {
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += a[i];
  return s / 100;
}
// no idiom: Mean
double by_another_number(const double *a, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / m;
}
// no idiom: Mean
double by_one_less(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / (n - 1);
}
// no idiom: Mean
int of_fewer(const int *a) {
  int s = 0;
  for (int i = 0; i < 99; i++)
    s += a[i];
  return s / 100;
}
// no idiom: Mean
double positive_share(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      s += a[i];
  return s / n;
}
// no idiom: Mean
double of_every_second(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i += 2)
    s += a[i];
  return s / n;
}
// no idiom: Mean
double from_a_sum(const double *a, int n, double s) {
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / n;
}
// no idiom: Mean
double of_half(const double *a) {
  double s = 0;
  for (int i = 0; i < 100; i++)
    s += a[i];
  return s / 50;
}
// idiom: Mean except -Os -ffast-math
double of_hundred(const double *a) {
  double s = 0;
  for (int i = 0; i < 100; i++)
    s += a[i];
  return s / 100;
}
// no idiom: Mean
double of_one_more(const double *a, const double *end) {
  double s = 0;
  for (const double *p = a; p < end; p++)
    s += *p;
  return s / (end - a + 1);
}
// no idiom: Mean
double of_half_of_all(const double *a, const double *end) {
  double s = 0;
  for (const double *p = a; p < end; p += 2)
    s += *p;
  return s / (end - a);
}
// no idiom: Mean
double clears_somewhere(double *__restrict a, const int *__restrict k, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    a[k[i]] = 0;
  }
  return s / n;
}
