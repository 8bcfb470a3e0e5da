// Places without a result, and usage that makes no sense: exit codes and messages.
//
// REQUIRES: llvm-19
// RUN: not %idiom describe %s:99 2>&1 | %FileCheck %s --check-prefix NOTHING
// NOTHING: refused.c:99: no instruction is left of this place
// RUN: not %idiom describe %s --function '^no_such$' 2>&1 | %FileCheck %s --check-prefix NONE
// NONE: no instruction is left of this place in functions that `^no_such$` matches
// RUN: not %idiom describe %s --function '^empty$' 2>&1 | %FileCheck %s --check-prefix EMPTY
// EMPTY: nothing here is stored, returned, carried by a loop or used further on
// RUN: sh -c '%idiom describe %s:99; test $? = 1'
// RUN: sh -c '%idiom describe --exact --loose %s:18; test $? = 2'
// RUN: sh -c '%idiom describe %s:7-3; test $? = 2'
// RUN: sh -c '%idiom describe %t.c:1; test $? = 2'
// RUN: sh -c '%idiom like --idiom For %s:18; test $? = 2'
// RUN: %idiom describe %s:18 | grep 'Constraint Described'

void empty(int n) {}
int kept(int n) { return n * n; }
