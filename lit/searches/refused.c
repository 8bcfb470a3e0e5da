// Loops that are left early and begin with their first round, with the reason; and loops that are no search.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cat %project/idioms/rewrites/MemchrByLibc.candl %project/idioms/rewrites/StrlenByLibc.candl %project/idioms/rewrites/MemcmpByLibc.candl > %t/libc.candl
// RUN: env IDIOM_APPLY=%t/libc.candl %clang -O2 -fno-unroll-loops %s -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom -S -emit-llvm -o %t/x.ll 2>&1 | grep remark: | sort -t: -k2n -u > %t/told.txt
// RUN: %FileCheck %s --input-file %t/told.txt
// RUN: env IDIOM_APPLY=%t/libc.candl %clang -O2 -fno-builtin %s -fpass-plugin=%plugin -S -emit-llvm -o - | %FileCheck %s --check-prefix=OWN --implicit-check-not='call {{.*}}@mem' --implicit-check-not='call {{.*}}@strlen'
// RUN: env IDIOM_APPLY=%t/libc.candl %clang -Os %s -fpass-plugin=%plugin -Rpass-missed=idiom -S -emit-llvm -o - 2>&1 | %FileCheck %s --check-prefix=SIZE --implicit-check-not='call {{.*}}@mem'
// OWN: define {{.*}}@stores
// SIZE: did not rewrite Memchr: the function is compiled for size
// CHECK-NOT: : rewrote
typedef unsigned char byte;
typedef unsigned long size;
void seen(size);

// CHECK: [[@LINE+2]]:3: remark: did not rewrite Memchr: {{.*}} changes within the nest, and an address depends on it
long stores(const byte *restrict p, byte *restrict q, byte c, size n) {
  for (size i = 0; i < n; i++) {
    q[i & 7] = i;
    if (p[i] == c)
      return i;
  }
  return -1;
}
// CHECK: [[@LINE+2]]:3: remark: did not rewrite Memchr: the nest that begins at {{.*}} has a `call`
long calls(const byte *p, byte c, size n) {
  for (size i = 0; i < n; i++) {
    seen(i);
    if (p[i] == c)
      return i;
  }
  return -1;
}
// CHECK: [[@LINE+2]]:3: remark: did not rewrite Memchr: {{.*}} does not run in every round of the loop before it may be left
long sometimes(const byte *p, byte c, size n) {
  for (size i = 0; i < n; i++)
    if ((i * i & 12) == 4 && p[i] == c)
      return i;
  return -1;
}
// CHECK: [[@LINE+2]]:3: remark: did not rewrite Memchr: {{.*}} is left in more than two places
long three(const byte *p, byte c, size n, size *what) {
  for (size i = 0; i < n; i++) {
    if (p[i] == c)
      return i;
    if ((i * i * i & 255) == 77) {
      *what = i;
      return -2;
    }
  }
  return -1;
}
// CHECK: [[@LINE+3]]:{{.*}} remark: did not rewrite Memchr: {{.*}} neither steps by a constant from round to round nor follows what does
size hash(const byte *p, byte c, size n) {
  size h = 1;
  for (size i = 0; i < n && p[i] != c; i++)
    h = h * 31 ^ i;
  return h;
}
// CHECK: [[@LINE+2]]:3: remark: did not rewrite Memchr: {{.*}} changes within the nest
long moving(const byte *p, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] == (byte)(i >> 3))
      return i;
  return -1;
}
// CHECK: [[@LINE+3]]:3: remark: did not rewrite Strlen: {{.*}} begins a loop that does not count from 0 in steps of 1, in at least 64 bits
unsigned wraps(const byte *p) {
  unsigned i = 0;
  for (; p[i]; i++)
    ;
  return i;
}

// Another value than a byte, compared as a number; the other branch; every second byte; another size; volatile bytes.
// None is told of.
// CHECK-NOT: remark
long wide(const signed char *p, int c, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] == c)
      return i;
  return -1;
}
long mixed(const signed char *p, byte c, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] == c)
      return i;
  return -1;
}
long other(const byte *p, byte c, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] != c)
      return i;
  return -1;
}
long second(const byte *p, byte c, size n) {
  for (size i = 0; i < n; i++)
    if (p[2 * i] == c)
      return i;
  return -1;
}
long shorts(const short *p, short c, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] == c)
      return i;
  return -1;
}
long less(const byte *p, byte c, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] < c)
      return i;
  return -1;
}
long changed(const volatile byte *p, byte c, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] == c)
      return i;
  return -1;
}
