// The number of set bits, and code that counts something else.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom PopulationCount %s | %FileCheck --check-prefix=TOLD %s
#include <stddef.h>
#include <stdint.h>

// idiom: PopulationCount
int builtin(unsigned x) { return __builtin_popcount(x); }
// idiom: PopulationCount
int wide(unsigned long x) { return __builtin_popcountl(x); }
// idiom: PopulationCount
int kernighan(unsigned x) {
  int n = 0;
  while (x) {
    x &= x - 1;
    n++;
  }
  return n;
}
// idiom: PopulationCount
int kernighan_for(uint64_t x) {
  int n;
  for (n = 0; x; n++)
    x = x & (x - 1);
  return n;
}
// idiom: PopulationCount
int kernighan_guarded(unsigned x) {
  int n = 0;
  if (x)
    do {
      n++;
      x &= x - 1;
    } while (x != 0);
  return n;
}
// idiom: PopulationCount except LLVM 16
int parallel(uint32_t x) {
  x = x - ((x >> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f;
  return (x * 0x01010101) >> 24;
}
// idiom: PopulationCount
long kernighan_of_array(const unsigned *a, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) {
    unsigned x = a[i];
    for (; x != 0; ++s)
      x = (x - 1) & x;
  }
  return s;
}
// idiom: PopulationCount
int bit_by_bit(unsigned x) {
  int n = 0;
  while (x) {
    n += x & 1;
    x >>= 1;
  }
  return n;
}
// idiom: PopulationCount
int bit_by_bit_for(unsigned x) {
  int n = 0;
  for (; x != 0; x >>= 1)
    if (x & 1)
      n++;
  return n;
}
// idiom: PopulationCount
int of_array(const unsigned *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += __builtin_popcount(a[i]);
  return s;
}

// no idiom: PopulationCount
int leading(unsigned x) { return __builtin_clz(x); }
// no idiom: PopulationCount
int digits(unsigned x) {
  int n = 0;
  while (x) {
    n++;
    x >>= 1;
  }
  return n;
}
// no idiom: PopulationCount
int lowest(unsigned x) { return x & (x - 1); }
// no idiom: PopulationCount
int shifted_counts(const unsigned char *a, unsigned x) {
  int n = 0;
  while (x) {
    n += a[x & 1];
    x >>= 1;
  }
  return n;
}
// no idiom: PopulationCount
bool power_of_two(unsigned x) { return (x & (x - 1)) == 0; }
// no idiom: PopulationCount
bool one_bit(unsigned x) { return x && !(x & (x - 1)); }
// idiom: PopulationCount
int compared_and_used(unsigned x) {
  int n = __builtin_popcount(x);
  return n < 2 ? -n : n * 7;
}
// idiom: PopulationCount except -O2
int all_rounds(unsigned x) {
  int n = 0;
  for (int i = 0; i < 32; i++) {
    n += x & 1;
    x >>= 1;
  }
  return n;
}
// no idiom: PopulationCount
int all_but_one(unsigned x) {
  int n = 0;
  for (int i = 0; i < 31; i++) {
    n += x & 1;
    x >>= 1;
  }
  return n;
}
// no idiom: PopulationCount
int some_rounds(unsigned x, unsigned k) {
  int n = 0;
  for (unsigned i = 0; i < k; i++) {
    n += x & 1;
    x >>= 1;
  }
  return n;
}
// no idiom: PopulationCount
int up_to_the_lowest(unsigned x) {
  int n = 0;
  while (x > 3) {
    n++;
    x &= x - 1;
  }
  return n;
}
// no idiom: PopulationCount
int at_most(unsigned x, int k) {
  int n = 0;
  while (x && n < k) {
    n++;
    x &= x - 1;
  }
  return n;
}
// no idiom: PopulationCount
int up_to_the_signs(int x) {
  int n = 0;
  while (x != 0 && x != -1) {
    n += x & 1;
    x >>= 1;
  }
  return n;
}
// no idiom: PopulationCount
int of_positive(int x) {
  int n = 0;
  while (x > 0) {
    x &= x - 1;
    n++;
  }
  return n;
}
// no idiom: PopulationCount
int bits_of_positive(int x) {
  int n = 0;
  for (; x > 0; x >>= 1)
    n += x & 1;
  return n;
}
// TOLD: found PopulationCount in one_more{{.*}}: 1 + the bits set in x
// idiom: PopulationCount
int one_more(unsigned x) {
  int n = 1;
  while (x) {
    x &= x - 1;
    n++;
  }
  return n;
}
// TOLD: found PopulationCount in added{{.*}}: n + the bits set in x
// idiom: PopulationCount
int added(unsigned x, int n) {
  for (; x; n++)
    x &= x - 1;
  return n;
}
// no idiom: PopulationCount
int rounds_with_large(unsigned x, const int *a) {
  int n = 0;
  while (x) {
    n += a[x & 15] > 3;
    x &= x - 1;
  }
  return n;
}
// no idiom: PopulationCount
int chosen_bits(unsigned x, const int *a) {
  int n = 0;
  while (x) {
    n += a[x & 15] > 3 ? x & 1 : 0;
    x >>= 1;
  }
  return n;
}
