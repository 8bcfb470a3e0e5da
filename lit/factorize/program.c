// Programs print the same when they are factorised, before the other optimisations and after them.
//
// RUN: %clang -O0 %s -o %t.plain && %t.plain > %t.expected
// RUN: %FileCheck --check-prefix=OUT %s < %t.expected
// RUN: %clang -O1 -ffast-math -fno-discard-value-names -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: %opt -load-pass-plugin=%plugin "-passes=function(sroa,early-cse,idiom-factorize),default<O2>" -verify-each -pass-remarks=idiom %t.bc -o %t.early.bc 2> %t.early.said
// RUN: %clang %t.early.bc -o %t.early && %t.early | diff %t.expected -
// RUN: %FileCheck --check-prefix=EARLY %s < %t.early.said
// RUN: %opt -load-pass-plugin=%plugin "-passes=default<O1>,function(idiom-factorize)" -verify-each %t.bc -o %t.late.bc
// RUN: %clang %t.late.bc -o %t.late && %t.late | diff %t.expected -
// EARLY-DAG: %x*%x*%x{{.*}} -> %x*
// EARLY-DAG: rewrote FloatFactorisation
// OUT: polynomial
// OUT: determinant
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint32_t polynomial(uint32_t x, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  return a * x * x * x + b * x * x + c * x + d;
}

__attribute__((noinline)) static int64_t determinant(const int64_t m[9]) {
  return m[0] * m[4] * m[8] + m[1] * m[5] * m[6] + m[2] * m[3] * m[7] - m[2] * m[4] * m[6] - m[1] * m[3] * m[8] -
         m[0] * m[5] * m[7];
}

__attribute__((noinline)) static uint8_t bytes(uint8_t a, uint8_t b, uint8_t c) {
  return (uint8_t)(6 * a + 12 * b - 6 * c) + (uint8_t)(a * b - a * c);
}

__attribute__((noinline)) static uint64_t rows(const uint64_t *p, unsigned n, uint64_t k) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < n; ++i) {
    uint64_t outer = k * i;
    for (unsigned j = 0; j < n; ++j) sum += (outer + k * j + k) * p[(i + j) % n];
  }
  return sum;
}

__attribute__((noinline)) static double energy(double m, double v, double w, double h) {
  double kinetic = m * v * v + m * w * w;
  if (h > 0) return kinetic + m * h;
  return kinetic - m * h * v;
}

int main(void) {
  uint64_t state = 1, p[9];
  for (int round = 0; round < 200; ++round) {
    for (int k = 0; k < 9; ++k) p[k] = (state = state * 6364136223846793005u + 1442695040888963407u) >> 7;
    int64_t m[9];
    for (int k = 0; k < 9; ++k) m[k] = (int64_t)(p[k] % 2001) - 1000;
    printf("polynomial %u\n", polynomial((uint32_t)p[0], (uint32_t)p[1], (uint32_t)p[2], (uint32_t)p[3], (uint32_t)p[4]));
    printf("determinant %lld\n", (long long)determinant(m));
    printf("bytes %u\n", bytes((uint8_t)p[5], (uint8_t)p[6], (uint8_t)p[7]));
    printf("rows %llu\n", (unsigned long long)rows(p, 9, p[8]));
    printf("energy %.1f\n", energy(p[0] % 9, p[1] % 9, p[2] % 9, (int)(p[3] % 9) - 4));
  }
  return 0;
}
