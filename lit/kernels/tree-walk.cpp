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
