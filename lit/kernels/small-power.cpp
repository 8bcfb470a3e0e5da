// Powers of small numbers, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <cmath>

// idiom: SmallPower except -Os -ffast-math
double cube(double x) { return pow(x, 3); }
// idiom: SmallPower except -Os -ffast-math
float fifth(float x) { return powf(x, 5); }
// idiom: SmallPower except -Os -ffast-math
double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += pow(a[i], 4);
  return s;
}
// no idiom: SmallPower
double root(double x, double y) { return pow(x, y); }
// no idiom: SmallPower
double half(double x) { return pow(x, 2.5); }
