// An array that is not the first member of a structure: the description counts subscripts from where it begins, JSCoP from
// the begin of the structure, since Polly computes addresses from them.
//
// RUN: %idiom find --idiom SCoP --format json %s -- -O1 | %FileCheck %s
// RUN: %idiom find --format jscop %s -- -O1 | %FileCheck --check-prefix=JSCOP %s

struct grid { int n; double v[32][32]; };

// CHECK: "sizes": [
// CHECK-NEXT: null,
// CHECK-NEXT: "32"
// CHECK: MemRef_{{[0-9a-z]+}}[i0, i1] }"
// JSCOP: MemRef_{{[0-9a-z]+}}[i0, i1 + 1] }"
void fill(struct grid *g, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g->v[i][j] = i + j;
}
