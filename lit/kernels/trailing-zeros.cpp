// Trailing zeros, and code that nearly counts them.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom TrailingZeros %s | %FileCheck --check-prefix=TOLD %s

// idiom: TrailingZeros
int ctz(unsigned x) { return __builtin_ctz(x); }
// idiom: TrailingZeros
int first(unsigned long x) { return __builtin_ffsl(x); }
// idiom: TrailingZeros
int or_width(unsigned x) { return x ? __builtin_ctz(x) : 32; }
// no idiom: TrailingZeros
int leading(unsigned x) { return __builtin_clz(x); }
// no idiom: TrailingZeros
unsigned lowest(unsigned x) { return x & -x; }
// TOLD: found TrailingZeros in by_loop{{.*}}: the zeros behind x
// idiom: TrailingZeros
int by_loop(unsigned x) {
  int n = 0;
  if (!x)
    return 32;
  while (!(x & 1)) {
    x >>= 1;
    n++;
  }
  return n;
}
// TOLD: found TrailingZeros in from_five{{.*}}: 5 + the zeros behind x
// idiom: TrailingZeros
int from_five(unsigned x) {
  int n = 5;
  if (!x)
    return 0;
  while (!(x & 1)) {
    x >>= 1;
    n++;
  }
  return n;
}
