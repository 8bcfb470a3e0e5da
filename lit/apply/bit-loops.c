// Loops over the bits of a number become intrinsics: equal results at the edges of all widths, no loops left.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_APPLY=BitLoopsByIntrinsic %clang -O2 -fno-inline -fno-unroll-loops %s -fpass-plugin=%plugin -Rpass=idiom -emit-llvm -S -o %t/with.ll 2> %t/remarks.txt
// RUN: %FileCheck %s < %t/remarks.txt
// RUN: %FileCheck %s --check-prefix=LOOPS < %t/with.ll
// RUN: %clang -O1 %t/with.ll -o %t/with
// RUN: %clang -O2 -fno-inline %s -o %t/without
// RUN: %t/with > %t/with.txt
// RUN: %t/without | diff - %t/with.txt
// RUN: %FileCheck %s --check-prefix=RAN --input-file %t/with.txt
// RUN: env IDIOM_APPLY=BitLoopsByIntrinsic %clang -Os -g -fno-inline %s -fpass-plugin=%plugin -o %t/small
// RUN: %t/small | diff - %t/with.txt
//
// CHECK-DAG: rewrote PopcountLoop: exit value
// CHECK-DAG: rewrote ParityLoop: exit value
// CHECK-DAG: rewrote TrailingZerosLoop: exit value
// CHECK-DAG: rewrote LeadingZerosLoop: exit value
// CHECK-DAG: rewrote BitReverseLoop: exit value
// LOOPS-LABEL: @clearing_64(
// LOOPS-NOT: phi
// LOOPS: @llvm.ctpop.i64(
// LOOPS-LABEL: @reverse_64(
// LOOPS-NOT: phi
// LOOPS: @llvm.bitreverse.i64(
// LOOPS-LABEL: @capped_64(
// LOOPS: phi
// LOOPS-LABEL: @above_64(
// LOOPS: phi
// LOOPS-LABEL: @parity_32(
// LOOPS-NOT: phi
// LOOPS: @llvm.ctpop.i32(
// LOOPS-LABEL: @trailing_32(
// LOOPS-NOT: phi
// LOOPS: @llvm.cttz.i32(
// RAN: {{^[1-9][0-9]+ calls, sum [0-9]+}}
#include <stdint.h>
#include <stdio.h>

