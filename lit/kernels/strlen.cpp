// The length of something that a zero ends, and loops that end otherwise.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom ZeroTerminatedLength %s | %FileCheck --check-prefix=TOLD %s
#include <stddef.h>
#include <stdint.h>

// idiom: ZeroTerminatedLength
size_t by_index(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}
// idiom: ZeroTerminatedLength
size_t by_pointer(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}
// idiom: ZeroTerminatedLength
int with_for(const char *s) {
  int n;
  for (n = 0; s[n] != '\0'; n++)
    ;
  return n;
}
// idiom: ZeroTerminatedLength
unsigned counted(const char *s) {
  unsigned n = 0;
  while (*s++)
    n++;
  return n;
}
// idiom: ZeroTerminatedLength
size_t wide(const uint16_t *s) {
  size_t n = 0;
  while (s[n] != 0)
    ++n;
  return n;
}
// idiom: ZeroTerminatedLength
size_t of_words(const int *s) {
  const int *p = s;
  for (; *p; ++p)
    ;
  return p - s;
}
// idiom: ZeroTerminatedLength
size_t with_do(const char *s) {
  const char *p = s;
  do {
  } while (*p++);
  return p - s - 1;
}
// idiom: ZeroTerminatedLength
int broken_off(const char *s) {
  int n = 0;
  for (;;) {
    if (s[n] == 0)
      break;
    n++;
  }
  return n;
}
// idiom: ZeroTerminatedLength
char *end_of(char *s) {
  while (*s)
    s++;
  return s;
}

// no idiom: ZeroTerminatedLength
size_t to_a_blank(const char *s) {
  size_t n = 0;
  while (s[n] != ' ')
    n++;
  return n;
}
// no idiom: ZeroTerminatedLength
size_t bounded(const char *s, size_t m) {
  size_t n = 0;
  while (n < m && s[n])
    n++;
  return n;
}
// no idiom: ZeroTerminatedLength
int blanks(const char *s) {
  int n = 0;
  for (; *s; s++)
    n += *s == ' ';
  return n;
}
// no idiom: ZeroTerminatedLength
void copied(char *d, const char *s) {
  while ((*d++ = *s++))
    ;
}
// no idiom: ZeroTerminatedLength
size_t by_twos(const char *s) {
  size_t n = 0;
  while (s[n])
    n += 2;
  return n;
}
// no idiom: ZeroTerminatedLength
size_t by_pointer_and_twos(const char *s) {
  const char *p = s;
  while (*p)
    p += 2;
  return p - s;
}
// no idiom: ZeroTerminatedLength
size_t backwards(const char *s) {
  const char *p = s;
  while (*p)
    p--;
  return s - p;
}
// no idiom: ZeroTerminatedLength
size_t of_volatile(const volatile char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}
// TOLD: found ZeroTerminatedLength in behind_the_first{{.*}}begins at s[1], which a zero ends
// idiom: ZeroTerminatedLength
size_t behind_the_first(const long *s) {
  size_t n = 1;
  while (s[n])
    n++;
  return n;
}
// TOLD: found ZeroTerminatedLength in from{{.*}}begins at s[n], which a zero ends
// idiom: ZeroTerminatedLength
size_t from(const long *s, size_t n) {
  while (s[n])
    n++;
  return n;
}
// TOLD: found ZeroTerminatedLength in by_pointer_from{{.*}}begins at s[1], which a zero ends
// idiom: ZeroTerminatedLength
size_t by_pointer_from(const long *s) {
  const long *p = s + 1;
  while (*p)
    p++;
  return p - s;
}
