// An array that is copied, and code that nearly copies one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <string.h>
#include <vector>

// idiom: Copy
void by_index(double *b, const double *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
// idiom: Copy
void by_pointer(char *b, const char *a, size_t n) {
  while (n--)
    *b++ = *a++;
}
// idiom: Copy
void restricted(double *__restrict b, const double *__restrict a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
// idiom: Copy
void by_memcpy(int *b, const int *a, unsigned n) {
  memcpy(b, a, n * sizeof *a);
}
// idiom: Copy
void within(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
}
// idiom: Copy
void of_vectors(std::vector<int> &b, const std::vector<int> &a) {
  for (size_t i = 0; i < a.size(); i++)
    b[i] = a[i];
}
// idiom: Copy
void widened(long *b, const int *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    b[i] = a[i];
}
// idiom: Reversal
// no idiom: Copy
void reversed(int *b, const int *a, int n) {
  for (int i = 0; i < n; i++)
    b[n - 1 - i] = a[i];
}
// idiom: Copy
void with_do(float *b, const float *a, const float *end) {
  do
    *b++ = *a++;
  while (a != end);
}
struct Point { double x, y; };
// idiom: Copy
void a_column(double *b, const struct Point *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i].x;
}

// no idiom: Copy
void scaled(double *b, const double *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = 2 * a[i];
}
// no idiom: Copy
void of_one(double *b, const volatile double *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = *a;
}
// no idiom: Copy
void gathered(double *b, const double *a, const int *k, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[k[i]];
}
// no idiom: Copy
void of_some(double *__restrict b, const double *__restrict a, const int *wanted, int n) {
  for (int i = 0; i < n; i++)
    if (wanted[i])
      b[i] = a[i];
}
// no idiom: Copy
int to_a_negative(double *__restrict b, const double *__restrict a, int n) {
  int i;
  for (i = 0; i < n; i++) {
    if (a[i] < 0)
      break;
    b[i] = a[i];
  }
  return i;
}
struct Record { long fields[8]; };
// no idiom: Copy
void one_structure(struct Record *to, const struct Record *from) { *to = *from; }
// idiom: Copy
void within_from_the_end(int *a, int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i + 3] = a[i];
}
// idiom: Copy
void field_to_field(struct Point *a, int n) {
  for (int i = 0; i < n; i++)
    a[i].y = a[i].x;
}
// no idiom: Copy
void propagated(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i + 3] = a[i];
}
// no idiom: Copy
void propagated_from_the_end(int *a, int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = a[i + 3];
}
// no idiom: Copy
void by_any_distance(int *a, int n, int k) {
  for (int i = 0; i < n; i++)
    a[i + k] = a[i];
}
// no idiom: Copy
void narrowed(short *__restrict b, const int *__restrict a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
// no idiom: Copy
void to_volatile(volatile int *b, const int *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
// no idiom: Copy
void from_atomic(int *b, const int *a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = __atomic_load_n(&a[i], __ATOMIC_RELAXED);
}
// no idiom: Copy
void rows_exchanged(double **a, int p, int q, int n) {
  for (int j = 0; j < n; j++) {
    double t = a[p][j];
    a[p][j] = a[q][j];
    a[q][j] = t;
  }
}
// no idiom: Copy
void colours_exchanged(unsigned char *p, int n) {
  for (int i = 0; i < n; i++, p += 3) {
    unsigned char t = p[0];
    p[0] = p[2];
    p[2] = t;
  }
}
// no idiom: Copy
void counts_kept(int *__restrict h, const int *__restrict k, int *__restrict o, int n) {
  for (int i = 0; i < n; i++) {
    h[k[i]]++;
    o[i] = h[i];
  }
}
// no idiom: Copy
void changes_next(int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; i++) {
    b[i] = a[i];
    a[i + 1] += b[i];
  }
}
// idiom: Copy
void moved(int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; i++) {
    b[i] = a[i];
    a[i] = 0;
  }
}
