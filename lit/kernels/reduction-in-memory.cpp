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
