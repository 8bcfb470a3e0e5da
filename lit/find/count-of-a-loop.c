// A count that is compared with a variable is the count of the loop: the trace of a square matrix, not of
// another one, nor a plain sum.
// RUN: sed -n "s,^//: ,,p" %s > %t.candl
// RUN: %idiom find --spec %t.candl %s -- -O2 -g | %FileCheck %s
//: Constraint Trace
//: ( {s} += {A}[{i}] ∧ {A.stride[0]} = {n} + 1 ∧ {i.count} = {n})
//: End
// CHECK: found Trace in trace
// CHECK-NOT: found Trace
double trace(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i * n + i];
  return s;
}
double of_rows(const double *a, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i * m + i];
  return s;
}
double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
