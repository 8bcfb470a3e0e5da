// A static control part is told once, neighbours joined, with its loops, conditions and accesses; near misses are not told.
//
// RUN: %idiom find --idiom SCoP %s -- -gline-tables-only -Os -ffast-math -fno-inline | %FileCheck %s
// RUN: %idiom find --idiom SCoP --format json %s -- -gline-tables-only -Os -ffast-math -fno-inline | %FileCheck --check-prefix=JSON %s
#include <stddef.h>
double sum(const double *);

// CHECK: scop.c:[[#@LINE+8]]:{{[0-9]+}}: found SCoP in two_nests: 3 loops, 2 deep; 2 reads, 2 writes; 1 pair of arrays to check at run time
// CHECK: for (i0 = 0; i0 < [[N:%[0-9a-z]+]]; i0 += 1) {{.*}}scop.c:[[#@LINE+7]]:
// CHECK: for (i1 = 0; i1 < i0 + 1; i1 += 1)
// CHECK: for (i2 = 0; i2 < [[N]]; i2 += 1)
// CHECK: write [[A:%[0-9a-z]+]][i0][i1]
// CHECK: read {{%[0-9a-z]+}}[i2]
// CHECK: to check at run time:
void two_nests(int n, double a[100][100], double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = i - j;
  for (int k = 0; k < n; k++)
    b[k] = b[k] * a[0][k];
}
// JSON: "scop": {
// JSON: "loops": [
// JSON: "iterator": "i0"
// JSON: "bound": "i0 + 1",
// JSON-NEXT: "within": [
// JSON-NEXT: "i0"
// JSON: "accesses": [
// JSON: "may_overlap": [
// JSON: "polyhedral": {
// JSON-NEXT: "region": [
// JSON: "context": "[p_[[P:[0-9a-z]+]]] -> { : p_[[P]] >= -2147483648 and 2147483647 >= p_[[P]] }",
// JSON-NEXT: "invalid": "[p_[[P]]] -> {
// JSON: "name": "i1",
// JSON-NEXT: "first": "[p_[[P]]] -> { [i0] -> [0] }",
// JSON-NEXT: "step": 1
// JSON: "disjoint": [
// JSON: "name": "S0",
// JSON-NEXT: "block": "%
// JSON-NEXT: "domain": "[p_{{[0-9a-z]+}}] -> { S0[i0, i1] :
// JSON-NEXT: "schedule": "[p_{{[0-9a-z]+}}] -> { S0[i0, i1] -> [
// JSON: "relation": "[p_{{[0-9a-z]+}}] -> { S0[i0, i1] -> MemRef_{{[0-9a-z]+}}[i0, i1] }"

// Unsigned numbers wrap around for some parameters; an access of other bytes than one element says how many.
// CHECK: found SCoP in unsigned_before
// CHECK: write {{%[0-9a-z]+}}[i0 - 1]
// CHECK: except for {{.*}} == 0
void unsigned_before(unsigned k, unsigned n, float *a) {
  for (unsigned i = k; i < n; i++)
    a[i - 1] = 0;
}
// CHECK: found SCoP in overlapping
// CHECK: write {{%[0-9a-z]+}}[i0] and on for 4 bytes
void overlapping(char *p, int n) {
  for (int i = 0; i < n; i++)
    *(int *)(p + i) = i;
}

// What a guard excludes is no exception: m is positive wherever it is taken for an unsigned number.
// CHECK: found SCoP in guarded_rows
// CHECK-NOT: except for
// CHECK: found SCoP in cut
// CHECK: except for {{.*}} >= 11
void guarded_rows(int n, int m, double out[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      out[i][j] = 1;
}
void cut(int n, double a[10][10]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i][j] = a[j][i];
}

// Rows of parametric length in unsigned numbers: the product of both parameters has to stay in the type.
// CHECK: found SCoP in unsigned_rows
// CHECK: write {{%[0-9a-z]+}}[i0][i1]
// CHECK: except for (unsigned) [[M:%[0-9a-z]+]] >= 1 and [[N:%[0-9a-z]+]] >= 1 and [[N]]*(unsigned) [[M]] >= 4294967297
void unsigned_rows(int n, unsigned m, float *a) {
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[i * m + j] = 0;
}

