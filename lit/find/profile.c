// Counts of a search: for IR, deterministic, and also for a search that finds nothing.
//
// RUN: %clang -O1 -S -emit-llvm %s -o %t.ll
// RUN: %idiom find --idiom For --idiom SqrtOfSquare --profile %t.ll > %t.1
// RUN: %idiom find --idiom For --idiom SqrtOfSquare --profile %t.ll > %t.2
// RUN: cmp %t.1 %t.2
// RUN: %FileCheck %s < %t.1
// RUN: not %idiom find --idiom For --profile %s 2>&1 | %FileCheck --check-prefix=SOURCE %s

// CHECK: For: 1 found, {{[1-9][0-9]*}} steps
// CHECK-NEXT: in out steps constraint
// CHECK: {{[1-9][0-9]*}} {{[0-9]+}} {{[0-9]+}} idioms/std/loops.candl:{{[0-9:]+}} opcode{comparison} = icmp
// CHECK: SqrtOfSquare: 0 found, 0 steps
// SOURCE: is a source; --profile is for IR
void set(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}
