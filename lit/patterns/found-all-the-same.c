// Spellings that optimised code keeps where they stand: they are not warned of, and found.
//
// RUN: rm -rf %t && %split-file %s %t
// RUN: %idiom check %t/kept.candl 2>&1 | %FileCheck --allow-empty --check-prefix=FINE %s
// FINE-NOT: warning
// RUN: %idiom find --spec %t/kept.candl %t/x.c -- -O2 | %FileCheck --check-prefix=FOUND %s
// RUN: %idiom find --spec %t/kept.candl %t/x.c -- -Os | %FileCheck --check-prefix=FOUND %s
// FOUND-DAG: found AtLeastChosen in less
// FOUND-DAG: found LesserPointer in lesser
// FOUND-DAG: found UnequalUsed in unequal
// FOUND-DAG: found ByteAndShift in wider
// FOUND-DAG: found MinusAddress in distance
//
// The same spellings elsewhere are, and are not.
// RUN: %idiom check %t/turned.candl | %FileCheck %t/turned.candl
// RUN: %idiom find --spec %t/turned.candl %t/x.c -- -O2 | %FileCheck --allow-empty --check-prefix=NONE %s
// NONE-NOT: found
//
// A rewrite is matched in code as LLVM has it, where a shift is a shift.
// RUN: %idiom check %t/rewrite.candl 2>&1 | %FileCheck --allow-empty --check-prefix=FINE %s
// RUN: %clang -O2 -S -emit-llvm %t/x.c -o %t/x.ll
// RUN: %idiom apply --spec %t/rewrite.candl %t/x.ll 2>&1 | %FileCheck --check-prefix=APPLIED %s
// APPLIED: @shifted
// APPLIED: mul i64 %{{.*}}, 8
//--- x.c
extern char place;
int less(int x, int a, int b) { return x < 8 ? a : b; }
char *lesser(char *x, char *y) { return x < y ? x : y; }
int unequal(int x, int y, int a, int b, int d, int *o) {
  int c = x != y;
  *o = c & (d > 3);
  return c ? a : b;
}
int both(int x, int y, int a, int b, int d, int e) { return (x != y ? a : b) * (x != y ? d : e); }
unsigned wider(unsigned char x) { return (x & 7) << 8; }
unsigned narrow(unsigned char x) { return (x & 7) << 2; }
long distance(long x) { return x - (long)&place; }
long difference(long x) { return x - 7; }
int at_least(int x) { return x >= 8; }
long shifted(long x) { return x << 3; }
//--- kept.candl
Constraint AtLeastChosen
( {r} ~ {x} >= {k} ? {a} : {b}
∧ ir_type{k} = literal
∧ data_type{x} = i32)
End

Constraint LesserPointer
( {r} ~ {x} < {y} ? {x} : {y}
∧ data_type{x} = pointer)
End

Constraint UnequalUsed
( {r} ~ {c} ? {a} : {b}
∧ {c} ~ {x} != {y}
∧ {o} ~ {c} & {d})
End

Constraint ByteAndShift
{r} ~ ({x} & 7) << 8
End

Constraint MinusAddress
( {r} ~ {x} - {k}
∧ ir_type{k} = constant
∧ ir_type{k} ≠ numeric constant)
End
//--- turned.candl
# CHECK-COUNT-5: warning[W0507]
# CHECK-NOT: warning
Constraint AtLeast
( {r} ~ zext({x} >= {k})
∧ literal{k} > 0
∧ data_type{x} = i32)
End

Constraint LesserNumber
( {r} ~ {x} < {y} ? {x} : {y}
∧ data_type{x} = i64)
End

Constraint UnequalTwice
( {r} ~ {c} ? {a} : {b}
∧ {c} ~ {x} != {y}
∧ {q} ~ {c} ? {d} : {e}
∧ {p} ~ {r} * {q})
End

Constraint BitsAndShift
{r} ~ ({x} & 7) << 2
End
//--- rewrite.candl
Rewrite Shifted
( {r} ~ {x} << {k}
∧ ir_type{k} = literal
∧ data_type{r} = i64)
gives {r} = {x} * 8
trusting "a test"
always
End
