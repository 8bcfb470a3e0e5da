// An element's address gives the round by the stride of its array; of two arrays, that of the argument.
//
// RUN: rm -rf %t && mkdir %t
// RUN: sed -e 's/is the number 1/is the number 2/' -e 's/memchr/every_second/g' -e 's/>s 15/>s 0/' %project/idioms/rewrites/MemchrByLibc.candl > %t/two.candl
// RUN: env IDIOM_APPLY=%t/two.candl %clang -O2 -DKERNEL %s -c -o %t/kernel.o -fpass-plugin=%plugin -Rpass=idiom 2>&1 | %FileCheck %s
// RUN: %clang -O1 %s %t/kernel.o -o %t/with
// RUN: %t/with | %FileCheck %s --check-prefix=RAN
// CHECK: rewrote Memchr: a loop → runs from the round that call every_second says
// RAN: 0 2 6 -1 -1, 5 calls
#ifdef KERNEL
long find(const char *p, char c, long n) {
  for (long i = 0; i < n; i++)
    if (p[2 * i] == c)
      return i;
  return -1;
}
#else
#include <stdio.h>
static int calls;
long find(const char *p, char c, long n);
const char *every_second(const char *p, int c, long n) {
  calls++;
  for (const char *end = p + 2 * n; p != end; p += 2)
    if (*p == (char)c)
      return p;
  return 0;
}
int main(void) {
  const char *text = "abcdefghijklmnopqrstuvwxyz";
  printf("%ld %ld %ld", find(text, 'a', 13), find(text, 'e', 13), find(text, 'm', 13));
  printf(" %ld %ld, ", find(text, 'b', 13), find(text, 'm', 6));
  printf("%d calls\n", calls);
  return 0;
}
#endif
