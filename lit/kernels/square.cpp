// A square, and products that are none.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <math.h>
#include <vector>

// idiom: Square
double plain(double x) { return x * x; }
// idiom: Square
int integer(int x) { return x * x; }
// idiom: Square
float narrow(float x) { return x * x; }
// idiom: Square
double of_sum(double x, double y) { return (x + y) * (x + y); }
// idiom: Square except from LLVM 23 -O2
double by_pow(double x) { return pow(x, 2); }
// idiom: Square
double through_variable(double x, double y) {
  double d = x - y;
  return d * d;
}
// idiom: Square
unsigned long widened(unsigned x) { return (unsigned long)x * x; }
// idiom: Square
double norm(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}
// idiom: Square
double hypotenuse(double x, double y) { return sqrt(x * x + y * y); }
struct Point { float x, y; };
// idiom: Square
float of_member(const struct Point *p) { return p->x * p->x; }

// no idiom: Square
double product(double x, double y) { return x * y; }
// no idiom: Square
double doubled(double x) { return x + x; }
// no idiom: Square
double twice(double x) { return 2 * x; }
// no idiom: Square
double of_negative(double x, double y) { return x * y - y; }
// no idiom: Square
int of_two_readings(unsigned char x) { return x * (signed char)x; }
// idiom: Square
int of_a_byte(unsigned char x) { return x * x; }
