// Each rewrite and each refusal is a remark with its source line; asked for nothing, the plugin says nothing.
//
// RUN: %clang -O2 -fno-math-errno -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom -c %s -o %t.o 2>&1 | %FileCheck %s
//
// RUN: %clang -O2 -fno-math-errno -fpass-plugin=%plugin -c %s -o %t.o 2> %t.said
// RUN: diff %t.said /dev/null
double sqrt(double);

// CHECK: remarks.c:[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}SqrtOfSquare{{.*}}[-Rpass-missed=idiom]
double without_flags(double a) { return sqrt(a * a); }

#pragma clang fp reassociate(on)
double with_flags(double a) {
#pragma clang fp reassociate(on) contract(fast)
  return sqrt(a * a);
}
