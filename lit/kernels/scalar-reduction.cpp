// Values that loops accumulate, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <numeric>
#include <vector>

// idiom: ScalarReduction
double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
// idiom: ScalarReduction
double sum_of(const std::vector<double> &a) {
  return std::accumulate(a.begin(), a.end(), 0.0);
}
// idiom: ScalarReduction
int largest(const int *a, int n) {
  int s = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > s)
      s = a[i];
  return s;
}
// no idiom: ScalarReduction
void only_counts(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
// no idiom: ScalarReduction
int alternating(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s = a[i] - s;
  return s;
}
// no idiom: ScalarReduction
float alternating(const float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s = a[i] - s;
  return s;
}
