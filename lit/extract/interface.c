// What is calculated between values as a function of its own: it is called in its place, and the program does the same.
//
// RUN: rm -rf %t && mkdir %t && cd %t && %split-file %s %t/parts
// RUN: %clang -O1 -fno-unroll-loops %t/parts/map.c -S -emit-llvm -o map.ll
// RUN: %idiom check %t/parts/between.candl
// RUN: %idiom extract --spec %t/parts/between.candl --idiom Mapped --interface 'root for x' --function '^map_sqrt$' --name newton map.ll -o 1.ll
// RUN: %FileCheck %s --check-prefix=MAP --input-file 1.ll
// The outer loop stays; the inner one is the function.
// MAP-LABEL: define {{.*}}void @map_sqrt(
// MAP: %[[X:.*]] = load double
// MAP: %[[R:.*]] = call double @newton(double %[[X]])
// MAP: store double %[[R]]
// MAP-LABEL: define {{.*}}double @newton(double %x)
// MAP-NOT: ptr
// MAP: fdiv double %x
// MAP: ret double
// RUN: %idiom extract --spec %t/parts/between.candl --idiom Chosen --interface '{r} for {a}, {b}' --function '^choose$' --name chosen 1.ll -o 2.ll
// RUN: %FileCheck %s --check-prefix=CHOSEN --input-file 2.ll
// Two origins in the order given, and control flow between them and the result.
// CHOSEN: call i32 @chosen(i32
// CHOSEN-LABEL: define {{.*}}i32 @chosen(i32 %a, i32 %b)
// RUN: %idiom extract --spec %t/parts/between.candl --idiom Both --interface 's, p for a, b' --function '^both$' --name two 2.ll -o 3.ll
// RUN: %FileCheck %s --check-prefix=TWO --input-file 3.ll
// Two results are written through pointers. A store and a load between them stay in their order.
// TWO: call void @two(i32
// TWO-LABEL: define {{.*}}void @two(i32 %a, i32 %b, ptr %s.out, ptr %p.out)
// RUN: %opt -passes=verify -disable-output 3.ll
// RUN: %clang -O1 map.ll %t/parts/main.c -o before && ./before > expected
// RUN: %clang -O1 3.ll %t/parts/main.c -o after && ./after | diff expected -
// RUN: grep -q 'root 1.41' expected
//
// RUN: not %idiom extract --spec %t/parts/between.candl --idiom Loose --interface 'root for x' --function '^with_factor$' map.ll 2>&1 | %FileCheck %s --check-prefix=MORE
// MORE: error: Loose in with_factor stays where it is: the results are calculated from more than the origins
// RUN: not %idiom extract --spec %t/parts/between.candl --idiom Loose --interface 'root for x' --function '^counted$' map.ll 2>&1 | %FileCheck %s --check-prefix=IMPURE
// IMPURE: error: Loose in counted stays where it is: between the origins and the results, memory is read or written, or a call has effects
// RUN: not %idiom extract --spec %t/parts/between.candl --idiom Loose --interface 'root for x' --function '^used$' map.ll 2>&1 | %FileCheck %s --check-prefix=USED
// USED: error: Loose in used stays where it is: other values than the results are used behind the calculation, or none
// RUN: not %idiom extract --spec %t/parts/between.candl --idiom Loose --interface 'root for y' map.ll 2>&1 | %FileCheck %s --check-prefix=NAME
// NAME: error: what is found has no values for some of the variables of the interface
// RUN: not %idiom extract --spec %t/parts/between.candl --idiom Loose --interface 'root' map.ll 2>&1 | %FileCheck %s --check-prefix=FORM
// FORM: results and origins are wanted, such as `root for x`

//--- between.candl
# A stored product that is calculated from one loaded number.
Constraint Mapped
( opcode{x} = load
∧ opcode{store} = store
∧ {root} = {store}.args[0]
∧ opcode{root} = fmul
∧ collect k 4 {branch[k]} has control dominance to {x}
∧ calculated_from({}, {root}, {x, branch[0..4]}))
End

# A stored product, and a loaded number.
Constraint Loose
( opcode{x} = load
∧ data_type{x} = double
∧ opcode{store} = store
∧ {root} = {store}.args[0]
∧ opcode{root} = fmul
∧ data flow from {x} to {root})
End

# A chosen number that is returned, and the parameters that it is chosen by.
Constraint Chosen
( opcode{return} = ret
∧ {r} = {return}.args[0]
∧ opcode{r} = phi
∧ {less} ~ {a} < {b}
∧ ir_type{a} = argument
∧ ir_type{b} = argument)
End

# The sum and the product of two parameters.
Constraint Both
( opcode{s} = add
∧ {a} = {s}.args[0]
∧ {b} = {s}.args[1]
∧ opcode{p} = mul
∧ {a} = {p}.args[0]
∧ {b} = {p}.args[1]
∧ ir_type{a} = argument
∧ ir_type{b} = argument)
End
//--- map.c
void map_sqrt(unsigned long length, double *array) {
  for (unsigned long i = 0; i < length; i++) {
    double x = array[i], root = 1.0;
    for (int k = 0; k < 10; k++)
      root = 0.5 * (root + x / root);
    array[i] = root;
  }
}
int calls;
void note(void);
int choose(int a, int b) {
  note();
  int r = 0;
  if (a < b) {
    for (int k = 0; k < 5; k++)
      r = r * a + b;
  } else
    r = a / (b | 1) - b;
  return r;
}
int both(int a, int b, int *restrict p, int *q) {
  int s = a + b;
  *p = 7;
  int old = *q;
  int m = a * b;
  *q = s ^ m;
  return old;
}
void with_factor(double *array, double f) {
  double x = array[0], root = 1.0;
  for (int k = 0; k < 10; k++)
    root = 0.5 * (root * f + x / root);
  array[1] = root;
}
void counted(double *array) {
  double x = array[0], root = 1.0;
  for (int k = 0; k < 10; k++) {
    root = 0.5 * (root + x / root);
    note();
  }
  array[1] = root;
}
void used(double *array) {
  double x = array[0], root = 1.0, sum = 0;
  for (int k = 0; k < 10; k++) {
    root = 0.5 * (root + x / root);
    sum += root;
  }
  array[1] = root;
  array[2] = sum;
}
//--- main.c
#include <stdio.h>
void map_sqrt(unsigned long, double *);
int choose(int, int);
int both(int, int, int *restrict, int *);
void note(void) { printf("note\n"); }
int main(void) {
  double a[3] = {2, 3, 0};
  map_sqrt(3, a);
  for (int k = 0; k < 3; k++)
    printf("root %f\n", a[k]);
  map_sqrt(0, a);
  for (int i = -3; i < 4; i++)
    for (int k = -3; k < 4; k++) {
      int p = 1, q = 2;
      printf("%d ", choose(i, k));
      printf("%d %d %d\n", both(i, k, &p, &q), p, q);
    }
}
