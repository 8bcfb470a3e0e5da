// Two arrays that are compared, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: ArrayComparison
int differs(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i])
      return i;
  return n;
}
// idiom: ArrayComparison
bool equal(const double *a, const double *b, long n) {
  for (long i = 0; i < n; i++)
    if (a[i] != b[i])
      return false;
  return true;
}
// idiom: ArrayComparison
unsigned prefix(const short *a, const short *b, unsigned n) {
  unsigned i = 0;
  while (i < n && a[i] == b[i])
    i++;
  return i;
}
// no idiom: ArrayComparison
int with_one(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] != x)
      return i;
  return n;
}
// no idiom: ArrayComparison
int differences(const int *a, const int *b, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    c += a[i] != b[i];
  return c;
}
// no idiom: ArrayComparison
int first_equal(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] == b[i])
      return i;
  return -1;
}
// no idiom: ArrayComparison
int of_volatile(const volatile int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i])
      return i;
  return n;
}
// no idiom: ArrayComparison
bool is_palindrome(const char *s, int n) {
  for (int i = 0; i < n; i++)
    if (s[i] != s[n - 1 - i])
      return false;
  return true;
}
// no idiom: ArrayComparison
int counting(const int *a, const int *b, int *compared, int n) {
  for (int i = 0; i < n; i++) {
    __atomic_fetch_add(compared, 1, __ATOMIC_RELAXED);
    if (a[i] != b[i])
      return i;
  }
  return n;
}
