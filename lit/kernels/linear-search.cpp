// An element that is looked for, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: LinearSearch
int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}
// idiom: LinearSearch
const char *in_string(const char *s, long n, char c) {
  for (long i = 0; i < n; i++)
    if (s[i] == c)
      return s + i;
  return nullptr;
}
// idiom: LinearSearch
bool has_zero(const double *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (a[i] == 0)
      return true;
  return false;
}
// no idiom: LinearSearch
int count(const int *a, int n, int x) {
  int c = 0;
  for (int i = 0; i < n; i++)
    c += a[i] == x;
  return c;
}
// idiom: LinearSearch
int above(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] > x)
      return i;
  return -1;
}
// idiom: LinearSearch
int highest_used(const int *count, int n) {
  for (int i = n - 1; i > 0; i--)
    if (count[i] != 0)
      return i;
  return 0;
}
// no idiom: LinearSearch
int copied_to(const char *s, char *d, int n, char end) {
  for (int i = 0; i < n; i++) {
    if (s[i] == end)
      return i;
    d[i] = s[i];
  }
  return n;
}
void tell(int);
// no idiom: LinearSearch
void told_to(const int *a, int n, int end) {
  for (int i = 0; i < n && a[i] != end; i++)
    tell(a[i]);
}
// no idiom: LinearSearch
int of_pairs(const short *z, int n) {
  int i;
  for (i = 0; i < n && (z[i] != 0 || z[i + 1] != 0); i += 2)
    ;
  return i;
}
// no idiom: LinearSearch
int compared_without_case(const char *a, const char *b) {
  while (*a && (*a | 32) == (*b | 32)) {
    a++;
    b++;
  }
  return *a - *b;
}
// no idiom: LinearSearch
int of_volatile(const volatile int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}
// The caller knows that the element exists.
// idiom: LinearSearch
unsigned last_used(const unsigned *count, unsigned k) {
  while (!count[k])
    k--;
  return k;
}
// idiom: LinearSearch
const char *behind_spaces(const char *p) {
  while (*p == ' ')
    p++;
  return p;
}
// idiom: LinearSearch
const int *sentinel(const int *p, int x) {
  while (*p != x)
    p++;
  return p;
}
// The length of a string.
// no idiom: LinearSearch
long length(const char *p) {
  const char *q = p;
  while (*p)
    p++;
  return p - q;
}
// no idiom: LinearSearch
int hashed(const char *p) {
  int h = 0;
  while (*p != 1)
    h = h * 31 + *p++;
  return h;
}
// no idiom: LinearSearch
int first_difference(const int *p, const int *q) {
  int i = 0;
  while (p[i] == q[i])
    i++;
  return i;
}
