// Code that is nearly an idiom; beside each kind is a twin that is one.
//
// flags: -O2
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// Two places at one distance from a middle.
// no idiom: ComplexProduct
void around(char *base, long rows, long width, void (*use)(char *, char *)) {
  char *middle = base + rows / 2 * width;
  long away = rows / 8 * width;
  use(middle - away, middle + away);
}
// idiom: ComplexProduct
void rotated(double a, double b, double c, double d, double *r) {
  r[0] = a * c - b * d;
  r[1] = a * d + b * c;
}

// Two bytes put together.
// no idiom: ScaledSum
void words(const unsigned char *restrict from, int *restrict to, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int a = *from++, b = *from++;
    to[i] = a << 8 | b;
  }
}
// idiom: ScaledSum
void weighted(const unsigned char *restrict x, const unsigned char *restrict y, int *restrict z, size_t n) {
  for (size_t i = 0; i < n; i++)
    z[i] = 256 * x[i] + y[i];
}

// LLVM runs the inner loop max(use, 1) times.
unsigned long size_of(void *);
// no idiom: Clamp
void masked(unsigned char *d, unsigned long n, void *md, unsigned char *m) {
  unsigned long h = size_of(md);
  unsigned char *p = d;
  while (n > 0) {
    unsigned long use = n < h ? n : h;
    for (unsigned long i = 0; i < use; ++i)
      *p++ ^= m[i];
    n -= use;
  }
}
// idiom: Clamp
int clamped(int n, int most) {
  int least = n < 1 ? 1 : n;
  return least < most ? least : most;
}

// A search by strcmp, which the null pointer ends.
// no idiom: LinearSearch
int known(const char *name, const char *const names[]) {
  while (*names) {
    if (strcmp(name, *names) == 0)
      return 1;
    names++;
  }
  return 0;
}
// idiom: LinearSearch
int holds(const void *one, const void *const all[]) {
  while (*all) {
    if (*all == one)
      return 1;
    all++;
  }
  return 0;
}

// A sum that is a double over all rounds, on purpose.
// no idiom: PromotedFloat
void energies(const float *restrict x, float *restrict e, int order, int n, double s) {
  for (int j = 1; j < order; j++) {
    s += x[-j] * x[-j] - x[n - j] * x[n - j];
    e[j * order + j] = (float)s;
  }
}
// idiom: PromotedFloat
void scaled(const float *restrict x, float *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.1;
}

void put(const char *, size_t);
void show(char *);
// Written anew in each round.
// no idiom: LengthInLoop
void codes(const int *c, int n) {
  char s[16];
  for (int i = 0; i < n; i++) {
    snprintf(s, sizeof s, "\\x%02x", c[i]);
    put(s, strlen(s));
  }
}
// idiom: LengthInLoop
void shown(char *s) {
  for (size_t i = 0; i < strlen(s); i++)
    show(s + i);
}

// Two flags that change places.
// no idiom: BitReversal
int to_core(int f) {
  int r = 0;
  if (f & 1)
    r |= 2;
  if (f & 2)
    r |= 1;
  if (f & 8)
    r |= 8;
  return r;
}

struct item {
  pthread_mutex_t m;
  int done;
};
struct owner {
  struct item *items;
  unsigned mask, next;
};
// The address of the mutex is loaded again.
// no idiom: LockWithoutUnlock
int take(struct owner *o) {
  unsigned i = o->next & o->mask;
  pthread_mutex_lock(&o->items[i].m);
  int d = o->items[i].done;
  pthread_mutex_unlock(&o->items[i].m);
  return d;
}
// A function that only locks leaves it to its caller to unlock.
// no idiom: LockWithoutUnlock
void lock_it(struct item *p) { pthread_mutex_lock(&p->m); }
// idiom: LockWithoutUnlock
int early(struct owner *o, int i) {
  pthread_mutex_lock(&o->items[i].m);
  if (o->items[i].done)
    return 1;
  pthread_mutex_unlock(&o->items[i].m);
  return 0;
}
// idiom: LockWithoutUnlock
int another(struct owner *o, int i) {
  pthread_mutex_lock(&o->items[i].m);
  int d = o->items[i].done;
  pthread_mutex_unlock(&o->items[i + 1].m);
  return d;
}

// Counters selected by bits of an element; what is added is an element, and what selects is the counter.
// idiom: Histogram
void ranks(const size_t *t, unsigned n, unsigned short *per) {
  for (unsigned i = 0; i < n; i++)
    per[t[i] & 0xff]++;
}
// idiom: Histogram
void digits(const unsigned *t, int n, int *h, int shift) {
  for (int i = 0; i < n; i++)
    h[(t[i] >> shift) & 255]++;
}
// no idiom: Histogram
void folded(const unsigned *t, int n, int *h) {
  for (int i = 0; i < n; i++)
    h[i & 15] += t[i];
}
