// The built-in rewrite to hypot of libm: calls in the assembly, the same results; none without -ffast-math.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_APPLY=HypotByLibm %clang -O2 -ffast-math -DNAME=with %s -fpass-plugin=%plugin -S -o %t/with.s
// RUN: %FileCheck %s --input-file %t/with.s
// CHECK-LABEL: with:
// CHECK: {{call|jmp|bl|b}}{{.*}} hypot
// CHECK-LABEL: with_float:
// CHECK: {{call|jmp|bl|b}}{{.*}} hypotf
// RUN: env IDIOM_APPLY=HypotByLibm %clang -O2 -DNAME=with %s -fpass-plugin=%plugin -S -o - | %FileCheck %s --check-prefix=EXACT
// EXACT-NOT: {{(call|jmp|bl|b)[^a-z].*}}hypot
// RUN: %clang -O2 -DNAME=plain %s -S -o %t/plain.s
// RUN: %clang -O2 -DMAIN %s %t/with.s %t/plain.s -o %t/run -lm
// RUN: %t/run | grep '^0 wrong$'
#include <math.h>
#include <stdio.h>
#ifdef MAIN
double with(double x, double y), plain(double x, double y);
float with_float(float x, float y), plain_float(float x, float y);

int main(void) {
  static const double some[] = {0, 1, -1, 3, 4, 0.5, -1e-3, 1e10, 1e-10, 12345.678, 1e100, 1e-100};
  int wrong = 0, count = sizeof some / sizeof *some;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double x = some[i], y = some[j], a = with(x, y), b = plain(x, y);
      wrong += !(fabs(a - b) <= 1e-15 * b);
      if (fabs(x) < 1e15 && fabs(y) < 1e15 && (x == 0 || fabs(x) > 1e-15) && (y == 0 || fabs(y) > 1e-15)) {
        float c = with_float(x, y), d = plain_float(x, y);
        wrong += !(fabsf(c - d) <= 1e-6f * d);
      }
    }
  printf("%d wrong\n", wrong);
  return 0;
}
#else
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
double NAME(double x, double y) { return sqrt(x * x + y * y); }
float JOIN(NAME, _float)(float x, float y) { return sqrtf(x * x + y * y); }
#endif
