// A sum that stays at the greatest number, and sums that do not.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <algorithm>
#include <stdint.h>

// idiom: SaturatingAdd
uint8_t narrow(uint8_t x, uint8_t y) {
  int s = x + y;
  return s > 255 ? 255 : s;
}
// idiom: SaturatingAdd
uint8_t by_if(uint8_t x, uint8_t y) {
  unsigned s = (unsigned)x + y;
  if (s > 255)
    s = 255;
  return s;
}
// idiom: SaturatingAdd
uint8_t by_min(uint8_t x, uint8_t y) { return std::min(x + y, 255); }
// idiom: SaturatingAdd
uint32_t wrapped(uint32_t x, uint32_t y) {
  uint32_t s = x + y;
  return s < x ? ~0u : s;
}
// idiom: SaturatingAdd
uint32_t wrapped_if(uint32_t x, uint32_t y) {
  uint32_t s = x + y;
  if (s < y)
    s = UINT32_MAX;
  return s;
}
// idiom: SaturatingAdd
uint32_t beforehand(uint32_t x, uint32_t y) { return y > UINT32_MAX - x ? UINT32_MAX : x + y; }
// idiom: SaturatingAdd
uint16_t of_shorts(uint16_t x, uint16_t y) {
  uint32_t s = (uint32_t)x + y;
  return (uint16_t)(s < 65535 ? s : 65535);
}
// idiom: SaturatingAdd
uint64_t by_mask(uint64_t x, uint64_t y) {
  uint64_t s = x + y;
  return s | -(uint64_t)(s < x);
}
// idiom: SaturatingAdd
int builtin(int x, int y) {
  int s;
  if (__builtin_add_overflow(x, y, &s))
    return y < 0 ? INT32_MIN : INT32_MAX;
  return s;
}
// idiom: SaturatingAdd
void of_arrays(uint8_t *a, const uint8_t *b, int n) {
  for (int i = 0; i < n; i++) {
    int s = a[i] + b[i];
    a[i] = s > 255 ? 255 : s;
  }
}

// no idiom: SaturatingAdd
uint8_t another_bound(uint8_t x, uint8_t y) {
  int s = x + y;
  return s > 200 ? 200 : s;
}
// no idiom: SaturatingAdd
uint32_t wraps(uint32_t x, uint32_t y) { return x + y; }
// no idiom: SaturatingAdd
uint32_t another_value(uint32_t x, uint32_t y) {
  uint32_t s = x + y;
  return s < x ? 0 : s;
}
// no idiom: SaturatingAdd
uint8_t difference(uint8_t x, uint8_t y) { return x > y ? x - y : 0; }
