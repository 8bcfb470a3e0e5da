// Every rewrite is reported once, with its line, whether the line comes from -g or from the remarks.
//
// RUN: %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=remark: %s
// RUN: %clang -O2 -g -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=remark: %s
// RUN: %clang -O2 -ffast-math -fpass-plugin=%plugin -c %s -o %t.o 2> %t.said
// RUN: diff %t.said /dev/null
double sqrt(double);
float sqrtf(float);

// CHECK: fast-remarks.c:[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}SqrtOfSquare{{.*}}[-Rpass=idiom]
double f(double a) { return sqrt(a * a); }

// CHECK: fast-remarks.c:[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}SqrtOfSquare{{.*}}[-Rpass=idiom]
float g(float a) { return 3 * sqrtf(a * a); }
