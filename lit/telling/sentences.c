// Findings of the groups about memory and indices in words.
//
// RUN: %idiom find --idiom UseAfterFree --idiom DoubleFree --idiom IndexedUpdate --idiom GatheredSum --idiom ExpressionInBothArms %s -- -O1 -w -g | %FileCheck %s
#include <stdlib.h>

struct numbers { int *first; int length; };

// CHECK: found UseAfterFree in used: p is used after it was freed
int used(int *p) {
  free(p);
  return p[0];
}
// CHECK: found UseAfterFree in member: s->first is used after it was freed
int member(struct numbers *s) {
  free(s->first);
  return s->first[s->length];
}
// CHECK: found UseAfterFree in moved: p is used after it was enlarged, which may move it
int moved(int *p, int n) {
  int *q = realloc(p, n);
  if (!q)
    return 0;
  q[0] = 1;
  return p[0];
}
// CHECK: found DoubleFree in twice: p is freed twice
void twice(int *p, int again) {
  free(p);
  if (again)
    free(p);
}
// CHECK: found DoubleFree in freed_where_it_was: p is freed after it was enlarged, which may move it
int freed_where_it_was(int *p, int n) {
  int *q = realloc(p, n);
  if (!q)
    return 0;
  q[0] = 1;
  free(p);
  return 0;
}
// CHECK: found IndexedUpdate in counted: h[k[i]] = h[k[i]] + 1
void counted(const int *k, int n, unsigned *restrict h) {
  for (int i = 0; i < n; i++)
    h[k[i]]++;
}
// CHECK: found GatheredSum in row: s = v[i] * x[k[i]] + s
double row(const int *k, int n, const double *restrict x, const double *v) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i] * x[k[i]];
  return s;
}
// CHECK: found ExpressionInBothArms in arms: {{b \* a|a \* b}} is computed on every way on from a branch
int arms(int a, int b, int c, int *p) {
  if (c > 3) {
    p[a * b] = 4;
    return 1;
  }
  p[3 + a * b] = 5;
  return 2;
}
