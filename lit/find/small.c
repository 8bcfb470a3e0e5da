// Loops that test at their begin, as LLVM leaves them at -Oz, are found as those that test at their end: the search
// rotates them on its copy.
//
// RUN: %python %inputs/expected.py Oz %s %idiom %inputs/small.candl -- -Oz -ffast-math
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/small.candl -- -Os -ffast-math
//
// The copy of the test before a loop is not a second finding, and values have the names of the function.
// RUN: %idiom find --idiom ArraySum --idiom DotProduct %s -- -Oz -ffast-math -g | %FileCheck %s
//
// CHECK: small.c:[[#SUM:]]:{{[0-9]+}}: found ArraySum in sum: s += a[i]
// CHECK: s = %{{[0-9]+}} (s)
// CHECK: found DotProduct in dot: s += a[i] * b[i]
// CHECK-NOT: found DotProduct in dot
// CHECK: found DotProduct in product
// CHECK-NOT: found

int next(void);

double sum(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; } // Summed
double until(const double *a) { double s = 0; while (*a > 0) { s += *a; a++; } return s; } // Summed
double sum_or_less(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) { if (a[i] < 0) break; s += a[i]; } return s; } // -
double dot(const double *restrict a, const double *restrict b, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; } // OfProducts
void product(double *restrict c, const double *a, const double *b, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; } } // Nested OfProducts
void called(double *a, int n) { for (int i = 0; i < n; i++) a[i] = next(); } // -
