// A variable holds the product inside a fused multiply-add; a value combined with itself is no reduction.
// RUN: rm -rf %t && mkdir %t && %split-file %s %t
// RUN: %idiom find --spec %t/x.candl %t/x.c -- -O2 -g -fno-unroll-loops | grep found | %FileCheck %s
// CHECK: found Taken in dot
// CHECK: found Explained in dot
// CHECK: found Part in dot
// CHECK: found Taken in plain
// CHECK: found Less in less
// CHECK-NOT: found Taken in grow
// CHECK-NOT: found Taken in twice
//--- x.candl
Constraint Taken
{s} += {x}
End
Constraint Explained
{s} += ({A}[{i}] * {B}[{i}] as {x})
End
Constraint Part
( {r} ~ {s} + ({a} * {b} as {p})
∧ opcode{s} = phi)
End
Constraint Less
{r} ~ {x} - {y}
End
//--- x.c
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
double plain(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
double less(double x, double y) { return x * x - y; }
double grow(double s, double c, int n) {
  for (int i = 0; i < n; i++)
    s += s * c;
  return s;
}
double twice(double s, int n) {
  for (int i = 0; i < n; i++)
    s += s;
  return s;
}
