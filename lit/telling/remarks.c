// What looks like the idiom and may not be rewritten is a missed remark with its source line and its reason; asked for
// nothing, the plugin says nothing.
//
// RUN: %clang -O2 -fno-math-errno -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom -c %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=remark: %s
//
// RUN: %clang -O2 -fno-math-errno -fpass-plugin=%plugin -c %s -o %t.o 2> %t.said
// RUN: diff %t.said /dev/null
double sqrt(double);

// CHECK: remarks.c:[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}SqrtOfSquare{{.*}}reassoc{{.*}}[-Rpass-missed=idiom]
double without_flags(double a) { return sqrt(a * a); }
