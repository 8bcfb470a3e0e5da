// Constants in the width of an element: 192 and -64 are one byte, and each is a number of its own to the function
// that is called. An order with a sign is one of elements with that sign.
//
// RUN: rm -rf %t && mkdir %t && %split-file %S/Inputs/widened-numbers.txt %t
// RUN: env IDIOM_APPLY=%t/own.candl %clang -O2 -fno-vectorize -fno-slp-vectorize %s -c -o %t/with.o -fpass-plugin=%plugin -Rpass=^idiom -Rpass-missed=^idiom 2>&1 | grep remark: | sort -t: -k2n > %t/told.txt
// RUN: %FileCheck %s --input-file %t/told.txt
// RUN: %clang -O1 %s -c -o %t/plain.o
// RUN: %clang -O1 %t/main.c %t/with.o -o %t/with
// RUN: %clang -O1 %t/main.c %t/plain.o -o %t/plain
// RUN: %t/with > %t/with.txt
// RUN: %t/plain | diff %t/with.txt -
// RUN: not %idiom check %t/signed-order.candl 2>&1 | %FileCheck %s --check-prefix=ORDER
// ORDER: error[E0322]: `{A}` is declared otherwise than it is read here
#include <stdint.h>

// CHECK-DAG: [[@LINE+3]]:{{[0-9]+}}: remark: did not rewrite HighOfSigned: {{.*}} has a constant that is -64 as a signed number and 192 as an unsigned one
// CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: remark: did not rewrite HighByName: {{.*}} has a constant that is -64 as a signed number and 192 as an unsigned one
int high_of_signed(const int8_t *a, int n) {
  int s = 0; for (int i = 0; i < n; i++) s += a[i] & -64;
  return s;
}
// CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: remark: rewrote HighBits
int high_of_unsigned(const uint8_t *a, int n) {
  int s = 0; for (int i = 0; i < n; i++) s += a[i] & 192;
  return s;
}
// CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: remark: rewrote LowBits
int low_of_signed(const int8_t *a, int n) {
  int s = 0; for (int i = 0; i < n; i++) s += a[i] & -32;
  return s;
}
// The same bytes are 255; no signed byte is.
// CHECK-DAG: [[@LINE+3]]:{{[0-9]+}}: remark: rewrote CountOfLast
// CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: remark: did not rewrite NoneOfSigned: {{.*}} has a constant that is -1 as a signed number and 255 as an unsigned one
int last_of_signed(const int8_t *a, int n) {
  int s = 0; for (int i = 0; i < n; i++) s += a[i] == -1;
  return s;
}
// CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: remark: rewrote CountOfLast
int last_of_unsigned(const uint8_t *a, int n) {
  int s = 0; for (int i = 0; i < n; i++) s += a[i] == 255;
  return s;
}
