// A search that runs out of steps says so, as a remark of its own; with steps enough it does not.
//
// RUN: env IDIOM_BUDGET=1 IDIOM_IDIOMS=SqrtOfSquare %clang -O2 -fno-math-errno -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: env IDIOM_BUDGET=1000000 IDIOM_IDIOMS=SqrtOfSquare %clang -O2 -fno-math-errno -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=ENOUGH --implicit-check-not="gave up" %s
// CHECK: remark: gave up on SqrtOfSquare{{.*}}budget of 1 steps{{.*}}[-Rpass-analysis=idiom]
// ENOUGH: remark: found SqrtOfSquare
double sqrt(double);
double f(double a) { return sqrt(a * a); }
