// One finding is one remark, one log line and one entry of a report, also where detection and a rewriting pass meet it at
// different places of the pipeline.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_REPORT=%t/reports %clang -O2 -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom -Rpass-analysis=idiom -c %s -o %t/x.o 2> %t/said
// RUN: %FileCheck --implicit-check-not=remark: %s < %t/said
// RUN: cat %t/reports/*.json | %FileCheck --check-prefix=REPORT --implicit-check-not=fingerprint %s
// RUN: env IDIOM_LOG=info %clang -O2 -gline-tables-only -fpass-plugin=%plugin -c %s -o %t/x.o 2> %t/logged
// RUN: %FileCheck --check-prefix=LOG --implicit-check-not=info: %s < %t/logged
// Without lines too, where the two see other instructions: a shift here, a product there.
// RUN: env IDIOM_REPORT=%t/without %clang -O2 -fpass-plugin=%plugin -c %s -o %t/x.o
// RUN: cat %t/without/*.json | %FileCheck --check-prefix=REPORT --implicit-check-not=fingerprint %s
int h(int a) { return a * 100 + 100; }
unsigned shifted(unsigned a, unsigned b, unsigned *p) {
  p[0] = a * b;
  p[1] = a << 3;
  return a * b + (a << 3);
}
// CHECK: one-finding.c:[[#@LINE-6]]:31: remark: did not rewrite ComplexFactorisation: no fewer
// CHECK: one-finding.c:[[#@LINE-3]]:{{[0-9]+}}: remark: did not rewrite ComplexFactorisation
// LOG: idiom: info: did not rewrite ComplexFactorisation in h
// LOG: idiom: info: did not rewrite ComplexFactorisation in shifted
// REPORT: fingerprint
// REPORT: fingerprint
