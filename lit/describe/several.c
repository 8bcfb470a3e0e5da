// Several examples have in common what the description says, and counter-examples lack it.
//
// RUN: %idiom describe %s:22 --also %s:28 | %FileCheck %s --check-prefix ALSO
// ALSO: The code at {{.*}}several.c:22, and at {{.*}}several.c:28, found at -O2, -O1 and -Os.
// ALSO: Constraint Described
// ALSO-NEXT: {s} += {x} * {b}[{i}]
// ALSO-NEXT: End
// RUN: %idiom describe %s:22 --not %s:34 | %FileCheck %s --check-prefix NOT
// NOT: but not at {{.*}}several.c:34
// NOT: ( {s} += {a}[{i}] * {b}[{i}]
// NOT-NEXT: ∧ {a} ≠ {b})
// RUN: %idiom describe %s:22 --not %s:40 | %FileCheck %s --check-prefix TYPE
// TYPE: ( {s} += {a}[{i}] * {b}[{i}]
// TYPE-NEXT: ∧ data_type{s} = double)
// RUN: not %idiom describe %s:34 --not %s:46 2>&1 | %FileCheck %s --check-prefix ALIKE
// ALIKE: nothing that was tried tells {{.*}}several.c:46 from {{.*}}several.c:34
// RUN: not %idiom describe %s:22 --also %s:50 2>&1 | %FileCheck %s --check-prefix APART
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
