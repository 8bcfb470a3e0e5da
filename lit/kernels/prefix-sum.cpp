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
// idiom: PrefixSum
void loaded_again(int *b, const int *a, int n) {
  for (int i = 1; i < n; i++)
    b[i] = b[i - 1] + a[i];
}
// no idiom: PrefixSum
void downwards(int *__restrict b, const int *__restrict a, int n) {
  for (int i = n - 1; i > 0; i--)
    b[i] = b[i - 1] + a[i];
}
// no idiom: PrefixSum
void row_of_pascal(int *b, int n) {
  for (int j = 1; j < n; j++)
    for (int i = j; i > 0; i--)
      b[i] = b[i] + b[i - 1];
}
// no idiom: PrefixSum
void of_some(int *__restrict b, const int *__restrict a, int n) {
  for (int i = 1; i < n; i++)
    if (a[i] > 3)
      b[i] = b[i - 1] + a[i];
}
// no idiom: PrefixSum
void in_pairs(int *__restrict b, const int *__restrict a, int n) {
  for (int i = 1; i < n; i += 2)
    b[i] = b[i - 1] + a[i];
}
// idiom: PrefixSum
void backwards(int *__restrict b, const int *__restrict a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[n - 1 - i];
    b[i] = s;
  }
}
// idiom: PrefixSum
void in_place(int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    a[i] = s;
  }
}
// idiom: PrefixSum
void of_column(int *a, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i * m];
    a[i * m] = s;
  }
}
// idiom: PrefixSum
void suffix_loaded_again(int *b, const int *a, int n) {
  for (int i = n - 2; i >= 0; i--)
    b[i] = b[i + 1] + a[i];
}
// no idiom: PrefixSum
void fibonacci(int *b, int n) {
  for (int i = 2; i < n; i++)
    b[i] = b[i - 1] + b[i - 2];
}
// no idiom: PrefixSum
void doubled(int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    a[i + 1] = s;
  }
}
// no idiom: PrefixSum
void kept_for_some(int *b, const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (a[i] & 1)
      b[i] = s;
  }
}
// no idiom: PrefixSum
void clears_somewhere(int *__restrict o, const int *__restrict a, const int *__restrict k, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    o[i] = s;
    o[k[i]] = 0;
  }
}