// The arms of a switch.
// CHECK: found SCoP in arms
// CHECK: switch ({{i0.*}}) of -3, 2
void arms(int n, int k, double *a, float *b) {
  for (int i = 0; i < n; i++)
    switch (i - k) {
    case -3: a[i] = 1; break;
    case 2: b[i] = 2;
    }
}

// Reductions are marked, in memory and in registers; a value that is used on its way is none. What is told to be `restrict`, and a stack slot beside a
// parameter, need no check.
// CHECK: found SCoP in reductions: 1 loop, 1 deep; {{[0-9]+}} reads, 2 writes; 0 pairs
// CHECK-NOT: read {{%[0-9a-z]+}}[0] (
// CHECK: read [[C:%[0-9a-z]+]][i0] (reduction by +)
// CHECK: write [[C]][i0] (reduction by +)
// CHECK-NOT: write {{%[0-9a-z]+}}[i0 + 1] (
// JSON: "function": "reductions"
// JSON: "kind": "phi",
// JSON: "reduction": "*"
void reductions(int n, double *restrict c, double *restrict d, double *restrict product) {
  double p = 1;
  for (int i = 0; i < n; i++) {
    c[i] += i;
    d[i + 1] = d[i] + i;
    p *= *product + i;
  }
  *product = p;
}
void fill(double *);
// CHECK: found SCoP in beside_a_slot: 1 loop, 1 deep; 1 read, 1 write; 0 pairs
void beside_a_slot(int n, double *a) {
  double t[16];
  fill(t);
  for (int i = 0; i < n; i++)
    a[i] = t[i] * 2;
}

// What has no description is told with the reason; for the sake of a product that no array explains, as another idiom.
// RUN: %idiom find --idiom ParametricNest %s -- -Os -ffast-math -fno-inline | %FileCheck --check-prefix=NEST --implicit-check-not="found ParametricNest" %s
// NEST: found ParametricNest in two_strides: no description: a product of an iterator and a parameter that no dimension of the array explains, store {{.*}} at {{.*}}scop.c:[[#@LINE+7]]:
// NEST: found ParametricNest in two_strides_behind: {{.*}} store {{.*}} at {{.*}}scop.c:[[#@LINE+17]]:
// CHECK-NOT: found SCoP in two_strides: no description
// CHECK: found SCoP in two_strides: 1 loop
void two_strides(int n, int m, int p, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * m + j * p] = 1;
}
// CHECK: found SCoP in one_stride: 2 loops
void one_stride(int n, int m, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = 1;
}
void two_strides_behind(int n, int m, int p, double *a, double *b) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i * m + j * p] = 1;
    for (int k = 0; k < 7; k++)
      b[k] += i;
  }
}
// CHECK: found SCoP in two_strides_behind:
// CHECK: found SCoP in always_wraps: no description: a sum that {{.*}}, store
void always_wraps(unsigned n, float *a) {
  for (unsigned i = 0; i < n; i++)
    a[i - 5u] = 0;
}
// CHECK: found SCoP in product_wraps: 1 loop, 1 deep
// CHECK: except for {{.*}} + 4294967296
void product_wraps(unsigned n, unsigned m, float *a) {
  for (unsigned i = 0; i < n; i++)
    a[i * m] = 0;
}

// CHECK-NOT: found SCoP in
void indirect(int n, double *a, int *index) {
  for (int i = 0; i < n; i++)
    a[index[i]] = 1;
}
void squared(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i * i] = 1;
}
void effects(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] = sum(a);
}
struct list { struct list *next; double value; };
void chased(struct list *l) {
  for (; l; l = l->next)
    l->value = 1;
}
void early(int n, double *a, double x) {
  for (int i = 0; i < n; i++) {
    if (a[i] == x)
      return;
    a[i] = x;
  }
}
void is_volatile(int n, volatile double *a) {
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
