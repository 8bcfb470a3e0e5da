// Minima and maxima of three operands and more.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %S/Inputs/extremes.candl -- -O2
// RUN: %python %inputs/expected.py O1 %s %idiom %S/Inputs/extremes.candl -- -O1 -ffast-math
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

int largest(int a, int b, int c) { int m = MAX(a, b); return MAX(m, c); } // Largest LargestFromLeft
int largest_from_right(int a, int b, int c) { int m = MAX(b, c); return MAX(a, m); } // Largest LargestFromLeft
unsigned largest_unsigned(unsigned a, unsigned b, unsigned c) { unsigned m = MAX(b, c); return MAX(a, m); } // Largest LargestFromLeft
float largest_float(float a, float b, float c) { float m = MAX(b, c); return MAX(a, m); } // Largest LargestFromLeft
int middle(int a, int b, int c) { int m = MAX(a, b); return MIN(m, c); } // -
int larger(int a, int b) { return MAX(a, b); } // -
int not_negative(int a, int b) { int m = MAX(a, b); return MAX(m, 0); } // Largest Limited
int not_negative_first(int a, int b) { int m = MAX(a, 0); return MAX(m, b); } // Largest Limited
unsigned not_one(unsigned a, unsigned b) { unsigned m = MAX(a, b); return MAX(m, 1); } // Largest
int least(int a, int b, int c, int d) { int m = MIN(a, b), n = MIN(c, d); return MIN(m, n); } // LeastOfFour
int least_in_turn(int a, int b, int c, int d) { int m = MIN(a, b), n = MIN(m, c); return MIN(n, d); } // LeastOfFour
int least_of_three(int a, int b, int c) { int m = MIN(a, b); return MIN(m, c); } // -
