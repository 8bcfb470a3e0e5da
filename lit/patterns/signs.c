// A sign inside a fused operation is a difference, and a rounded reciprocal is a quotient where LLVM may take it for
// one; as in table.c.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/signs.candl -- -O2
// RUN: %python %inputs/expected.py Off %s %idiom %inputs/signs.candl -- -O2 -ffp-contract=off
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/signs.candl -- -Os -ffast-math

double cross(double a, double b, double c, double d) { return a * c - b * d; } // DifferenceOfProducts
float cross_float(float a, float b, float c, float d) { return a * c - b * d; } // DifferenceOfProducts
double both(double a, double b, double c, double d) { return a * c + b * d; } // SumOfProducts
double plus(double a, double x, double b) { return a * x + b; } // ProductPlus
double minus(double a, double x, double b) { return a * x - b; } // ProductMinus
double minus_product(double a, double x, double b) { return b - a * x; } // MinusProduct
double lerp(double a, double b, double t) { return a + t * (b - a); } // Lerp ProductPlus
double lerp_away(double a, double b, double t) { return a - t * (b - a); } // MinusProduct
double third(double x) { return x / 3; } // Third
double by_third(double x) { return x * (1.0 / 3); } // Os:Third
double by_tenth(double x) { return x * 0.1; } // Os:Tenth
float by_tenth_float(float x) { return x * 0.1f; } // Os:Tenth
double by_eighth(double x) { return x * 0.125; } // Eighth
