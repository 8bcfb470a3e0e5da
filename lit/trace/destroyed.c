// The pass that makes an idiom and the one that ends it: load-PRE, unrolling and vectorisation, beside loops
// that stay. The names of passes are those of every LLVM; clang 16 has the classes alone.
//
// RUN: %idiom trace --spec %project/examples/neighbour_sum.candl --idiom NeighbourSum --idiom For --idiom Stencil %s > %t
// RUN: %FileCheck %s < %t
// RUN: %FileCheck --check-prefix=WHY %s < %t
// RUN: %python %inputs/trace_by_dumps.py %clang %idiom %s neighbours %project/examples/neighbour_sum.candl NeighbourSum For
// RUN: %python %inputs/trace_by_dumps.py %clang %idiom %s eight For
// RUN: %python %inputs/trace_by_dumps.py %clang %idiom %s stencil Stencil For
//
// CHECK: destroyed.c: {{[1-9][0-9]*}} passes ran in LLVM {{1|2}}
// CHECK-DAG: NeighbourSum in neighbours at {{.*}}destroyed.c:[[#NEIGHBOURS:]]: first before the first pass; ended by pass {{[0-9]+}}, {{gvn|GVNPass}}; detection, behind {{[0-9]+}} passes, does not see it
// CHECK-DAG: For in neighbours at {{.*}}: first behind pass {{[0-9]+}}, {{sroa|SROAPass}}; holds at the end; detection, behind {{[0-9]+}} passes, sees it
// CHECK-DAG: For in eight at {{.*}}: first behind pass {{[0-9]+}}, {{sroa|SROAPass}}; ended by pass {{[0-9]+}}, {{loop-unroll-full|LoopFullUnrollPass}}; detection, behind {{[0-9]+}} passes, does not see it
// CHECK-DAG: Stencil in stencil at {{.*}}: first behind pass {{[0-9]+}}, {{sroa|SROAPass}}; ended by pass {{[0-9]+}}, {{loop-vectorize|LoopVectorizePass}}; detection, behind {{[0-9]+}} passes, sees it
// CHECK-NOT: nothing is found
//
// WHY: {{gvn|GVNPass}} {{ *}}NeighbourSum in neighbours {{ *}}holds no more
// WHY-NEXT: then {{[0-9]}} of 5 hold; failing: `opcode{{.*}} = load` at {{.*}}neighbour_sum.candl:{{[0-9:]*}}; `{{left|right}}` is {{.*}}, `phi` at {{.*}}destroyed.c:
void neighbours(double *restrict out, const double *restrict in, long n) {
  for (long i = 0; i < n; i++)
    out[i] = in[i] + in[i + 1];
}
void eight(double *a) {
  for (int i = 0; i < 8; i++)
    a[i] = 2 * a[i];
}
void stencil(double *restrict out, const double *restrict in, long n) {
  for (long i = 1; i < n - 1; i++)
    out[i] = in[i - 1] + in[i] + in[i + 1];
}
