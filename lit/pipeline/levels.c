// Every level and every kind of compilation: it compiles, and every possible rewrite is made. At -O0 LLVM
// leaves functions alone (optnone), and so do we; findings are still reported.
//
// RUN: %clang -O1 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %clang -O3 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %clang -Os -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %clang -Oz -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %clang -O2 -flto -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %clang -O2 -flto=thin -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// CHECK: levels.c:[[#@LINE+11]]:{{[0-9]+}}: remark: {{.*}}[-Rpass=idiom]
//
// RUN: %clang -O0 -ffast-math -S -emit-llvm %s -o %t.alone.ll
// RUN: %clang -O0 -ffast-math -fpass-plugin=%plugin -S -emit-llvm %s -o %t.O0.ll
// RUN: diff %t.alone.ll %t.O0.ll
//
// RUN: env IDIOM_SPEC=%inputs/vector_length.candl %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass-analysis=idiom -c %inputs/program.c -o %t.o 2>&1 | grep -c VectorLength | %FileCheck --check-prefix=ONCE %s
// RUN: env IDIOM_SPEC=%inputs/vector_length.candl %clang -O2 -flto -ffast-math -fpass-plugin=%plugin -Rpass-analysis=idiom -c %inputs/program.c -o %t.o 2>&1 | grep -c VectorLength | %FileCheck --check-prefix=ONCE %s
// RUN: env IDIOM_SPEC=%inputs/vector_length.candl %clang -O2 -flto=thin -ffast-math -fpass-plugin=%plugin -Rpass-analysis=idiom -c %inputs/program.c -o %t.o 2>&1 | grep -c VectorLength | %FileCheck --check-prefix=ONCE %s
// ONCE: {{^}}1{{$}}
double sqrt(double);
double f(double a) { return sqrt(a * a); }
