// Elements in the other order, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: Reversal
void reversed(int *__restrict b, const int *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[n - 1 - i];
}
// idiom: Reversal
void from_the_end(double *__restrict b, const double *a, long n) {
  for (long i = n - 1; i >= 0; i--)
    b[n - 1 - i] = a[i];
}
// idiom: Reversal
void by_pointers(char *__restrict b, const char *a, int n) {
  const char *p = a + n;
  while (p != a)
    *b++ = *--p;
}
// no idiom: Reversal
void copy(int *__restrict b, const int *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
}
// no idiom: Reversal
void backwards(double *__restrict b, const double *a, long n) {
  for (long i = n - 1; i >= 0; i--)
    b[2 * i] = a[i];
}
