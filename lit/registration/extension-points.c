// Where the passes run: rewrites early by default, before clang folds the plain forms itself; IDIOM_EP moves them. A
// name that does not exist is an error that lists those that do.
//
// RUN: %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: env IDIOM_EP=pipeline-early-simplification %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
// CHECK: extension-points.c:[[#@LINE+8]]:{{[0-9]+}}: remark: {{.*}}[-Rpass=idiom]
// RUN: not env IDIOM_EP=nowhere %clang -O2 -ffast-math -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=BAD %s
// BAD: error: {{.*}}IDIOM_EP{{.*}}nowhere
// RUN: not env IDIOM_EP=nowhere %clang -O2 -ffast-math -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | grep -o -e pipeline-early-simplification -e vectorizer-start -e optimizer-last | sort -u | %FileCheck --check-prefix=LIST %s
// LIST: optimizer-last
// LIST-NEXT: pipeline-early-simplification
// LIST-NEXT: vectorizer-start
double sqrt(double);
double f(double a) { return sqrt(a * a); }
