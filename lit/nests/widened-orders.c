// Orders of widened elements: as C compares them, signed and of the whole width. A cast that the pattern asks for
// around a comparison licenses none around a difference that wraps.
//
// RUN: env IDIOM_APPLY=%S/Inputs/widened-orders.candl %clang -O2 -fno-vectorize -fno-unroll-loops %s -fpass-plugin=%plugin -Rpass='^idiom' -Rpass-missed='^idiom' -S -o %t.s 2> %t.said
// RUN: %FileCheck %s < %t.said
typedef unsigned char byte;

// CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: rewrote CountLess
int less(const byte *a, int x, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    s += a[i] < x;
  return s;
}

// CHECK-NOT: rewrote
// CHECK: did not rewrite CountLess: {{.*}} orders widened elements as unsigned numbers
int less_unsigned(const byte *a, int x, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    s += a[i] < (unsigned)x;
  return s;
}

// CHECK: remark: rewrote CountGreater
int greater(const byte *a, const byte *b, int x, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    s += a[i] - b[i] > x;
  return s;
}

// CHECK-NOT: rewrote
// CHECK: did not rewrite CountGreater: {{.*}} is a `zext`
int greater_wrapped(const byte *a, const byte *b, int x, long n) {
  int s = 0;
  for (long i = 0; i < n; i++)
    s += (byte)(a[i] - b[i]) > x;
  return s;
}
// CHECK-NOT: rewrote
