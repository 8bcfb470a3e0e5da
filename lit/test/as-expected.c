// Findings are those that comments expect, above functions, loops and statements, with each set of flags.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: 1 file, 9 expectations, LLVM [[#]]: all as expected
double sqrt(double);

// idiom: For
// no idiom: SqrtOfSquare
void fill(int *p, long n) {
  for (long i = 0; i < n; ++i)
    p[i * 3] = 1;
}

double of_square(double a) { return sqrt(a * a); } // idiom: SqrtOfSquare
double of_product(double a, double b) { return sqrt(a * b); } // no idiom: SqrtOfSquare

long both(int *p, long n, double x) {
  // no idiom: SqrtOfSquare
  // idiom: For
  for (long i = 0; i < n; ++i) {
    p[i] = "}{"[i % 3];
  }
  /* no idiom: For */
  return sqrt(x * x); // idiom: SqrtOfSquare
}

// What is inlined is found where it is written.
static double inlined(double a) {
  // idiom: SqrtOfSquare
  return sqrt(a * a);
}
double caller(double a) { return inlined(a) + 1; }
