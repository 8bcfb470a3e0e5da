// Trees that are walked, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

struct node { int key; node *left, *right; };
// idiom: TreeWalk
bool contains(const node *p, int key) {
  while (p && p->key != key)
    p = key < p->key ? p->left : p->right;
  return p;
}
struct array_node { int key; array_node *child[2]; };
// idiom: TreeWalk
int depth(const array_node *p, int key) {
  int n = 0;
  for (; p; p = p->child[p->key < key])
    n++;
  return n;
}
struct tree { tree *left, *right; long key; };
// idiom: TreeWalk
const tree *least_above(const tree *p, long key) {
  const tree *best = nullptr;
  while (p) {
    if (p->key > key) {
      best = p;
      p = p->left;
    } else
      p = p->right;
  }
  return best;
}
struct link { int value; link *next; };
// no idiom: TreeWalk
int total(const link *p) {
  int s = 0;
  for (; p; p = p->next)
    s += p->value;
  return s;
}
struct top { top *left, *right; };
// no idiom: TreeWalk
const top *leftmost(const top *p) {
  while (p->left)
    p = p->left;
  return p;
}
struct first_child { first_child *left, *right; int key; };
// idiom: TreeWalk
const first_child *below(const first_child *p, int n) {
  while (n--)
    p = p->key > n ? p->left : p->right;
  return p;
}
struct object { object *next; int dead; };
void release(object *);
// no idiom: TreeWalk
void sweep(object **p) {
  while (*p) {
    object *current = *p;
    if (current->dead) {
      *p = current->next;
      release(current);
    } else
      p = &current->next;
  }
}
struct call { call *previous; int kind; };
// no idiom: TreeWalk
int calls(call *c, const int *code, call *(*enter)(call *)) {
  for (; *code; code++)
    c = *code > c->kind ? c->previous : enter(c);
  return c->kind;
}
