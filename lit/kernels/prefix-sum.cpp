// Prefix sums, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: PrefixSum
void inclusive(int *b, const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
}
// idiom: PrefixSum
void exclusive(int *b, const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    b[i] = s;
    s += a[i];
  }
}
// idiom: PrefixSum
void of_doubles(double *b, const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    b[i] = s = s + a[i];
}
// no idiom: PrefixSum
void steps(int *b, const int *a, int n) {
  for (int i = 1; i < n; i++)
    b[i] = a[i] + a[i - 1];
}
// no idiom: PrefixSum
void last_only(int *b, const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = a[i];
  }
  b[n] = s;
}
