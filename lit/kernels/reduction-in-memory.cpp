// Reductions that are stored in each round, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: ReductionInMemory
void into(int *restrict_total, const unsigned char *a, int n) {
  for (int i = 0; i < n; i++)
    *restrict_total += a[i];
}
struct totals {
  long count;
  double sum;
};
// idiom: ReductionInMemory
void into_field(totals *t, const unsigned char *a, int n) {
  for (int i = 0; i < n; i++)
    t->count += a[i];
}
// idiom: ReductionInMemory
void product_into(float *p, const float *a, int n) {
  for (int i = 0; i < n; i++)
    *p *= a[i];
}
// idiom: ReductionInMemory
void may_overlap(double *sum, const double *a, int n) {
  for (int i = 0; i < n; i++)
    sum[3] += a[i] * a[i];
}
extern void next(double *x);
// no idiom: ReductionInMemory
void beside_a_call(double *sums, double *x, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      next(x);
      sums[0] = sums[0] + x[0];
    }
}
// no idiom: ReductionInMemory
void each(int *t, const int *a, int n) {
  for (int i = 0; i < n; i++)
    t[i] += a[i];
}
// no idiom: ReductionInMemory
void overwritten(int *t, const int *a, int n) {
  for (int i = 0; i < n; i++)
    *t = a[i] + 1;
}
// no idiom: ReductionInMemory
void of_another(double *t, const double *a, int n) {
  for (int i = 0; i < n; i++)
    t[0] = t[1] + a[i];
}
// no idiom: ReductionInMemory
void begun_anew(double *t, double *a, int n) {
  for (int i = 0; i < n; i++) {
    t[0] = a[i];
    next(a);
    t[0] += a[i];
  }
}
// no idiom: ReductionInMemory
void of_volatile(volatile int *t, const int *a, int n) {
  for (int i = 0; i < n; i++)
    *t += a[i];
}
