// What a nest computes from elements that are narrower, or read with a sign, beside what the rewrite says of them.
//
// RUN: env IDIOM_APPLY=%S/Inputs/widths.candl IDIOM_LOG=info %clang -O2 -fno-unroll-loops -fno-vectorize %s -c -o /dev/null -fpass-plugin=%plugin 2>&1 | %FileCheck %s
#include <stdint.h>
typedef uint8_t u8;
typedef int8_t s8;
#define SUM(e)                                                                                                         \
  {                                                                                                                    \
    int s = 0;                                                                                                         \
    for (int i = 0; i < n; i++)                                                                                        \
      s += e;                                                                                                          \
    return s;                                                                                                          \
  }
// CHECK-DAG: : rewrote DotU8 in dot_uu
// CHECK-DAG: did not rewrite DotU8S8 in dot_uu: {{.*}} is a `zext` of an element of `{B}`, which the rewrite reads as signed
int dot_uu(const u8 *a, const u8 *b, int n) SUM(a[i] * b[i])
// CHECK-DAG: : rewrote DotU8S8 in dot_us
// CHECK-DAG: did not rewrite DotU8 in dot_us: {{.*}} is a `sext` of an element of `{B}`, which the rewrite reads as unsigned
int dot_us(const u8 *a, const s8 *b, int n) SUM(a[i] * b[i])
// CHECK-DAG: did not rewrite DotU8 in dot_ss: {{.*}} is a `sext` of an element of `{A}`, which the rewrite reads as unsigned
int dot_ss(const s8 *a, const s8 *b, int n) SUM(a[i] * b[i])
// The products are cut to a byte.
// CHECK-DAG: did not rewrite DotU8 in cut: {{.*}} is a `zext` of what the nest computes, and the rewrite does not ask for it
int cut(const u8 *a, const u8 *b, int n) SUM((u8)(a[i] * b[i]))
// CHECK-DAG: did not rewrite DotU8 in cut_signed: {{.*}} is a `sext` of what the nest computes, and the rewrite does not ask for it
int cut_signed(const u8 *a, const u8 *b, int n) SUM((s8)(a[i] * b[i]))
// CHECK-DAG: : rewrote DotI16 in shorts
int shorts(const int16_t *a, const int16_t *b, int n) SUM(a[i] * b[i])
// CHECK-DAG: did not rewrite DotI16 in mixed_shorts: {{.*}} is a `zext` of an element of `{B}`, which the rewrite reads as signed
int mixed_shorts(const int16_t *a, const uint16_t *b, int n) SUM(a[i] * b[i])
// CHECK-DAG: : rewrote SumInt in sum
long sum(const int *a, int n) { long s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
// CHECK-DAG: did not rewrite SumInt in sum_unsigned: {{.*}} is a `zext` of an element of `{A}`, which the rewrite reads as signed
long sum_unsigned(const unsigned *a, int n) { long s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
// CHECK-DAG: : rewrote MaxInt in most
int most(const int *a, int n) { int s = -5; for (int i = 0; i < n; i++) s = a[i] > s ? a[i] : s; return s; }
// CHECK-DAG: did not rewrite MaxInt in most_unsigned: {{.*}} reads an element of `{A}`, which the rewrite reads as signed
unsigned most_unsigned(const unsigned *a, int n) { unsigned s = 0; for (int i = 0; i < n; i++) s = a[i] > s ? a[i] : s; return s; }
// CHECK-DAG: : rewrote ScaleByte in scaled
int scaled(const u8 *a, u8 c, int n) SUM(a[i] * c)
// The call has the factor without its sign.
// CHECK-DAG: did not rewrite ScaleByte in scaled_signed: {{.*}} is a `sext` of a value that the call does not take so
int scaled_signed(const u8 *a, s8 c, int n) SUM(a[i] * c)
// A sum of bytes is no wider than they are.
// CHECK-DAG: : rewrote AddBytes in add
void add(u8 *restrict a, const u8 *restrict b, int n) { for (int i = 0; i < n; i++) a[i] += b[i]; }
// CHECK-DAG: : rewrote Widen in widen
void widen(int *restrict a, const u8 *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }
// CHECK-DAG: did not rewrite Widen in widen_signed: {{.*}} is a `sext` of an element of `{B}`, which the rewrite reads as unsigned
void widen_signed(int *restrict a, const s8 *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }
