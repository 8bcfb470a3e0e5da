// Differences that LLVM writes as `xor`, and an `or` that the normal form writes as a sum.
//
// RUN: %python %inputs/expected.py O2 %s %idiom %S/Inputs/bits.candl -- -O2
// RUN: %python %inputs/expected.py O1 %s %idiom %S/Inputs/bits.candl -- -O1
#include <stdint.h>

uint8_t inverse(uint8_t x) { return 255 - x; } // Complement MaskedComplement
int inverse_widened(uint8_t x) { return 255 - x; } // Complement MaskedComplement
int inverse_of_bits(int x) { return 255 - (x & 255); } // Complement MaskedComplement
int inverse_by_mask(uint8_t x) { return ~x & 255; } // Complement MaskedComplement
int inverse_of_any(int x) { return 255 - x; } // Complement
int mask_of_any(int x) { return ~x & 255; } // Complement MaskedComplement
int flipped(int x) { return x ^ 255; } // -
int flipped_signed(signed char x) { return x ^ 255; } // -
int less(uint8_t x) { return 254 - x; } // -
int more(uint16_t x) { return 255 - x; } // Complement
int logarithm(unsigned x) { return 31 - __builtin_clz(x); } // Logarithm
int logarithm_of_64(unsigned long x) { return 63 - __builtin_clzl(x); } // -
int zeros(unsigned x) { return 30 - __builtin_clz(x); } // -
int opposite(int x) { return 1 - (x & 1); } // Opposite
int opposite_of_any(int x) { return 1 - x; } // Opposite
int flipped_bit(int x) { return x ^ 1; } // -
unsigned pair(uint8_t low, uint8_t high) { return low | high << 8; } // Halves HalvesAdded
unsigned pair_added(uint8_t low, uint8_t high) { return low + (high << 8); } // Halves HalvesAdded
unsigned pair_that_meets(uint16_t low, uint8_t high) { return low | high << 8; } // Halves
unsigned pair_that_carries(uint16_t low, uint8_t high) { return low + (high << 8); } // HalvesAdded
unsigned pair_apart(uint8_t low, uint8_t high) { return low | high << 9; } // -
unsigned three(uint8_t a, uint8_t b, uint8_t c) { return a | b << 8 | c << 16; } // Halves HalvesAdded Bytes
unsigned three_otherwise(uint8_t a, uint8_t b, uint8_t c) { return (c << 16 | b << 8) | a; } // Halves HalvesAdded Bytes
unsigned three_that_carry(unsigned a, unsigned b, unsigned c) { return (a + (b << 8)) + (c << 16); } // HalvesAdded
