// Without -ffast-math: NaN, infinities and both zeros are what the program computes, and so is everything
// else, where the square is exact enough. `expected` is not optimised.
//
// RUN: %clang -O2 -fno-math-errno -fassociative-math -fno-signed-zeros -fno-trapping-math -freciprocal-math -fapprox-func -fpass-plugin=%plugin -Rpass=idiom %s -o %t -lm 2> %t.said
// RUN: %t | %FileCheck %s
// RUN: %FileCheck --check-prefix=SAID %s < %t.said
// CHECK: 3245 inputs, 0 wrong
// SAID: special-values.c:[[#@LINE+19]]:{{[0-9]+}}: remark: rewrote SqrtOfSquare
// SAID: remark: rewrote SqrtOfProduct
// SAID-NEXT: double scaled_root(
// SAID: remark: rewrote SqrtOfProduct
// SAID-NEXT: double absolute_root(
// SAID-NOT: rewrote
#include <math.h>
#include <stdio.h>
#include <string.h>

static int wrong, inputs;

__attribute__((noinline, optnone)) static double expected(double a) { return sqrt(a * a); }
__attribute__((noinline, optnone)) static int same(double x, double y) {
  unsigned long long i, j;
  memcpy(&i, &x, sizeof i);
  memcpy(&j, &y, sizeof j);
  return i == j || (x != x && y != y);
}
__attribute__((noinline)) static double root(double a) { return sqrt(a * a); }

// A root that stays: of what cannot be negative, and of what can be, which is not split with these flags.
__attribute__((noinline, optnone)) static double expected_product(double a, double b) { return sqrt(a * a * b); }
__attribute__((noinline)) static double scaled_root(double a) { return sqrt(a * a * 4.0); }
__attribute__((noinline)) static double absolute_root(double a, double b) { return sqrt(a * a * fabs(b)); }
__attribute__((noinline)) static double product_root(double a, double b) { return sqrt(a * b * a); }

__attribute__((noinline, optnone)) static void compare(double expected, double got, double a, double b) {
  ++inputs;
  if (same(expected, got)) return;
  ++wrong;
  printf("%a, %a: expected %a, got %a\n", a, b, expected, got);
}
__attribute__((noinline, optnone)) static void check(double a) { compare(expected(a), root(a), a, a); }
__attribute__((noinline, optnone)) static void check_product(double a, double b) {
  compare(expected_product(a, 4.0), scaled_root(a), a, 4.0);
  compare(expected_product(a, fabs(b)), absolute_root(a, b), a, b);
  compare(expected_product(a, b), product_root(a, b), a, b);
}

__attribute__((optnone, noinline)) int main(void) {
  double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, -NAN, 1.0, -1.0, 0x1p-500, -0x1p-500, 0x1p500, -0x1p500};
  for (unsigned i = 0; i < sizeof special / sizeof *special; ++i) check(special[i]);
  double powers[] = {0.0, -0.0, INFINITY, -INFINITY, 4.0, -4.0};
  for (unsigned i = 0; i < sizeof special / sizeof *special; ++i)
    for (unsigned j = 0; j < sizeof powers / sizeof *powers; ++j) check_product(special[i], powers[j]);
  unsigned state = 1;
  for (int i = 0; i < 3017; ++i) {
    state = state * 1664525u + 1013904223u;
    check(((int)state) * 0x1.3p-20 * (1 + i % 7));
  }
  printf("%d inputs, %d wrong\n", inputs, wrong);
  return wrong != 0;
}
