// The condition that leaves a loop, and a choice outside of loops.
//
// REQUIRES: llvm-19
// RUN: %idiom describe %s --function '^example$' > %t.candl
// RUN: %idiom find --spec %t.candl %s | %FileCheck %s --implicit-check-not 'found Described'
// RUN: %idiom describe --name Limited %s --function '^limited$' > %t.limited.candl
// RUN: %idiom find --spec %t.limited.candl %s | %FileCheck %s --check-prefix LIMITED --implicit-check-not 'found Limited'
// CHECK-DAG: found Described in example
// CHECK-DAG: found Described in from_the_end
// LIMITED-DAG: found Limited in limited
// LIMITED-DAG: found Limited in by_functions

int example(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}
int from_the_end(const short *v, int n, short key) {
  while (n-- > 0)
    if (v[n] == key)
      return n;
  return -1;
}
int greater(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] > x)
      return i;
  return -1;
}
int counted(const int *a, int n, int x) {
  int k = 0;
  for (int i = 0; i < n; i++)
    k += a[i] == x;
  return k;
}

int limited(int x) { return x < 0 ? 0 : x > 255 ? 255 : x; }
static inline int less(int a, int b) { return a < b ? a : b; }
static inline int more(int a, int b) { return a < b ? b : a; }
int by_functions(int y) { return more(0, less(100, y)); }
int from_above(int x) { return x < 0 ? 0 : x; }
