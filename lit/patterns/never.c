// What `idiom check` calls never found is not found by any LLVM, and what it gives instead is.
//
// RUN: rm -rf %t && %split-file %s %t
// RUN: %idiom check %t/written.candl | %FileCheck --check-prefix=CHECK %t/written.candl
// RUN: %idiom check %t/instead.candl 2>&1 | %FileCheck --allow-empty --check-prefix=FINE %s
// FINE-NOT: warning
// RUN: %idiom find --spec %t/written.candl %t/x.c -- -O2 | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %idiom find --spec %t/written.candl %t/x.c -- -Os | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %idiom find --spec %t/instead.candl %t/x.c -- -O2 | %FileCheck --check-prefix=FOUND %s
// NONE-NOT: found
// FOUND-DAG: found Difference in difference
// FOUND-DAG: found Quotient in quotient
// FOUND-DAG: found Remainder in remainder
// FOUND-DAG: found Negative in negative
// FOUND-DAG: found Inverted in inverted
// FOUND-DAG: found Unequal in unequal
// FOUND-DAG: found AtLeast in at_least
// FOUND-DAG: found Positive in positive
// FOUND-DAG: found Sum in sum
// FOUND-DAG: found Flag in flag
// FOUND-DAG: found Chosen in chosen
// FOUND-DAG: found Lesser in lesser
// FOUND-DAG: found Bit in bit
// FOUND-DAG: found Masks in masks
// FOUND-DAG: found Rounded in rounded
//--- x.c
int difference(int x) { return x - 7; }
unsigned quotient(unsigned x) { return x / 8; }
unsigned remainder(unsigned x) { return x % 8; }
int negative(int x) { return x * -1; }
int inverted(int x) { return -1 - x; }
_Bool unequal(int x, int y) { return !(x == y); }
_Bool at_least(int x) { return x >= 8; }
_Bool positive(unsigned x) { return x > 0; }
_Bool sum(int x) { return x + 5 == 9; }
int flag(int x, int y) { return x < y ? 1 : 0; }
int chosen(int x, int y, int z) { return x != y ? z : 0; }
int lesser(int x, int y) { return x < y ? x : y; }
unsigned bit(unsigned x) { return (x & 8) >> 3; }
unsigned masks(unsigned x) { return (x & 60) & 15; }
unsigned rounded(unsigned x) { return (x + 7) & ~7u; }
//--- written.candl
# CHECK-COUNT-14: warning[W0507]
# CHECK-NOT: warning
Constraint Difference
( {r} ~ {x} - {c}
∧ ir_type{c} = literal)
End

Constraint Quotient
( {r} ~ {x} /u {c}
∧ literal{c} = 8)
End

Constraint Remainder
( {r} ~ {x} %u {c}
∧ literal{c} = 8)
End

Constraint Negative
{r} ~ {x} * -1
End

Constraint Inverted
( {r} ~ -{x} - 1
∧ data_type{x} = i32)
End

Constraint Unequal
{r} ~ ~({x} == {y})
End

Constraint AtLeast
( {r} ~ {x} >= {c}
∧ ir_type{c} = literal
∧ data_type{x} = i32)
End

Constraint Positive
{r} ~ {x} >u 0
End

Constraint Sum
( {r} ~ {x} + 5 == 9
∧ data_type{x} = i32)
End

Constraint Flag
( {r} ~ {c} ? 1 : 0
∧ data_type{r} = i32)
End

Constraint Chosen
( {r} ~ {c} ? {z} : 0
∧ {c} ~ {x} != {y})
End

Constraint Lesser
( {r} ~ {x} < {y} ? {x} : {y}
∧ data_type{x} = i32)
End

Constraint Bit
{r} ~ ({x} & 8) >>u 3
End

Constraint Masks
{r} ~ ({x} & 60) & 15
End
//--- instead.candl
Constraint Difference
( {r} ~ {x} + {c}
∧ ir_type{c} = literal)
End

Constraint Quotient
{r} ~ {x} /u 8
End

Constraint Remainder
{r} ~ {x} %u 8
End

Constraint Negative
{r} ~ -{x}
End

Constraint Inverted
{r} ~ ~{x}
End

Constraint Unequal
{r} ~ {x} != {y}
End

Constraint AtLeast
( {r} ~ {x} > {c}
∧ ir_type{c} = literal)
End

Constraint Positive
{r} ~ {x} != 0
End

Constraint Sum
{r} ~ {x} == 4
End

Constraint Flag
{r} ~ zext({c})
End

Constraint Chosen
( {r} ~ {c} ? 0 : {z}
∧ {c} ~ {x} == {y})
End

Constraint Lesser
{r} ~ min({x}, {y})
End

Constraint Bit
{r} ~ ({x} >>u 3) & 1
End

Constraint Masks
{r} ~ {x} & 12
End

# Constants are computed: ~7 is -8.
Constraint Rounded
{r} ~ ({x} + (3 + 4)) & ~7
End
