// IDIOM_LOG=info: one line for each finding, and nothing without it.
//
// RUN: env IDIOM_LOG=info %clang -O2 -ffast-math -g -fpass-plugin=%plugin -c %s -o %t.o 2> %t.said
// RUN: grep -c SqrtOfSquare %t.said | %FileCheck --check-prefix=COUNT %s
// COUNT: {{^}}2{{$}}
// RUN: %FileCheck %s < %t.said
double sqrt(double);
float sqrtf(float);
// CHECK-DAG: {{.*}}SqrtOfSquare{{.*}}log.c:[[#@LINE+1]]
double f(double a) { return sqrt(a * a); }
// CHECK-DAG: {{.*}}SqrtOfSquare{{.*}}log.c:[[#@LINE+1]]
float g(float a) { return sqrtf(a * a); }
