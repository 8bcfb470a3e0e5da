// Without -ffast-math's promises about special values: NaN, infinities and both zeros come out as the program means
// them, and in the range where the square is exact enough so does everything else. `expected` is not optimised.
//
// RUN: %clang -O2 -fno-math-errno -fassociative-math -fno-signed-zeros -fno-trapping-math -freciprocal-math -fapprox-func -fpass-plugin=%plugin -Rpass=idiom %s -o %t -lm 2> %t.said
// RUN: %t | %FileCheck %s
// RUN: %FileCheck --check-prefix=SAID %s < %t.said
// CHECK: 3029 inputs, 0 wrong
// SAID: special-values.c:[[#@LINE+14]]:{{[0-9]+}}: remark: {{.*}}[-Rpass=idiom]
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

__attribute__((noinline, optnone)) static void check(double a) {
  ++inputs;
  if (same(expected(a), root(a))) return;
  ++wrong;
  printf("%a: expected %a, got %a\n", a, expected(a), root(a));
}

__attribute__((optnone, noinline)) int main(void) {
  double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, -NAN, 1.0, -1.0, 0x1p-500, -0x1p-500, 0x1p500, -0x1p500};
  for (unsigned i = 0; i < sizeof special / sizeof *special; ++i) check(special[i]);
  unsigned state = 1;
  for (int i = 0; i < 3017; ++i) {
    state = state * 1664525u + 1013904223u;
    check(((int)state) * 0x1.3p-20 * (1 + i % 7));
  }
  printf("%d inputs, %d wrong\n", inputs, wrong);
  return wrong != 0;
}
