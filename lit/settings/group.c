// The name of a group stands for its idioms, in plugin and command; a specification of that name hides it.
//
// RUN: rm -rf %t && mkdir -p %t
// RUN: env IDIOM_IDIOMS=perf,Square %clang -O2 -gline-tables-only -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t/x.o 2>&1 | %FileCheck %s
// CHECK-DAG: [[#@LINE+8]]:{{[0-9]+}}: remark: found PromotedFloat
// CHECK-DAG: [[#@LINE+10]]:{{[0-9]+}}: remark: found Square
// RUN: echo 'Constraint perf {r} ~ {x} + {y} End' > %t/own.candl
// RUN: %idiom find --spec %t/own.candl --idiom perf %s -- -O2 2>&1 | %FileCheck --check-prefix=OWN --implicit-check-not=PromotedFloat %s
// OWN: found perf in dampen

void dampen(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.1;
}
int area(int a) {
  return a * a;
}
