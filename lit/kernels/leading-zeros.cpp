// Leading zeros, and code that nearly counts them.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom LeadingZeros %s | %FileCheck --check-prefix=TOLD %s

// idiom: LeadingZeros
int clz(unsigned x) { return __builtin_clz(x); }
// idiom: LeadingZeros
int highest(unsigned long x) { return 63 - __builtin_clzl(x); }
// idiom: LeadingZeros
int or_width(unsigned x) { return x ? __builtin_clz(x) : 32; }
// no idiom: LeadingZeros
int trailing(unsigned x) { return __builtin_ctz(x); }
// no idiom: LeadingZeros
int ones(unsigned x) { return __builtin_popcount(x); }
// TOLD: found LeadingZeros in by_loop{{.*}}: the zeros in front of x
// idiom: LeadingZeros
int by_loop(unsigned x) {
  int n = 0;
  if (!x)
    return 32;
  while (!(x & 0x80000000)) {
    x <<= 1;
    n++;
  }
  return n;
}
// TOLD: found LeadingZeros in from_five{{.*}}: 5 + the zeros in front of x
// idiom: LeadingZeros
int from_five(unsigned x) {
  int n = 5;
  if (!x)
    return 0;
  while (!(x & 0x80000000)) {
    x <<= 1;
    n++;
  }
  return n;
}
