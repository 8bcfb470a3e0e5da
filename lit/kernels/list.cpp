// A linked list that is walked, and loops that go elsewhere.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
struct Node { struct Node *next; int value; };
struct Late { double value; char name[20]; struct Late *next; };
void visit(struct Node *);

// idiom: LinkedList
int sum(const struct Node *p) {
  int s = 0;
  while (p) {
    s += p->value;
    p = p->next;
  }
  return s;
}
// idiom: LinkedList
int length(const struct Node *p) {
  int n = 0;
  for (; p != NULL; p = p->next)
    n++;
  return n;
}
// idiom: LinkedList
double late(const struct Late *p) {
  double s = 0;
  for (const struct Late *q = p; q; q = q->next)
    s += q->value;
  return s;
}
// idiom: LinkedList
const struct Node *find(const struct Node *p, int v) {
  while (p && p->value != v)
    p = p->next;
  return p;
}
// idiom: LinkedList
struct Node *last(struct Node *p) {
  while (p->next)
    p = p->next;
  return p;
}
// idiom: LinkedList
void each(struct Node *p) {
  while (p) {
    struct Node *next = p->next;
    visit(p);
    p = next;
  }
}
// idiom: LinkedList
int ring(const struct Node *first) {
  int n = 0;
  const struct Node *p = first;
  do {
    n += p->value;
    p = p->next;
  } while (p != first);
  return n;
}
// idiom: LinkedList
void set(struct Node *p, int v) {
  for (; p; p = p->next)
    p->value = v;
}
// idiom: LinkedList
struct Node *reverse(struct Node *p) {
  struct Node *r = NULL;
  while (p) {
    struct Node *next = p->next;
    p->next = r;
    r = p;
    p = next;
  }
  return r;
}
// idiom: LinkedList
int depth(const struct Node *p, int n) {
  while (n-- && p)
    p = p->next;
  return p ? p->value : 0;
}

// no idiom: LinkedList
int array(const struct Node *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].value;
  return s;
}
// no idiom: LinkedList
int string(const char *s) {
  int n = 0;
  while (*s++)
    n++;
  return n;
}
// no idiom: LinkedList
int table(struct Node **t, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += t[i]->value;
  return s;
}
struct Shared { struct Shared *volatile next; };
// no idiom: LinkedList
int of_volatile(const struct Shared *p) {
  int n = 0;
  for (; p; p = p->next)
    n++;
  return n;
}
