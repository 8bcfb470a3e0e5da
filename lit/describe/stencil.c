// A description keeps how far elements are apart, and that another array is written.
//
// flags: -O2
// flags: -Os
// REQUIRES: llvm-19
// RUN: %idiom describe %s --function '^example$' > %t.candl
// RUN: %idiom test --spec %t.candl --llvm %llvm %s | %FileCheck %s
// RUN: %FileCheck %s --check-prefix TEXT --input-file %t.candl
// CHECK: all as expected
// TEXT: The code of `example` in {{.*}}stencil.c, found at -O2, -O1 and -Os.
// TEXT: ( {st} ~ {b}[{i}] := ({a}[{i} - 1] + {a}[{i} + 1]) * {c}
// TEXT-NEXT: ∧ {b} ≠ {a})

// idiom: Described
void example(int n, double *b, const double *a) {
  for (int i = 1; i < n - 1; i++)
    b[i] = (a[i - 1] + a[i + 1]) * 0.5;
}
// idiom: Described
void shifted(int n, float *to, const float *from, float k) {
  for (int i = 0; i + 2 < n; i++)
    to[i] = k * (from[i + 2] + from[i]);
}
// no idiom: Described
void one_apart(int n, double *b, const double *a) {
  for (int i = 1; i < n - 1; i++)
    b[i] = (a[i] + a[i + 1]) * 0.5;
}
// no idiom: Described
void in_place(int n, double *a) {
  for (int i = 1; i < n - 1; i++)
    a[i] = (a[i - 1] + a[i + 1]) * 0.5;
}
// no idiom: Described
void of_two(int n, double *b, const double *a, const double *c) {
  for (int i = 1; i < n - 1; i++)
    b[i] = (a[i - 1] + c[i + 1]) * 0.5;
}
// no idiom: Described
void differences(int n, double *b, const double *a) {
  for (int i = 1; i < n - 1; i++)
    b[i] = (a[i - 1] - a[i + 1]) * 0.5;
}
