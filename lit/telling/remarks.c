// A near miss of a rewrite is a missed remark with its source line and its reason; without options, the
// plugin prints nothing.
//
// RUN: %clang -O2 -fno-math-errno -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom -c %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=remark: %s
//
// RUN: %clang -O2 -fno-math-errno -fpass-plugin=%plugin -c %s -o %t.o 2> %t.said
// RUN: diff %t.said /dev/null
double sqrt(double);

// CHECK: remarks.c:[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}SqrtOfSquare{{.*}}reassoc{{.*}}[-Rpass-missed=idiom]
double without_flags(double a) { return sqrt(a * a); }
