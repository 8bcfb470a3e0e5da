// Loops in which a call gains nothing are left alone, with the reason; beside each is one like it that gains.
//
// RUN: env IDIOM_APPLY=MemchrByLibc,MemcmpByLibc,StrlenByLibc %clang -O2 -fno-unroll-loops %s -fpass-plugin=%plugin -Rpass=^idiom -Rpass-missed=^idiom -c -o /dev/null 2>&1 | grep remark: | sort -t: -k2n -u | %FileCheck %s
typedef unsigned char byte;
typedef unsigned long size;

// CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: did not rewrite Memcmp: the round in which the loop ends is used behind it, and the call says only whether all are equal
unsigned match(const byte *a, const byte *b, const byte *end) {
  const byte *s = a;
  while (a != end && *a == *b)
    a++, b++;
  return a - s;
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: did not rewrite Memcmp: the round in which the loop ends is used
int order(const byte *p, const byte *q, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] != q[i])
      return p[i] < q[i] ? -1 : 1;
  return 0;
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: did not rewrite Memcmp: the round in which the loop ends is used
int reported(const byte *p, const byte *q, size n, size *where) {
  for (size i = 0; i < n; i++)
    if (p[i] != q[i]) {
      *where = i;
      return 0;
    }
  return 1;
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: rewrote Memcmp
int same(const byte *p, const byte *q, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] != q[i])
      return 0;
  return 1;
}
// CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: rewrote Memcmp
int counted(const byte *p, const byte *q, size n) {
  size i = 0;
  while (i < n && p[i] == q[i])
    i++;
  return i == n;
}
// CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: did not rewrite Memcmp: the round in which the loop ends is used
int third(const byte *p, const byte *q, size n) {
  size i = 0;
  while (i < n && p[i] == q[i])
    i++;
  return i == 3;
}
// CHECK: [[@LINE+4]]:{{[0-9]+}}: remark: did not rewrite Memcmp: the loop lies in another one, and neither code nor profile says that it has 16 rounds or more
long start(const byte *text, const byte *word, size n, size m) {
  for (size at = 0; at + m <= n; at++) {
    int equal = 1;
    for (size i = 0; i < m; i++)
      if (text[at + i] != word[i]) {
        equal = 0;
        break;
      }
    if (equal)
      return at;
  }
  return -1;
}
// CHECK: [[@LINE+4]]:{{[0-9]+}}: remark: did not rewrite Memchr: the loop lies in another one
size fields(const byte *p, byte c, size n, size m) {
  size found = 0;
  for (size from = 0; from < n; from++)
    for (size i = 0; i < m; i++)
      if (p[from * m + i] == c) {
        found++;
        break;
      }
  return found;
}
// Of 64 rounds.
// CHECK: [[@LINE+4]]:{{[0-9]+}}: remark: rewrote Memchr
size lines(const byte *p, byte c, size n) {
  size found = 0;
  for (size from = 0; from < n; from++)
    for (size i = 0; i < 64; i++)
      if (p[from * 64 + i] == c) {
        found++;
        break;
      }
  return found;
}
// Of 16 rounds or more wherever it runs, by a branch before.
// CHECK: [[@LINE+6]]:{{[0-9]+}}: remark: rewrote Memchr
size long_lines(const byte *p, byte c, size n, size m) {
  size found = 0;
  if (m < 16)
    return 0;
  for (size from = 0; from < n; from++)
    for (size i = 0; i < m; i++)
      if (p[from * m + i] == c) {
        found++;
        break;
      }
  return found;
}
// CHECK: [[@LINE+6]]:{{[0-9]+}}: remark: did not rewrite Memchr: the loop lies in another one
size shorter_lines(const byte *p, byte c, size n, size m) {
  size found = 0;
  if (m < 15)
    return 0;
  for (size from = 0; from < n; from++)
    for (size i = 0; i < m; i++)
      if (p[from * m + i] == c) {
        found++;
        break;
      }
  return found;
}
// CHECK: [[@LINE+6]]:{{[0-9]+}}: remark: rewrote Memcmp
int equal_rows(const byte *a, const byte *b, int n, int m) {
  int equal = 0;
  for (int k = 0; k < n; k++) {
    int same = m > 20;
    if (m > 20)
      for (int i = 0; i < m; i++)
        if (a[k * m + i] != b[k * m + i]) {
          same = 0;
          break;
        }
    equal += same;
  }
  return equal;
}
// Where it is found it is refused: LLVM 22 leaves none that is.
// CHECK-NOT: remark: rewrote
int equal_short_rows(const byte *a, const byte *b, int n, int m) {
  int equal = 0;
  for (int k = 0; k < n; k++) {
    int same = m < 20;
    if (m < 20)
      for (int i = 0; i < m; i++)
        if (a[k * m + i] != b[k * m + i]) {
          same = 0;
          break;
        }
    equal += same;
  }
  return equal;
}
// A search for bytes of a known length, which mostly differ at once; a look-up of a key among rows.
// CHECK: [[@LINE+4]]:{{[0-9]+}}: remark: did not rewrite Memcmp: each round of an enclosing loop compares with the same bytes, and no profile says that 16 of them are equal
long start_of_40(const byte *text, const byte *word, size n) {
  for (size at = 0; at + 40 <= n; at++) {
    int equal = 1;
    for (size i = 0; i < 40; i++)
      if (text[at + i] != word[i]) {
        equal = 0;
        break;
      }
    if (equal)
      return at;
  }
  return -1;
}
// CHECK: [[@LINE+4]]:{{[0-9]+}}: remark: did not rewrite Memcmp: each round of an enclosing loop compares with the same bytes
long row_of(const byte *key, const byte *rows, size n) {
  for (size at = 0; at < n; at++) {
    int equal = 1;
    for (size i = 0; i < 32; i++)
      if (key[i + 8] != rows[at * 32 + i]) {
        equal = 0;
        break;
      }
    if (equal)
      return at;
  }
  return -1;
}
// The key is another one in each round.
// CHECK: [[@LINE+5]]:{{[0-9]+}}: remark: rewrote Memcmp
size same_rows(const byte *a, const byte *b, size n) {
  size found = 0;
  for (size at = 0; at < n; at++) {
    int equal = 1;
    for (size i = 0; i < 32; i++)
      if (a[at * 32 + i] != b[at * 32 + i]) {
        equal = 0;
        break;
      }
    found += equal;
  }
  return found;
}
// The length as a byte.
// CHECK: [[@LINE+4]]:{{[0-9]+}}: remark: rewrote Memchr
size lines_and_more(const byte *p, byte c, size n, byte m) {
  size found = 0;
  for (size from = 0; from < n; from++)
    for (size i = 0; i < (size)m + 16; i++)
      if (p[from * m + i] == c) {
        found++;
        break;
      }
  return found;
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: rewrote Memchr
long place(const byte *p, byte c, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] == c)
      return i;
  return -1;
}
// LLVM 22 makes strlen by itself.
// CHECK16: [[@LINE+6]]:{{[0-9]+}}: remark: did not rewrite Strlen: the loop lies in another one, and no profile says that it has 16 rounds or more
// CHECK19: [[@LINE+5]]:{{[0-9]+}}: remark: did not rewrite Strlen: the loop lies in another one, and no profile says that it has 16 rounds or more
size longest(const byte *const *p, size n) {
  size most = 0;
  for (size at = 0; at < n; at++) {
    const byte *q = p[at];
    while (*q)
      q++;
    if (q - p[at] > (long)most)
      most = q - p[at];
  }
  return most;
}
// CHECK16: [[@LINE+4]]:{{[0-9]+}}: remark: rewrote Strlen
// CHECK19: [[@LINE+3]]:{{[0-9]+}}: remark: rewrote Strlen
size length(const byte *p) {
  const byte *q = p;
  while (*q)
    q++;
  return q - p;
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: rewrote Memcmp
_Bool widened(const byte *p, const byte *q, int n) {
  for (int i = 0; i < n; i++)
    if (p[i] != q[i])
      return 0;
  return 1;
}
// Another number than the one that the loop counts to.
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: did not rewrite Memcmp: the round in which the loop ends is used
int early(const byte *p, const byte *q, size n) {
  for (size i = 0; i < n; i++)
    if (p[i] != q[i])
      return i < 5;
  return 7;
}
