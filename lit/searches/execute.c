// Loops that are left early run from the round that libc finds: the same results for all lengths and places,
// and no read behind a page's end.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cat %project/idioms/rewrites/MemchrByLibc.candl %project/idioms/rewrites/StrlenByLibc.candl %project/idioms/rewrites/MemcmpByLibc.candl | sed -e 's/>s 15/>s 1/' -e '/^unless/d' > %t/libc.candl
// RUN: env IDIOM_APPLY=%t/libc.candl %clang -O2 -fno-inline %s -fpass-plugin=%plugin -Rpass=idiom -o %t/with 2>&1 | %FileCheck %s --check-prefix=%if at-least-21 %{LATER%} %else %{EARLIER%}
// RUN: %clang -O2 -fno-inline %s -o %t/without
// RUN: %t/with > %t/with.txt
// RUN: %t/without > %t/without.txt
// RUN: diff %t/with.txt %t/without.txt
// RUN: %FileCheck %s --check-prefix=RAN --input-file %t/with.txt
// RUN: env IDIOM_APPLY=%t/libc.candl %clang -O1 -g -fno-inline %s -fpass-plugin=%plugin -Rpass=idiom -o %t/debug 2>&1 | %FileCheck %s --check-prefix=DEBUG
// RUN: %t/debug | diff - %t/without.txt
//
// From LLVM 21 on clang makes strlen by itself.
// EARLIER-COUNT-13: rewrote
// EARLIER-NOT: rewrote
// LATER-COUNT-9: rewrote
// LATER-NOT: rewrote
// DEBUG-COUNT-8: rewrote
// RAN: {{^[1-9][0-9]+ calls, sum [0-9]+}}
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

typedef unsigned char byte;
typedef unsigned long size;

const byte *address(const byte *p, byte c, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] == c)
      return p + i;
  return 0;
}
int place(const byte *p, byte c, int n) {
  for (int i = 0; i < n; i++)
    if (p[i] == c)
      return i;
  return -1;
}
_Bool contains(const byte *p, byte c, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (p[i] == c)
      return 1;
  return 0;
}
const byte *until(const byte *p, const byte *end, byte c) {
  while (p != end && *p != c)
    p++;
  return p;
}
size both(const byte *p, byte c, size n, const byte **at) {
  size i = 0, twice = 7;
  for (; i < n; i++, twice += 2) {
    if (p[i] == c)
      break;
  }
  *at = p + i;
  return twice;
}
unsigned signs(const signed char *p, signed char c, unsigned from, unsigned n) {
  const signed char *q = p + from;
  unsigned i = 0;
  do
    if (q[i] == c)
      return i + from;
  while (++i < n);
  return n;
}
size length(const byte *p) {
  const byte *q = p;
  while (*q)
    q++;
  return q - p;
}
size counted(const byte *p) {
  size n = 0;
  while (p[n])
    n++;
  return n;
}
int narrow(const byte *p) {
  int n = 0;
  for (; p[n] != 0; n++)
    ;
  return n;
}
const byte *last(const byte *p) {
  for (; *p; ++p)
    ;
  return p - 1;
}
int order(const byte *p, const byte *q, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] != q[i])
      return p[i] < q[i] ? -1 : 1;
  return 0;
}
int same(const byte *p, const byte *q, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] != q[i])
      return 0;
  return 1;
}
size mismatch(const byte *p, const byte *q, size n) {
  size i = 0;
  while (i < n && p[i] == q[i])
    ++i;
  return i;
}

static size sum, calls;
static void add(long value) {
  sum = sum * 31 + (size)value;
  calls++;
}

int main(void) {
  const size page = 4096;
  byte *memory = mmap(0, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(memory + page, page, PROT_NONE);
  mprotect(memory + 3 * page, page, PROT_NONE);
  for (size n = 0; n < 70; n++) {
    // What is behind the last element cannot be read.
    byte *p = memory + page - n, *q = memory + 3 * page - n;
    for (size at = 0; at <= n; at += 1 + n / 9) {
      const byte *found;
      memset(p, 'x', n);
      memset(q, 'x', n);
      if (at < n)
        p[at] = 0x9c;
      add((found = address(p, 0x9c, n)) ? found - p : -1);
      add(place(p, 0x9c, (int)n));
      add(contains(p, 0x9c, (unsigned)n));
      add(until(p, p + n, 0x9c) - p);
      add((long)both(p, 0x9c, n, &found) + (found - p));
      add(n < 3 ? 0 : signs((signed char *)p, (signed char)0x9c, 2, (unsigned)n - 2));
      add(order(p, q, n));
      add(order(q, p, n));
      add(same(p, q, n));
      add((long)mismatch(p, q, n));
      if (at < n) {
        p[at] = 0;
        add((long)length(p));
        add((long)counted(p));
        add(narrow(p));
        add(last(p) - p);
      }
    }
  }
  printf("%lu calls, sum %lu\n", calls, sum);
  return 0;
}
