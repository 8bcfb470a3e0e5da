// Counters that wrap, or have even or zero steps, meet their bounds elsewhere: a guard tests that.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cat %project/idioms/rewrites/MemchrByLibc.candl %project/idioms/rewrites/StrlenByLibc.candl %project/idioms/rewrites/AxpyByBlas.candl | sed -E 's/>s (15|500)/>s 1/' > %t/all.candl
// RUN: env IDIOM_APPLY=%t/all.candl %clang -O2 -ffast-math -fwrapv -DKERNEL=with %s -c -o %t/with.o -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom 2>&1 | grep remark: > %t/told.txt
// RUN: %FileCheck %s --input-file %t/told.txt
// RUN: %clang -O1 -fwrapv -DKERNEL=plain %s -c -o %t/plain.o
// RUN: %clang -O1 %s %S/../nests/Inputs/cblas.c %t/with.o %t/plain.o -o %t/run
// RUN: %t/run | %FileCheck %s --check-prefix=RAN
// RAN: 0 of 17 differ
#define JOIN(a, b) a##_##b
#define NAME_OF(a, b) JOIN(a, b)
#define NAME(a) NAME_OF(KERNEL, a)
typedef unsigned char byte;
typedef unsigned long size;
#ifdef KERNEL
// CHECK: rewrote Memchr
long NAME(below)(const byte *q, byte c, size from, size n) {
  size i = 0;
  do {
    if (q[i] == c)
      return i;
    i++;
  } while (from + i < n);
  return -1;
}
// CHECK: rewrote Memchr
long NAME(less)(const byte *q, byte c, long from, long n) {
  long i = 0;
  do {
    if (q[i] == c)
      return i;
    i++;
  } while (from + i < n);
  return -1;
}
// CHECK: rewrote Memchr
long NAME(times)(const byte *p, byte c, size n, size k) {
  for (size i = 0; i * k != n * k; i++)
    if (p[i] == c)
      return i;
  return -1;
}
// CHECK: rewrote Daxpy
void NAME(axpy)(double *restrict y, const double *restrict x, size from, size n) {
  size i = 0;
  do {
    y[i] += 2 * x[i];
    i++;
  } while (from + i < n);
}
// CHECK: did not rewrite Strlen: {{.*}} loads from where integers count that may wrap, for so many rounds
long NAME(far)(const byte *p) {
  long n = 0;
  int j = -1;
  do {
    n++;
    j++;
  } while (p[j]);
  return n;
}
#else
#include <stdio.h>
#include <string.h>
#define DECLARE(kernel)                                                                                                \
  long kernel##_below(const byte *, byte, size, size), kernel##_less(const byte *, byte, long, long),                  \
      kernel##_times(const byte *, byte, size, size), kernel##_far(const byte *);                                      \
  void kernel##_axpy(double *, const double *, size, size);
DECLARE(with) DECLARE(plain)
static int compared, different;
static void compare(long one, long other) {
  compared++;
  different += one != other;
}
#define BOTH(name, ...) compare(with_##name(__VA_ARGS__), plain_##name(__VA_ARGS__))
int main(void) {
  static byte m[64];
  static double x[64], y[2][64];
  memset(m, 'x', 60);
  m[30] = 'c';
  BOTH(below, m, 'c', -20ul, 20);
  BOTH(below, m, 'c', 0, 40);
  BOTH(below, m, 'c', 5, 30);
  BOTH(below, m, 'c', 1ul << 63, (1ul << 63) + 40);
  BOTH(less, m, 'c', 0x7ffffffffffffff0, (long)0x8000000000000020);
  BOTH(less, m, 'c', 0, 40);
  BOTH(less, m, 'c', -20, 20);
  BOTH(less, m, 'c', 3, 20);
  BOTH(times, m, 'c', 40, 1);
  BOTH(times, m, 'c', 40, 4);
  BOTH(times, m, 'c', (1 << 24) + 5, 1ul << 40);
  BOTH(times, m, 'x', 5, 0);
  BOTH(far, m);
  static const size starts[][2] = {{0, 40}, {3, 20}, {-20ul, 20}, {1ul << 63, (1ul << 63) + 8}};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 64; i++)
      x[i] = y[0][i] = y[1][i] = i;
    with_axpy(y[0], x, starts[k][0], starts[k][1]);
    plain_axpy(y[1], x, starts[k][0], starts[k][1]);
    compare(memcmp(y[0], y[1], sizeof y[0]), 0);
  }
  printf("%d of %d differ\n", different, compared);
  return 0;
}
#endif
