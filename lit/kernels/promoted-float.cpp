// Floats that are computed as doubles, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: PromotedFloat
void halves(float *a, int n, double c) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * c;
}
// idiom: PromotedFloat
void shifted(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.1;
}
// idiom: PromotedFloat
void divided(float *b, const float *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] / 3.1;
}
// no idiom: PromotedFloat
void floats(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.1f;
}
// no idiom: PromotedFloat
void kept(double *b, const float *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 0.1;
}
// idiom: PromotedFloat
void of_two(float *a, const float *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.1 + b[i];
}
// no idiom: PromotedFloat
void with_doubles(float *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i];
}
// idiom: PromotedFloat
void multiplied_and_added(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.3 + 1.7;
}
