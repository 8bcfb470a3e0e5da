// Patterns found in C, at two sets of flags, each beside near misses. Behind each function stands what is found in
// it, and nothing else is.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/patterns.candl -- -O2
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/patterns.candl -- -Os -ffast-math
#include <stdint.h>
#include <stdlib.h>

int square(int x) { return x * x; } // Square
float square_float(float x) { return x * x; } // Square
int product(int x, int y) { return x * y; } // -
int magnitude(int x) { return x < 0 ? -x : x; } // Magnitude
int magnitude_by_abs(int x) { return abs(x); } // Magnitude
double magnitude_double(double x) { return __builtin_fabs(x); } // Magnitude
int negative_magnitude(int x) { return x < 0 ? x : -x; } // Magnitude
int sign(int x) { return x < 0 ? -1 : 1; } // -
int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; } // Clamp
int clamp_inside(int x) { int y = x > 255 ? 255 : x; return y < 0 ? 0 : y; } // Clamp
unsigned clamp_above(unsigned x, unsigned high) { return x > high ? high : x; } // -
uint8_t saturating(uint8_t x, uint8_t y) { unsigned sum = x + y; return sum > 255 ? 255 : sum; } // SaturatingAdd
unsigned saturating_by_overflow(unsigned x, unsigned y) { unsigned sum = x + y; return sum < x ? ~0u : sum; } // SaturatingAdd
unsigned wrapping(unsigned x, unsigned y) { return x + y; } // -
unsigned rotated(unsigned x) { return x << 7 | x >> 25; } // RotateBy7
unsigned rotated_right(unsigned x) { return x >> 7 | x << 25; } // RotateRightBy7
unsigned rotated_otherwise(unsigned x) { return x << 8 | x >> 24; } // -
unsigned swapped(unsigned x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; } // ByteSwap
unsigned halves_swapped(unsigned x) { return x << 16 | x >> 16; } // -
double complex_product(double a, double b, double c, double d) { return a * c - b * d; } // ComplexProduct
float complex_product_float(float a, float b, float c, float d) { return a * c - b * d; } // ComplexProduct
double complex_sum(double a, double b, double c, double d) { return a * c + b * d; } // -
int bits(unsigned x) { return __builtin_popcount(x); } // BitCount
int zeros(unsigned x) { return __builtin_clz(x); } // -
void axpy(int n, double a, double *restrict y, const double *restrict x) { for (int i = 0; i < n; ++i) y[i] += a * x[i]; } // Axpy
void axpy_apart(int n, double a, double *restrict z, double *restrict y, const double *restrict x) { for (int i = 0; i < n; ++i) z[i] = y[i] + a * x[i]; } // -
double dot(int n, const double *x, const double *y) { double s = 0; for (int i = 0; i < n; ++i) s += x[i] * y[i]; return s; } // DotBody
float dot_float(int n, const float *x, const float *y) { float s = 0; for (int i = 0; i < n; ++i) s += y[i] * x[i]; return s; } // DotBody
double sum(int n, const double *x) { double s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; } // -
int less_five(int x) { return x - 5; } // LessFive
double less_five_double(double x) { return x - 5.0; } // LessFive
int more_five(int x) { return x + 5; } // -
int times_eight(int x) { return x * 8; } // TimesEight
int times_nine(int x) { return x * 9; } // -
unsigned eighth(unsigned x) { return x / 8; } // Eighth
int eighth_signed(int x) { return x / 8; } // Eighth
double eighth_double(double x) { return x / 8; } // Eighth
int eighth_shifted(int x) { return x >> 3; } // -
int cube(int x) { return x * x * x; } // Square Cube
int at_most_four(int x) { return x <= 4; } // AtMostFour
int below_four(int x) { return x < 4; } // -
int choice(int x, int y, int z) { return x == 7 ? y : z; } // Choice
int choice_opposite(int x, int y, int z) { return x != 7 ? z : y; } // Choice
int choice_otherwise(int x, int y, int z) { return x != 8 ? z : y; } // -
uint64_t widened(uint32_t x, uint32_t y) { return (uint64_t)x * y; } // Widened
uint64_t widened_signed(int32_t x, int32_t y) { return (int64_t)x * y; } // -
