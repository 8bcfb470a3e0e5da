// An absolute value, and choices that are none.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <algorithm>
#include <math.h>
#include <stdlib.h>

// idiom: AbsoluteValue
int function(int x) { return abs(x); }
// idiom: AbsoluteValue
double of_double(double x) { return fabs(x); }
// idiom: AbsoluteValue
float of_float(float x) { return fabsf(x); }
// idiom: AbsoluteValue
int by_choice(int x) { return x < 0 ? -x : x; }
// idiom: AbsoluteValue
long by_if(long x) {
  if (x < 0)
    x = -x;
  return x;
}
// idiom: AbsoluteValue
int positive_first(int x) { return x > 0 ? x : -x; }
// idiom: AbsoluteValue
int by_bits(int x) {
  int m = x >> 31;
  return (x + m) ^ m;
}
// idiom: AbsoluteValue
double floats_by_choice(double x) { return x < 0 ? -x : x; }
// idiom: AbsoluteValue
int by_max(int x) { return std::max(x, -x); }
// idiom: AbsoluteValue
double summed(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += fabs(a[i]);
  return s;
}

// no idiom: AbsoluteValue
int negative(int x) { return -x; }
// no idiom: AbsoluteValue
int cut(int x) { return x < 0 ? 0 : x; }
// no idiom: AbsoluteValue
int of_another(int x, int y) { return y < 0 ? -x : x; }
// no idiom: AbsoluteValue
int sign(int x) { return x < 0 ? -1 : 1; }
// The sign of another reading of the byte, which the choice is not about.
// no idiom: AbsoluteValue
int of_a_byte_as_signed(unsigned char x) { return (signed char)x < 0 ? -x : x; }
// no idiom: AbsoluteValue
long of_a_word_as_signed(unsigned x) { return (int)x < 0 ? -(long)x : (long)x; }
// idiom: AbsoluteValue
int of_a_byte(signed char x) { return x < 0 ? -x : x; }
// idiom: AbsoluteValue
long of_a_word(int x) { return x < 0 ? -(long)x : (long)x; }
