// A sign inside a fused operation is a difference, and a rounded reciprocal is a quotient where LLVM may take it for
// one; conditions, conversions and numbers as in C; as in table.c.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %inputs/as-in-c.candl -- -O2
// RUN: %python %inputs/expected.py Off %s %idiom %inputs/as-in-c.candl -- -O2 -ffp-contract=off
// RUN: %python %inputs/expected.py Os %s %idiom %inputs/as-in-c.candl -- -Os -ffast-math

double cross(double a, double b, double c, double d) { return a * c - b * d; } // DifferenceOfProducts
float cross_float(float a, float b, float c, float d) { return a * c - b * d; } // DifferenceOfProducts
double both(double a, double b, double c, double d) { return a * c + b * d; } // SumOfProducts
double plus(double a, double x, double b) { return a * x + b; } // ProductPlus
double minus(double a, double x, double b) { return a * x - b; } // ProductMinus
double minus_product(double a, double x, double b) { return b - a * x; } // MinusProduct
double lerp(double a, double b, double t) { return a + t * (b - a); } // Lerp ProductPlus
double lerp_away(double a, double b, double t) { return a - t * (b - a); } // MinusProduct
int by_lowest_bit(int x, int a, int b) { return x & 1 ? a : b; } // ByLowestBit
int by_lowest_bit_unset(int x, int a, int b) { return (x & 1) == 0 ? b : a; } // ByLowestBit
int by_second_bit(int x, int a, int b) { return x & 2 ? a : b; } // -
unsigned collatz(unsigned x) { return x & 1 ? x * 3 + 1 : x / 2; } // Collatz ByLowestBit
unsigned collatz_even(unsigned x) { return x % 2 == 0 ? x / 2 : x * 3 + 1; } // Collatz ByLowestBit
double scaled(int x, double y) { return x * y; } // Scaled
double scaled_unsigned(unsigned x, double y) { return x * y; } // -
double widened(float x, double y) { return x + y; } // Widened
unsigned low_byte(unsigned x) { return x & 255; } // LowByte
int digit(int c) { return c - 48; } // Digit
double third(double x) { return x / 3; } // Third
double by_third(double x) { return x * (1.0 / 3); } // Os:Third
double by_tenth(double x) { return x * 0.1; } // Os:Tenth
float by_tenth_float(float x) { return x * 0.1f; } // Os:Tenth
double by_eighth(double x) { return x * 0.125; } // Eighth
