// Warnings about a specification are in the log, once, and fail nothing.
//
// RUN: printf '%%s\n' 'Constraint Sums' 'opcode{x} = add for i=2' 'End' > %t.candl
// RUN: env IDIOM_SPEC=%t.candl IDIOM_LOG=warn %clang -O2 -fpass-plugin=%plugin -c %s -o %t.o 2> %t.said
// RUN: %FileCheck --implicit-check-not=W0313 %s < %t.said
// CHECK: warning[W0313]: the index `i` is never used
// CHECK-NEXT: .candl:2:21
//
// RUN: env IDIOM_SPEC=%t.candl %clang -O2 -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2> %t.quiet
// RUN: %FileCheck --check-prefix=QUIET --implicit-check-not=W0313 %s < %t.quiet
// QUIET: remark: found Sums
int f(int a, int b) { return a + b; }
int g(int a, int b) { return a + 2 * b; }
