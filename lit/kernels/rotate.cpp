// Bits rotated, and code that only shifts them.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <stdint.h>

// idiom: Rotate
uint32_t by_constant(uint32_t x) { return (x << 7) | (x >> 25); }
// idiom: Rotate
uint32_t right_first(uint32_t x) { return (x >> 13) | (x << 19); }
// idiom: Rotate
uint32_t by_sum(uint32_t x) { return (x << 3) + (x >> 29); }
// idiom: Rotate
uint32_t by_xor(uint32_t x) { return (x << 3) ^ (x >> 29); }
// idiom: Rotate
uint64_t wide(uint64_t x) { return (x << 17) | (x >> 47); }
// idiom: Rotate
uint32_t by_variable(uint32_t x, int n) { return (x << n) | (x >> (32 - n)); }
// idiom: Rotate
uint32_t masked(uint32_t x, unsigned n) { return (x << (n & 31)) | (x >> (-n & 31)); }
// idiom: Rotate
uint64_t right_by_variable(uint64_t x, unsigned n) { return (x >> n) | (x << (64 - n)); }
// idiom: Rotate
uint16_t narrow(uint16_t x) { return (uint16_t)((x << 5) | (x >> 11)); }
// idiom: Rotate
uint8_t halves(uint8_t x) { return (uint8_t)((x >> 4) | (x << 4)); }

// no idiom: Rotate
uint32_t of_two(uint32_t x, uint32_t y) { return (x << 7) | (y >> 25); }
// no idiom: Rotate
uint32_t other_sum(uint32_t x) { return (x << 7) | (x >> 24); }
// no idiom: Rotate
int32_t arithmetic(int32_t x) { return (int32_t)((uint32_t)x << 7) | (x >> 25); }
// no idiom: Rotate
uint32_t shifted(uint32_t x) { return x << 7; }
