// Findings of a specification with a family of variables, most of them unused, are shown too.
//
// RUN: %idiom find --idiom SqrtOfProduct %s -- -O2 | %FileCheck %s
// CHECK: families.c:[[#@LINE+4]]:{{[0-9]+}}: found SqrtOfProduct in with_a_square
// CHECK-NOT: without
#include <math.h>
double without(double a, double b, double c) { return sqrt(a * b * c); }
double with_a_square(double a, double b) { return sqrt(a * b * a); }