#define LOOPS(W)                                                                                                   \
  int clearing_##W(uint##W##_t x) { int c = 0; while (x) { x &= x - 1; c++; } return c; }                          \
  int shifting_##W(uint##W##_t x) { int c = 0; while (x) { c += x & 1; x >>= 1; } return c; }                      \
  long from_##W(uint##W##_t x, long c) { while (x) { x &= x - 1; c++; } return c; }                                \
  int indexed_##W(uint##W##_t x) { int c = 0; for (int i = 0; i < W; i++) c += x >> i & 1; return c; }             \
  int parity_##W(uint##W##_t x) { int p = 0; while (x) { x &= x - 1; p ^= 1; } return p; }                         \
  _Bool odd_##W(uint##W##_t x) { _Bool p = 0; while (x) { p = !p; x &= x - 1; } return p; }                        \
  int xored_##W(uint##W##_t x) { int p = 0; while (x) { p ^= x & 1; x >>= 1; } return p; }                         \
  int trailing_##W(uint##W##_t x) { int n = 0; while (x && !(x & 1)) { x >>= 1; n++; } return n; }                 \
  int behind_##W(uint##W##_t x) { if (!x) return W; int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }      \
  int up_to_##W(uint##W##_t x) { int n = 0; while (n < W && !(x & 1)) { x >>= 1; n++; } return n; }                \
  int leading_##W(uint##W##_t x) { if (!x) return W; int n = 0; while (!(x >> (W - 1))) { x <<= 1; n++; } return n; } \
  int length_##W(uint##W##_t x) { int n = 0; while (x) { x >>= 1; n++; } return n; }                               \
  uint##W##_t reverse_##W(uint##W##_t x) { uint##W##_t r = 0; for (int i = 0; i < W; i++) { r = r << 1 | (x & 1); x >>= 1; } return r; } \
  /* What is nearly the same. */                                                                                   \
  int capped_##W(uint##W##_t x) { int c = 0; while (x && c < 5) { x &= x - 1; c++; } return c; }                   \
  uint##W##_t above_##W(uint##W##_t x) { int c = 0; while (x > 3) { x &= x - 1; c++; } return c * 256 + x; }       \
  int twice_##W(uint##W##_t x) { int c = 0; while (x) { x &= x - 1; c += 2; } return c; }                          \
  int highest_##W(uint##W##_t x) { int n = 0; while (x > 1) { x >>= 1; n++; } return n; }                          \
  int pairs_##W(uint##W##_t x) { int c = 0; while (x) { c += x & 3; x >>= 2; } return c; }                         \
  int some_##W(uint##W##_t x) { int c = 0; for (int i = 0; i < W - 1; i++) c += x >> i & 1; return c; }            \
  uint##W##_t short_##W(uint##W##_t x) { uint##W##_t r = 0; for (int i = 0; i < W - 1; i++) { r = r << 1 | (x & 1); x >>= 1; } return r; } \
  int but_##W(uint##W##_t x) { int c = 0; while (x && x != (uint##W##_t)0xc0ffee51) { x &= x - 1; c++; } return c; } \
  uint##W##_t rest_##W(uint##W##_t x) { int n = 0; while (x && !(x & 1)) { x >>= 1; n++; } return x + n; }         \
  int magic_##W(uint##W##_t x, unsigned tag) { int c = 0; if (tag == 0x46524545) do { x &= x - 1; c++; } while (x); return c; } \
  int other_##W(uint##W##_t x, unsigned tag) { if (tag != 12345) return -1; int n = 0; do { x >>= 1; n++; } while (!(x & 1)); return n; } \
  int equal_##W(uint##W##_t x, int a, int b) { if (a != b) return -1; int n = 0; do { x &= x - 1; n++; } while (x); return n; } \
  int either_##W(uint##W##_t x, int k) { if (!x && k != 12345) return k; do { x &= x - 1; k++; } while (x); return k; } \
  int most_##W(uint##W##_t x) { if (!x || (x & 1 && x != (uint##W##_t)0xc0ffee51)) return 0; int n = 0; do { x >>= 1; n++; } while (!(x & 1)); return n; } \
  int single_##W(uint##W##_t x) { if (x != (uint##W##_t)0xc0ffee51) return 0; int n = 0; do { x >>= 1; n++; } while (!(x & 1)); return n; } \
  int third_##W(uint##W##_t x) { if (!x || x & 1) return 0; int n = 0; do { x >>= 1; n++; } while (!(x & 1) ? x != 0 : x == (uint##W##_t)0x1234567); return n; } \
  static void all_##W(uint64_t x) {                                                                                \
    use(clearing_##W(x)); use(shifting_##W(x)); use(from_##W(x, x)); use(indexed_##W(x)); use(parity_##W(x));      \
    use(odd_##W(x)); use(xored_##W(x)); use(trailing_##W(x)); use(behind_##W(x)); use(up_to_##W(x));               \
    use(leading_##W(x)); use(length_##W(x)); use(reverse_##W(x)); use(capped_##W(x)); use(above_##W(x));           \
    use(twice_##W(x)); use(highest_##W(x)); use(pairs_##W(x)); use(some_##W(x)); use(short_##W(x));                \
    use(but_##W(x)); use(rest_##W(x)); use(magic_##W(x, 0x46524545)); use(other_##W(x | 3, 12345));                \
    use(equal_##W(x, x, x)); use(either_##W(x, 12345)); use(most_##W(x)); use(single_##W(x)); use(third_##W(x));                                                                             \
  }

static unsigned calls;
static uint64_t sum;
static void use(uint64_t value) {
  calls++;
  sum = sum * 6364136223846793005u + value;
}

LOOPS(64)
LOOPS(32)
LOOPS(16)
LOOPS(8)

static void each(uint64_t x) {
  all_8(x), all_16(x), all_32(x), all_64(x);
  if (calls % 2320 == 0)
    printf("%016llx\n", (unsigned long long)sum);
}

int main(void) {
  uint64_t random = 1;
  for (int k = 0; k < 64; k++) {
    uint64_t bit = (uint64_t)1 << k;
    each(bit), each(bit - 1), each(~bit), each(-bit), each(bit | 1), each(bit ^ 0xc0ffee51);
    random = random * 6364136223846793005u + 1442695040888963407u;
    each(random), each(random >> k);
  }
  for (uint64_t x = 0; x < 256; x++)
    each(x);
  each(0x2468ace), each(0xc0ffee51);
  printf("%u calls, sum %llu\n", calls, (unsigned long long)sum);
}
