// A value kept between two bounds, and code that keeps one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <algorithm>
#include <math.h>

// idiom: Clamp
int by_ifs(int x, int l, int h) {
  if (x < l)
    return l;
  if (x > h)
    return h;
  return x;
}
// idiom: Clamp
int by_choice(int x, int l, int h) { return x < l ? l : x > h ? h : x; }
// idiom: Clamp
int high_first(int x, int l, int h) { return x > h ? h : x < l ? l : x; }
// idiom: Clamp
int to_bytes(int x) { return x < 0 ? 0 : x > 255 ? 255 : x; }
// idiom: Clamp
int by_min_max(int x, int l, int h) { return std::min(std::max(x, l), h); }
// idiom: Clamp
int by_std(int x, int l, int h) { return std::clamp(x, l, h); }
// idiom: Clamp
float floats(float x, float l, float h) { return x < l ? l : x > h ? h : x; }
// idiom: Clamp
double functions(double x, double l, double h) { return fmin(fmax(x, l), h); }
// idiom: Clamp
unsigned assigned(unsigned x, unsigned l, unsigned h) {
  if (x < l)
    x = l;
  if (x > h)
    x = h;
  return x;
}
// no idiom: Clamp
void of_array(float *a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0.0f)
      a[i] = 0.0f;
    else if (a[i] > 1.0f)
      a[i] = 1.0f;
  }
}

// no idiom: Clamp
int from_below(int x, int l) { return x < l ? l : x; }
// no idiom: Clamp
int least_of_three(int x, int y, int z) { return std::min(std::min(x, y), z); }
// no idiom: Clamp
int other_value(int x, int l, int h) { return x < l ? 0 : x > h ? 0 : x; }
// One bound is asked of the number with its sign, the other without.
// no idiom: Clamp
long by_two_readings(int x, long l, long h) {
  long v = (unsigned)x;
  if ((long)x < l)
    return l;
  return v > h ? h : v;
}
// idiom: Clamp
long widened(int x, long l, long h) {
  long v = x;
  if (v < l)
    return l;
  return v > h ? h : v;
}
// idiom: Clamp
long widened_unsigned(unsigned x, long l, long h) {
  long v = x;
  if (v < l)
    return l;
  return v > h ? h : v;
}
