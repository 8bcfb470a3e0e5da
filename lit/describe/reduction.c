// A description by example finds the same loop in other spellings, and no other loop.
//
// flags: -O2
// flags: -Os -ffast-math
// REQUIRES: llvm-19
// RUN: %idiom describe %s:17 > %t.candl && %idiom test --spec %t.candl --llvm %llvm %s | %FileCheck %s
// RUN: %FileCheck %s --check-prefix TEXT --input-file %t.candl
// CHECK: all as expected
// TEXT: found at -O2, -O1 and -Os.
// TEXT: Constraint Described
// TEXT-NEXT: {s} += {a}[{i}] * {b}[{i}]
// TEXT-NEXT: End

// idiom: Described
double example(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
// idiom: Described
double by_pointer(const double *v, const double *w, const double *end) {
  double sum = 1;
  while (v != end)
    sum = *w++ * *v++ + sum;
  return sum;
}
// idiom: Described
int of_integers(const int *a, const int *b, unsigned n) {
  int s = 0;
  for (unsigned k = n; k-- > 0;)
    s += b[k] * a[k];
  return s;
}
// no idiom: Described
double of_sums(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] + b[i];
  return s;
}
// no idiom: Described
double scaled(const double *a, double b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b;
  return s;
}
// no idiom: Described
double product(const double *a, const double *b, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s *= a[i] * b[i];
  return s;
}
// no idiom: Described
void stored(const double *a, const double *b, double *c, int n) {
  for (int i = 0; i < n; i++)
    c[i] = a[i] * b[i];
}
