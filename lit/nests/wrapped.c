// Sums of bytes that wrap around in a byte, below an operation that depends on more than their lower bits: there is
// no cast, and the function computes with ints.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_APPLY=%S/Inputs/wrapped.candl %clang -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -DKERNELS %s -c -o %t/with.o -fpass-plugin=%plugin -Rpass='^idiom' -Rpass-missed='^idiom' 2> %t/said
// RUN: %FileCheck %s < %t/said
// RUN: %clang -O1 -DKERNELS %s -c -o %t/plain.o
// RUN: %clang -O1 %s %t/with.o -o %t/with
// RUN: %clang -O1 %s %t/plain.o -o %t/plain
// RUN: %t/with > %t/with.txt
// RUN: %t/plain | diff %t/with.txt -
// RUN: %FileCheck %s --check-prefix=RAN --input-file %t/with.txt
// RAN: 10 lines
#include <stdio.h>
#include <stdlib.h>
typedef unsigned char byte;
#define KERNEL(name, to, of, value)                                                     \
  void name(const of *restrict a, const of *restrict b, to *restrict c, long n) { \
    for (long i = 0; i < n; i++)                                                        \
      c[i] = value;                                                                     \
  }
#if KERNELS
// CHECK: [[@LINE+1]]:1: remark: rewrote Distance:
KERNEL(distance, byte, byte, abs(a[i] - b[i]))
// CHECK: [[@LINE+1]]:1: remark: did not rewrite Distance: {{.*}} reads a number that may wrap around in 8 bits, while the function computes it in more
KERNEL(distance_wrapped, byte, byte, abs((signed char)(a[i] - b[i])))
// CHECK: [[@LINE+1]]:1: remark: rewrote Average:
KERNEL(average, byte, byte, (a[i] + b[i]) >> 1)
// CHECK: [[@LINE+1]]:1: remark: did not rewrite Average: {{.*}} may wrap around in 8 bits
KERNEL(average_wrapped, byte, byte, (byte)(a[i] + b[i]) >> 1)
// CHECK: [[@LINE+1]]:1: remark: rewrote Saturated:
KERNEL(saturated, byte, byte, a[i] + b[i] < 200 ? a[i] + b[i] : 200)
// CHECK: [[@LINE+1]]:1: remark: did not rewrite Saturated: {{.*}} may wrap around in 8 bits
KERNEL(saturated_wrapped, byte, byte, (byte)(a[i] + b[i]) < 200 ? (byte)(a[i] + b[i]) : 200)
// CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: rewrote CountEqual:
int count(const byte *a, const byte *b, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    s += a[i] + b[i] == 44;
  return s;
}
// CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: did not rewrite CountEqual: {{.*}} may wrap around in 8 bits
int count_wrapped(const byte *a, const byte *b, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    s += (byte)(a[i] + b[i]) == 44;
  return s;
}
// An int is halved as a signed number.
// CHECK: [[@LINE+1]]:1: remark: did not rewrite Halves: {{.*}} reads as unsigned a number that may be negative
KERNEL(halves, int, byte, (unsigned)(a[i] - b[i]) >> 1)
// CHECK: [[@LINE+1]]:1: remark: did not rewrite Distances: {{.*}} reads as signed what the rewrite computes as unsigned
KERNEL(distances, unsigned, unsigned, abs((int)(a[i] - b[i])))
#else
void distance(const byte *, const byte *, byte *, long), distance_wrapped(const byte *, const byte *, byte *, long);
void average(const byte *, const byte *, byte *, long), average_wrapped(const byte *, const byte *, byte *, long);
void saturated(const byte *, const byte *, byte *, long), saturated_wrapped(const byte *, const byte *, byte *, long);
int count(const byte *, const byte *, long), count_wrapped(const byte *, const byte *, long);
void halves(const byte *, const byte *, int *, long), distances(const unsigned *, const unsigned *, unsigned *, long);
#define FUNCTION(name, to, of, value)                             \
  void name(const of *a, const of *b, to *c, long n) { \
    for (long i = 0; i < n; i++)                                  \
      c[i] = value;                                               \
  }
FUNCTION(my_distance, byte, byte, a[i] > b[i] ? a[i] - b[i] : b[i] - a[i])
FUNCTION(my_average, byte, byte, (a[i] + b[i]) / 2)
FUNCTION(my_saturated, byte, byte, a[i] + b[i] > 200 ? 200 : a[i] + b[i])
FUNCTION(my_halves, int, byte, (a[i] - b[i]) >> 1)
FUNCTION(my_distances, unsigned, unsigned, a[i] > b[i] ? a[i] - b[i] : b[i] - a[i])
int my_count(const byte *a, const byte *b, long n) {
  int s = 0;
  while (n--)
    s += *a++ + *b++ == 44;
  return s;
}
static byte a[1000], b[1000], c[1000];
static unsigned wide[3][1000];
static void print(const void *of, int bytes) {
  unsigned long sum = 0;
  for (int i = 0; i < bytes; i++)
    sum = sum * 31 + ((const byte *)of)[i];
  printf("%lu\n", sum);
}
int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = i * 7, b[i] = i * 13 + 5, wide[0][i] = i * 2654435761u, wide[1][i] = i * 40503u;
  distance(a, b, c, 1000), print(c, 1000);
  distance_wrapped(a, b, c, 1000), print(c, 1000);
  average(a, b, c, 1000), print(c, 1000);
  average_wrapped(a, b, c, 1000), print(c, 1000);
  saturated(a, b, c, 1000), print(c, 1000);
  saturated_wrapped(a, b, c, 1000), print(c, 1000);
  printf("%d %d\n", count(a, b, 1000), count_wrapped(a, b, 1000));
  halves(a, b, (int *)wide[2], 1000), print(wide[2], 4000);
  distances(wide[0], wide[1], wide[2], 1000), print(wide[2], 4000);
  puts("10 lines");
}
#endif
