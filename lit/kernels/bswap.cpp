// Bytes in the other order, and code that orders them otherwise.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// idiom: ByteSwap
uint32_t builtin(uint32_t x) { return __builtin_bswap32(x); }
// idiom: ByteSwap
uint64_t wide(uint64_t x) { return __builtin_bswap64(x); }
// idiom: ByteSwap
uint32_t by_shifts(uint32_t x) {
  return (x >> 24) | ((x >> 8) & 0xff00) | ((x << 8) & 0xff0000) | (x << 24);
}
// idiom: ByteSwap
uint32_t masked_first(uint32_t x) {
  return ((x & 0xff) << 24) | ((x & 0xff00) << 8) | ((x & 0xff0000) >> 8) | ((x & 0xff000000) >> 24);
}
// idiom: ByteSwap
uint32_t by_sums(uint32_t x) {
  return ((x & 0xff) << 24) + ((x & 0xff00) << 8) + ((x >> 8) & 0xff00) + (x >> 24);
}
// idiom: ByteSwap
uint16_t narrow(uint16_t x) { return (uint16_t)((x << 8) | (x >> 8)); }
// idiom: ByteSwap
uint32_t in_halves(uint32_t x) {
  x = (x << 16) | (x >> 16);
  return ((x & 0x00ff00ff) << 8) | ((x & 0xff00ff00) >> 8);
}
// no idiom: ByteSwap
uint32_t big_endian(const unsigned char *p) {
  return ((uint32_t)p[0] << 24) | ((uint32_t)p[1] << 16) | ((uint32_t)p[2] << 8) | p[3];
}
// idiom: ByteSwap
uint64_t wide_by_shifts(uint64_t x) {
  return (x >> 56) | ((x >> 40) & 0xff00) | ((x >> 24) & 0xff0000) | ((x >> 8) & 0xff000000) |
         ((x << 8) & 0xff00000000) | ((x << 24) & 0xff0000000000) | ((x << 40) & 0xff000000000000) | (x << 56);
}
// idiom: ByteSwap
void of_array(uint32_t *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = __builtin_bswap32(a[i]);
}

// no idiom: ByteSwap
uint32_t halves(uint32_t x) { return (x << 16) | (x >> 16); }
// no idiom: ByteSwap
uint32_t half_bytes(uint32_t x) { return ((x & 0x0f0f0f0f) << 4) | ((x >> 4) & 0x0f0f0f0f); }
// no idiom: ByteSwap
uint32_t little_endian(const unsigned char *p) {
  return ((uint32_t)p[3] << 24) | ((uint32_t)p[2] << 16) | ((uint32_t)p[1] << 8) | p[0];
}
