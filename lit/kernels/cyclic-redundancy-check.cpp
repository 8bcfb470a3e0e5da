// A CRC by a table, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: CyclicRedundancyCheck
unsigned crc32(unsigned crc, const unsigned char *p, int n, const unsigned *table) {
  while (n--)
    crc = table[(crc ^ *p++) & 0xff] ^ (crc >> 8);
  return crc;
}
// idiom: CyclicRedundancyCheck
unsigned of_high_bits(unsigned crc, const unsigned char *p, int n, const unsigned *table) {
  for (int i = 0; i < n; i++)
    crc = (crc << 8) ^ table[(crc >> 24) ^ p[i]];
  return crc;
}
// idiom: CyclicRedundancyCheck
unsigned short crc16(unsigned short crc, const unsigned char *p, long n, const unsigned short *table) {
  for (long i = 0; i < n; i++)
    crc = (crc >> 8) ^ table[(crc ^ p[i]) & 0xff];
  return crc;
}
// no idiom: CyclicRedundancyCheck
unsigned hash(unsigned h, const unsigned char *p, int n, const unsigned *table) {
  for (int i = 0; i < n; i++)
    h = table[p[i]] ^ (h >> 8);
  return h;
}
// no idiom: CyclicRedundancyCheck
unsigned sums(unsigned h, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    h = p[i] ^ (h >> 8);
  return h;
}
// idiom: CyclicRedundancyCheck
unsigned short crc16_of_high_bits(unsigned short crc, const unsigned char *p, int n, const unsigned short *table) {
  for (int i = 0; i < n; i++)
    crc = (crc << 8) ^ table[((crc >> 8) ^ p[i]) & 0xff];
  return crc;
}
// idiom: CyclicRedundancyCheck
unsigned long crc64(unsigned long crc, const unsigned char *p, int n, const unsigned long *table) {
  for (int i = 0; i < n; i++)
    crc = table[(unsigned char)crc ^ p[i]] ^ (crc >> 8);
  return crc;
}
unsigned constant_table[256];
// idiom: CyclicRedundancyCheck
unsigned of_global(const unsigned char *p, int n) {
  unsigned crc = ~0u;
  for (int i = 0; i < n; i++)
    crc = constant_table[(crc ^ p[i]) & 0xff] ^ (crc >> 8);
  return ~crc;
}
// no idiom: CyclicRedundancyCheck
unsigned wrong_end(unsigned crc, const unsigned char *p, int n, const unsigned *table) {
  for (int i = 0; i < n; i++)
    crc = table[(crc ^ p[i]) & 0xff] ^ (crc << 8);
  return crc;
}
// no idiom: CyclicRedundancyCheck
unsigned of_sums(unsigned crc, const unsigned char *p, int n, const unsigned *table) {
  for (int i = 0; i < n; i++)
    crc = table[(crc + p[i]) & 0xff] ^ (crc >> 8);
  return crc;
}
// no idiom: CyclicRedundancyCheck
int of_signed(int crc, const unsigned char *p, int n, const int *table) {
  for (int i = 0; i < n; i++)
    crc = table[(crc ^ p[i]) & 0xff] ^ (crc >> 8);
  return crc;
}
// no idiom: CyclicRedundancyCheck
unsigned of_changing_table(unsigned crc, const unsigned char *p, int n, unsigned *table) {
  for (int i = 0; i < n; i++) {
    crc = table[(crc ^ p[i]) & 0xff] ^ (crc >> 8);
    table[i] = crc;
  }
  return crc;
}
// Bit by bit. LLVM 22 and later read a table of their own instead of the inner loop: at -O2 no bits are left, and
// two of these functions have no value that goes from byte to byte with a rest, as a step by a table has.
// idiom: CyclicRedundancyCheck except from LLVM 22 -O2
unsigned char bits8(unsigned char c, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++) {
    c ^= p[i];
    for (int k = 0; k < 8; k++)
      c = c & 0x80 ? (c << 1) ^ 7 : c << 1;
  }
  return c;
}
// idiom: CyclicRedundancyCheck
unsigned short bits16(unsigned short c, const unsigned char *p, int n) {
  for (int i = 0; i < n; i++) {
    c ^= p[i] << 8;
    for (int k = 0; k < 8; k++)
      if (c & 0x8000)
        c = (c << 1) ^ 0x1021;
      else
        c <<= 1;
  }
  return c;
}
// idiom: CyclicRedundancyCheck
unsigned short bits16_low(unsigned short c, const unsigned char *p, int n) {
  while (n--) {
    c ^= *p++;
    for (int k = 0; k < 8; k++)
      if (c & 1)
        c = (c >> 1) ^ 0xa001;
      else
        c >>= 1;
  }
  return c;
}
// idiom: CyclicRedundancyCheck
unsigned bits32_low(unsigned c, const unsigned char *p, int n) {
  c = ~c;
  while (n--) {
    c ^= *p++;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1;
  }
  return ~c;
}
// idiom: CyclicRedundancyCheck
unsigned long long bits64(unsigned long long c, const unsigned char *p, int n) {
  while (n--) {
    c ^= (unsigned long long)*p++ << 56;
    for (int k = 0; k < 8; k++)
      c = c >> 63 ? (c << 1) ^ 0x42f0e1eba9ea3693ull : c << 1;
  }
  return c;
}
// The table of a CRC.
// idiom: CyclicRedundancyCheck except from LLVM 22 -O2
void table32(unsigned *t) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1;
    t[i] = c;
  }
}
// One step of a shift register.
// no idiom: CyclicRedundancyCheck
unsigned one_step(unsigned c) { return c & 1 ? (c >> 1) ^ 0xb4bcd35cu : c >> 1; }
// no idiom: CyclicRedundancyCheck
unsigned another_bit(unsigned c, const unsigned char *p, int n) {
  while (n--) {
    c ^= *p++;
    for (int k = 0; k < 8; k++)
      c = c & 2 ? (c >> 1) ^ 0xedb88320u : c >> 1;
  }
  return c;
}
// no idiom: CyclicRedundancyCheck
unsigned added_bits(unsigned c, const unsigned char *p, int n) {
  while (n--) {
    c ^= *p++;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? (c >> 1) + 0xedb88320u : c >> 1;
  }
  return c;
}
