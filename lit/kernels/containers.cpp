// Loops over containers of C++: vectors, spans, iterators, algorithms and ranges.
//
// flags: -O2 -std=c++20
// flags: -Os -ffast-math -std=c++20
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

// idiom: ArraySum
int accumulated(const std::vector<int> &a) {
  return std::accumulate(a.begin(), a.end(), 0);
}
// idiom: ArraySum
double of_range(const std::vector<double> &a) {
  double s = 0;
  for (double x : a)
    s += x;
  return s;
}
// idiom: ArraySum
int of_span(std::span<const int> a) {
  int s = 0;
  for (unsigned long i = 0; i < a.size(); i++)
    s += a[i];
  return s;
}
// idiom: DotProduct
double of_iterators(const std::vector<double> &a, const std::vector<double> &b) {
  double s = 0;
  auto y = b.begin();
  for (auto x = a.begin(); x != a.end(); ++x, ++y)
    s += *x * *y;
  return s;
}
// idiom: DotProduct
double inner(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
// idiom: Extremum
int greatest(const std::vector<int> &a) {
  int most = 0;
  for (int x : a)
    most = std::max(most, x);
  return most;
}
// idiom: ScaledVector
void scaled(std::vector<double> &a, double by) {
  for (double &x : a)
    x *= by;
}
// idiom: Axpy
void axpy(std::span<double> y, double a, std::span<const double> x) {
  for (unsigned long i = 0; i < y.size(); i++)
    y[i] += a * x[i];
}
// idiom: DotProduct
// no idiom: ArraySum
int of_two(const std::vector<int> &a, const std::vector<int> &b) {
  int s = 0;
  for (unsigned long i = 0; i < a.size(); i++)
    s += a[i] * b[i];
  return s;
}
// Up to a fixed end LLVM counts the bytes from the begin.
// idiom: ArraySum
double of_array(const std::array<double, 100> &a) {
  double s = 0;
  for (double x : a)
    s += x;
  return s;
}
// idiom: ArraySum
long of_rows(const long (&a)[200]) {
  long s = 0;
  for (long x : a)
    s += x;
  return s;
}
// idiom: Histogram
void of_bytes(std::array<int, 256> &counts, const std::array<unsigned char, 300> &a) {
  for (unsigned char x : a)
    counts[x]++;
}
// idiom: ScaledVector
void scaled_array(std::array<float, 100> &a, float by) {
  for (float &x : a)
    x *= by;
}
// idiom: Extremum
int greatest_of_array(const std::array<int, 100> &a) {
  int most = 0;
  for (int x : a)
    most = std::max(most, x);
  return most;
}
// The first element goes through the whole array.
// no idiom: Copy
void spread(std::array<double, 100> &a) {
  for (int i = 0; i < 99; i++)
    a[i + 1] = a[i];
}
// no idiom: ArraySum
double running(const std::array<double, 100> &a, double *sums) {
  double s = 0;
  for (double x : a) {
    s += x;
    *sums++ = s;
  }
  return s;
}
