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
// idiom: Reversal
void swapped(int *a, int n) {
  for (int i = 0; i < n / 2; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
// idiom: Reversal
void swapped_from_both_ends(double *a, long n) {
  for (long i = 0, j = n - 1; i < j; i++, j--) {
    double t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}
// idiom: Reversal
void swapped_by_pointers(char *p, char *q) {
  while (p < q) {
    char t = *p;
    *p++ = *q;
    *q-- = t;
  }
}
// idiom: Reversal
void of_a_hundred(int *a) {
  for (int i = 0; i < 50; i++) {
    int t = a[i];
    a[i] = a[99 - i];
    a[99 - i] = t;
  }
}
// no idiom: Reversal
void palindrome(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[n - 1 - i];
}
// no idiom: Reversal
void swapped_twice(int *a, int n) {
  for (int i = 0; i < n; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
// no idiom: Reversal
void a_hundred_twice(int *a) {
  for (int i = 0; i < 100; i++) {
    int t = a[i];
    a[i] = a[99 - i];
    a[99 - i] = t;
  }
}
// no idiom: Reversal
void of_volatile(volatile int *b, const int *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[n - 1 - i];
}
// no idiom: Reversal
void changes_next(int *__restrict b, int *__restrict a, int n) {
  for (int i = 0; i < n; i++) {
    b[n - 1 - i] = a[i];
    a[i + 1] = b[n - 1 - i] + 1;
  }
}
