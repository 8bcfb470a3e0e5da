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
