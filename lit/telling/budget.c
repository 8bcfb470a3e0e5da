// A search that runs out of steps says so, as a remark of its own; with a sufficient budget it does not.
//
// RUN: env IDIOM_SPEC=%inputs/vector_length.candl IDIOM_IDIOMS=VectorLength IDIOM_BUDGET=1 %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: env IDIOM_SPEC=%inputs/vector_length.candl IDIOM_IDIOMS=VectorLength IDIOM_BUDGET=1000 %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=ENOUGH --implicit-check-not="gave up" %s
// CHECK: remark: gave up on VectorLength{{.*}}budget of 1 step{{.*}}[-Rpass-analysis=idiom]
// ENOUGH: remark: found VectorLength{{.*}}[-Rpass-analysis=idiom]
double sqrt(double);
double f(double a, double b) { return sqrt(a * a + b * b); }
