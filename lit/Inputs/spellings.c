// Ways to write goals of `idiom synth` in C: NAME_… computes the goal, not_NAME_… something near it.

#include <stdint.h>

void keep(unsigned);

unsigned blsr_loop_step(unsigned mask) { mask &= mask - 1; return mask; }
unsigned blsr_by_lowest(unsigned x) { unsigned low = x & (~x + 1); return x ^ low; }
unsigned blsr_xor_lowest(unsigned x) { unsigned low = x & -x; keep(low); return x ^ low; }
unsigned blsr_minus(unsigned x) { unsigned low = x & (0u - x); keep(low); return x - low; }
uint64_t blsr_long(uint64_t x) { return x & (x + ~0ull); }
unsigned blsr_guarded(unsigned x) { return x ? x & (x - 1) : 0; }
unsigned not_blsr_other(unsigned x, unsigned y) { return x & (y - 1); }
unsigned not_blsr_two(unsigned x) { return x & (x - 2); }

unsigned blsmsk_plain(unsigned x) { return x ^ (x - 1); }
unsigned blsmsk_complement(unsigned x) { unsigned n = -x; keep(n); return ~(x ^ n); }
uint64_t blsmsk_long(uint64_t x) { uint64_t before = x + UINT64_MAX; return before ^ x; }
unsigned not_blsmsk_up(unsigned x) { return x ^ (x + 1); }

unsigned btr_flag(unsigned flags, unsigned bit) { return flags & ~(1u << bit); }
unsigned btr_test_first(unsigned x, unsigned n) { unsigned m = 1u << n; return (x | m) ^ m; }
unsigned btr_minus(unsigned x, unsigned n) { unsigned m = 1u << n; return x - (x & m); }
unsigned not_btr_set(unsigned x, unsigned n) { return x | 1u << n; }
unsigned not_btr_two(unsigned x, unsigned n) { return x & ~(3u << n); }

unsigned andn_plain(unsigned mask, unsigned value) { return value & ~mask; }
unsigned andn_minus(unsigned mask, unsigned value) { return (value | mask) - mask; }
unsigned andn_xor(unsigned mask, unsigned value) { unsigned both = mask & value; keep(both); return value ^ both; }
unsigned not_andn_or(unsigned mask, unsigned value) { return value | ~mask; }

unsigned umin_if(unsigned a, unsigned b) { if (a < b) return a; return b; }
unsigned umin_choice(unsigned a, unsigned b) { return b > a ? a : b; }
unsigned umin_no_more(unsigned a, unsigned b) { unsigned r = a; if (b <= a) r = b; return r; }
unsigned not_umin_most(unsigned a, unsigned b) { return a < b ? b : a; }
int not_umin_signed(int a, int b) { return a < b ? a : b; }

unsigned uadd_sat_over(unsigned a, unsigned b) { unsigned s = a + b; return s < a ? -1u : s; }
unsigned uadd_sat_other(unsigned a, unsigned b) { unsigned s = a + b; if (s < b) s = UINT32_MAX; return s; }
unsigned uadd_sat_room(unsigned a, unsigned b) { return b > ~a ? UINT32_MAX : a + b; }
unsigned uadd_sat_mask(unsigned a, unsigned b) { unsigned s = a + b; return s | -(unsigned)(s < a); }
unsigned not_uadd_sat_wraps(unsigned a, unsigned b) { return a + b; }
unsigned not_uadd_sat_zero(unsigned a, unsigned b) { unsigned s = a + b; return s < a ? 0 : s; }

unsigned rol_plain(unsigned x, unsigned n) { return x << n | x >> (32 - n); }
unsigned rol_masked(unsigned x, unsigned n) { n &= 31; return x << n | x >> (-n & 31); }
unsigned not_rol_two(unsigned x, unsigned y, unsigned n) { return x << n | y >> (32 - n); }
