// Sums and products of integers that a call gives, added to or multiplied with what was there before the loop. They
// wrap around as those of the loop do, and more: no flag says that they do not.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_APPLY=%S/Inputs/integer-results.candl %clang -O2 -fno-vectorize -fno-slp-vectorize %s -c -o %t/with.o -fpass-plugin=%plugin -Rpass=^idiom -Rpass-missed=^idiom 2>&1 | grep remark: > %t/told.txt
// RUN: %FileCheck %s --input-file %t/told.txt
// RUN: env IDIOM_APPLY=%S/Inputs/integer-results.candl %clang -O2 -fno-vectorize -fno-slp-vectorize %s -S -emit-llvm -o - -fpass-plugin=%plugin 2>/dev/null | %FileCheck %s --check-prefix=IR
// RUN: %clang -O1 %s -c -o %t/plain.o
// RUN: %clang -O1 -DMAIN %s -c -o %t/main.o
// RUN: %clang %t/main.o %t/with.o -o %t/with && %clang %t/main.o %t/plain.o -o %t/plain
// RUN: %t/with > %t/with.txt
// RUN: %t/plain | diff %t/with.txt -
// RUN: grep -c . %t/with.txt | %FileCheck %s --check-prefix=LINES
// LINES: 320
#include <stdint.h>
#include <stdio.h>

#ifndef MAIN
// CHECK-DAG: [[@LINE+3]]:{{[0-9]+}}: remark: rewrote Differences
// IR-LABEL: @apart(
// IR: add i32 %{{[0-9a-z.]+}}, %{{[0-9a-z.]+}}
int apart(const uint8_t *a, const uint8_t *b, long n, int s) { for (long i = 0; i < n; i++) { int d = a[i] - b[i]; s += d < 0 ? -d : d; } return s; }
// CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: rewrote Product
int times(const int *a, long n, int s) { for (long i = 0; i < n; i++) s *= a[i]; return s; }
// CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: did not rewrite WideSum: %{{[0-9]+}} is i64, and `my_sum` gives another type
long wide(const int *a, long n, long s) { for (long i = 0; i < n; i++) s += a[i]; return s; }
#else
int apart(const uint8_t *, const uint8_t *, long, int);
int times(const int *, long, int);
long wide(const int *, long, long);
int differences(const uint8_t *a, const uint8_t *b, long n) { unsigned s = 0; for (long i = n; i-- > 0;) s += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]; return s; }
int my_product(const int *a, long n) { unsigned s = 1; for (long i = n; i-- > 0;) s *= (unsigned)a[i]; return s; }
int my_sum(const int *a, long n) { return 0; }
int main(void) {
  static uint8_t a[64], b[64];
  static int k[64];
  for (int i = 0; i < 64; i++) a[i] = i * 37, b[i] = i * 101 + 7, k[i] = i * 2654435 + 1;
  for (long n = 0; n < 64; n++)
    for (int start = 0; start < 5; start++)
      printf("%d %d %ld\n", apart(a, b, n, start * 100), times(k, n, start * 3 + 1), wide(k, n, start));
}
#endif
