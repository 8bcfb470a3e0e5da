// IDIOM_REPORT: one JSON file a translation unit, written atomically, also when many compilers run at once.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %python %inputs/parallel_reports.py %clang %plugin %s %t | %FileCheck %s
// CHECK: 24 compilers, 24 reports, 48 findings
double sqrt(double);
float sqrtf(float);
double NAME(f)(double a) { return sqrt(a * a); }
float NAME(g)(float a) { return sqrtf(a * a); }
