// Elements that are narrower than what is computed from them: a call takes the place of those nests alone that
// widen them as the rewrite says.
//
// RUN: rm -rf %t && mkdir %t && %split-file %S/Inputs/widened.txt %t
// RUN: env IDIOM_APPLY=%t/sad.candl %clang -O2 -fno-vectorize -fno-slp-vectorize %s -c -o %t/with.o -fpass-plugin=%plugin -Rpass=^idiom -Rpass-missed=^idiom 2>&1 | grep remark: | sort -t: -k2n -u > %t/told.txt
// RUN: %FileCheck %s --input-file %t/told.txt
// RUN: env IDIOM_APPLY=%t/pattern.candl %clang -O2 -fno-vectorize -fno-slp-vectorize %s -c -o /dev/null -fpass-plugin=%plugin -Rpass=^idiom 2>&1 | %FileCheck %s --check-prefix=PATTERN
// RUN: %clang -O1 %s -c -o %t/plain.o
// RUN: %clang -O1 %t/main.c %t/with.o -o %t/with
// RUN: %clang -O1 %t/main.c %t/plain.o -o %t/plain
// RUN: %t/with > %t/with.txt
// RUN: %t/plain | diff %t/with.txt -
// RUN: %FileCheck %s --check-prefix=RAN --input-file %t/with.txt
// RAN: 337262 336492 555040
// RUN: not %idiom check %t/unsaid.candl 2>&1 | %FileCheck %s --check-prefix=UNSAID
// UNSAID: error[E0322]: elements of i8 may be widened here, and nothing says how
// UNSAID: declare them `ptr<const unsigned char>` or `ptr<const signed char>`, or write `zext(…)` or `sext(…)` around the element
#include <stdint.h>
#include <stdlib.h>

// CHECK: [[@LINE+5]]:{{[0-9]+}}: remark: rewrote Sad
// Of the pattern with `zext` it is the only one.
// PATTERN: [[@LINE+3]]:{{[0-9]+}}: remark: rewrote SadByPattern
// PATTERN-NOT: rewrote
int sad(const uint8_t *a, const uint8_t *b, int n) {
  int s = 0; for (int i = 0; i < n; i++) s += abs(a[i] - b[i]);
  return s;
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: did not rewrite Sad: {{.*}} is a `sext` of an element of `{{[{].[}]}}`, which the rewrite reads as unsigned
int of_signed(const int8_t *a, const int8_t *b, int n) {
  int s = 0; for (int i = 0; i < n; i++) s += abs(a[i] - b[i]);
  return s;
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: did not rewrite Sad: {{.*}} is a `sext` of an element of `{A}`, which the rewrite reads as unsigned
int mixed(const int8_t *a, const uint8_t *b, int n) {
  int s = 0; for (int i = 0; i < n; i++) s += abs(a[i] - b[i]);
  return s;
}
