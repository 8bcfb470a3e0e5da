// `assoc(… * …)`: trees of one operation that have some operands, and perhaps further ones; as in table.c.
//
// RUN: %python %inputs/expected.py O1 %s %idiom %inputs/open-trees.candl -- -O1 -ffp-contract=off -fno-math-errno
// RUN: %idiom fmt --ascii - < %inputs/open-trees.candl | %FileCheck %s
// CHECK: assoc({x} * {x} * ...)

double sqrt(double);
double alone(double x) { return sqrt(x * x); } // TwiceInRoot SquareInSum
double left(double x, double a) { return sqrt(x * x * a); } // TwiceInRoot
double apart(double x, double a) { return sqrt(x * a * x); } // TwiceInRoot
double both(double x, double a, double b) { return sqrt((a * x) * (x * b)); } // TwiceInRoot
double far(double x, double a, double b, double c) { return sqrt((a * (b * (c * x))) * x); } // TwiceInRoot
double too_far(double x, double a, double b, double c) { return sqrt((a * (b * (c * (b * (a * x))))) * x); } // -
double another(double x, double a, double b) { return sqrt(a * x * b); } // -
double of_sums(double x, double a) { return sqrt(x * (x + a)); } // -
double three(double a, double b, double c, double d) { return sqrt((d * (b + 2)) * ((a + 1) * (c + 3))); } // Three
double two(double a, double b, double d) { return sqrt(d * (b + 2) * (a + 1)); } // -
int masked(int a, int b, int c) { return ((a - b) & c & 255) + 1; } // Masked
int joined(int a, int b, int c) { return ((a - b) | (c & 255)) + 1; } // -
double sum(double x, double a, double b) { return sqrt(a + (x * x + b)); } // SquareInSum
double fused(double x, double a, double b) { return sqrt(__builtin_fma(x, x, a) + b); } // SquareInSum
double sum_of_products(double x, double a, double b) { return sqrt(a + (x * a + b)); } // -
