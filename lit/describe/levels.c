// The levels of a description: what is kept, and what is found.
//
// REQUIRES: llvm-19
// RUN: %idiom describe --exact --name Exact %s --function '^example$' > %t.exact.candl
// RUN: %idiom describe --name Usual %s --function '^example$' > %t.usual.candl
// RUN: %idiom describe --loose --name Loose %s --function '^example$' > %t.loose.candl
// RUN: cat %t.exact.candl %t.usual.candl %t.loose.candl > %t.candl
// RUN: %FileCheck %s --check-prefix TEXT --input-file %t.candl
// RUN: %idiom fmt --check %t.exact.candl %t.usual.candl %t.loose.candl && %idiom check %t.candl
// RUN: %idiom find --spec %t.candl %s | grep -o 'found .* in [a-z_]*' | sort -u > %t.found
// RUN: %FileCheck %s --input-file %t.found
// TEXT: Constraint Exact
// TEXT-NEXT: ( {s} += {a}[{i}] / {b}[{i}] * 3
// TEXT-NEXT: ∧ data_type{s} = double
// TEXT-NEXT: ∧ {s.partly} is unused
// TEXT-NEXT: ∧ {a} ≠ {b})
// TEXT: Constraint Usual
// TEXT-NEXT: {s} += {a}[{i}] / {b}[{i}] * {c}
// TEXT: Constraint Loose
// TEXT-NEXT: ( ( {s} += {product}
// TEXT-NEXT:   ∨ {s} -= {product})
// TEXT-NEXT: ∧ {x} ~ {a}[{i}]
// TEXT-NEXT: ∧ data flow from {x} to {s.next}
// TEXT-NEXT: ∧ {y} ~ {b}[{i}]
// TEXT-NEXT: ∧ {x} ≠ {y}
// TEXT-NEXT: ∧ data flow from {y} to {s.next})
//
// CHECK: found Exact in example
// CHECK-NEXT: found Loose in example
// CHECK-NEXT: found Loose in fives
// CHECK-NEXT: found Loose in floats
// CHECK-NEXT: found Loose in roots
// CHECK-NEXT: found Usual in example
// CHECK-NEXT: found Usual in fives
// CHECK-NEXT: found Usual in floats
// CHECK-NOT: found
#include <math.h>

double example(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] / b[i] * 3;
  return s;
}
double fives(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] / b[i] * 5;
  return s;
}
float floats(const float *a, const float *b, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] / b[i] * 3;
  return s;
}
double roots(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s -= sqrt(a[i]) + b[i];
  return s;
}
double of_one(const double *a, double b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] / b * 3;
  return s;
}
double factors(const double *a, const double *b, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s *= a[i] / b[i] * 3;
  return s;
}
