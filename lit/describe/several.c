// Several examples have in common what the description says, and counter-examples lack it.
//
// REQUIRES: llvm-19
// RUN: %idiom describe %s:23 --also %s:29 | %FileCheck %s --check-prefix ALSO
// ALSO: The code at {{.*}}several.c:23, and at {{.*}}several.c:29, found at -O2, -O1 and -Os.
// ALSO: Constraint Described
// ALSO-NEXT: {s} += {x} * {b}[{i}]
// ALSO-NEXT: End
// RUN: %idiom describe %s:23 --not %s:35 | %FileCheck %s --check-prefix NOT
// NOT: but not at {{.*}}several.c:35
// NOT: ( {s} += {a}[{i}] * {b}[{i}]
// NOT-NEXT: ∧ {a} ≠ {b})
// RUN: %idiom describe %s:23 --not %s:41 | %FileCheck %s --check-prefix TYPE
// TYPE: ( {s} += {a}[{i}] * {b}[{i}]
// TYPE-NEXT: ∧ data_type{s} = double)
// RUN: not %idiom describe %s:35 --not %s:47 2>&1 | %FileCheck %s --check-prefix ALIKE
// ALIKE: nothing that was tried tells {{.*}}several.c:47 from {{.*}}several.c:35
// RUN: not %idiom describe %s:23 --also %s:51 2>&1 | %FileCheck %s --check-prefix APART
// APART: the examples have no result of one kind
double example(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
double scaled(const double *a, double k, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += k * a[i];
  return s;
}
double squares(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}
float single(const float *a, const float *b, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
double squares_again(const double *v, int m) {
  double t = 0;
  for (int k = 0; k < m; k++)
    t += v[k] * v[k];
  return t;
}
int limited(int x) {
  return x < 10 ? x : 10;
}
