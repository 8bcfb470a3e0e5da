// Zero extensions: none is assumed to widen nothing negative where all that is made of the number reads it
// without a sign.
//
// RUN: %idiom find --idiom Histogram --idiom Scatter --idiom CyclicRedundancyCheck %s | %FileCheck %s

// CHECK: found Histogram in of_bytes: h[p[i]] = h[p[i]] + 1{{$}}
void of_bytes(const unsigned char *p, int n, unsigned *restrict h) {
  for (int i = 0; i < n; i++)
    h[p[i]]++;
}
// CHECK: found Scatter in scattered: a[k[i]] = b[i]{{$}}
void scattered(int n, double *restrict a, const double *b, const unsigned *k) {
  for (int i = 0; i < n; i++)
    a[k[i]] = b[i];
}
// CHECK: found CyclicRedundancyCheck in crc: c = T[(c ^ p[i]) & 255] ^ (c >> 8){{$}}
unsigned crc(unsigned c, const unsigned char *p, long n, const unsigned *T) {
  for (long i = 0; i < n; i++)
    c = T[(c ^ p[i]) & 0xff] ^ (c >> 8);
  return c;
}
// CHECK: found CyclicRedundancyCheck in from_the_top: c = T[((c >> 24) ^ p[i]) & 255] ^ (c << 8){{$}}
unsigned from_the_top(unsigned c, const unsigned char *p, long n, const unsigned *T) {
  for (long i = 0; i < n; i++)
    c = T[c >> 24 ^ p[i]] ^ (c << 8);
  return c;
}
// The same number with its sign and without it: one term, but not one element.
// CHECK: found Histogram in with_and_without:{{.*}} as long as the zext at {{.*}} widens nothing negative
void with_and_without(const unsigned char *p, int n, unsigned *restrict h) {
  for (int i = 0; i < n; i++) {
    unsigned char v = p[i];
    h[v] = h[(signed char)v] + 1;
  }
}
// CHECK: found Histogram in of_sums:{{.*}} as long as the add at {{.*}} does not wrap, and the zext at {{.*}} widens nothing negative
void of_sums(const unsigned *k, int n, unsigned *restrict h) {
  for (int i = 0; i < n; i++)
    h[k[i] + 1u]++;
}
