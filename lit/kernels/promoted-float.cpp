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
// A function for `double`.
// idiom: PromotedFloat
void sines(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (float)__builtin_sin((double)a[i]);
}
// idiom: PromotedFloat
void exponentials(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (float)(__builtin_exp((double)a[i]) + 1);
}
// no idiom: PromotedFloat
void float_sines(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = __builtin_sinf(a[i]);
}
// no idiom: PromotedFloat
void sines_of_double(float *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (float)__builtin_sin(b[i]);
}
