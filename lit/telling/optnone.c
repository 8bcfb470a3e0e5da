// Functions that are not optimised are mentioned, once; the report names them.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_REPORT=%t/reports IDIOM_LOG=info %clang -O0 -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t/x.o 2> %t/said
// RUN: %FileCheck --implicit-check-not=optnone %s < %t/said
// RUN: cat %t/reports/*.json | %FileCheck --check-prefix=REPORT %s
// RUN: %clang -O2 -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t/x.o 2> %t/said
// RUN: %FileCheck --check-prefix=OPTIMISED --allow-empty --implicit-check-not=optnone %s < %t/said
// CHECK-DAG: idiom: info: f is `optnone`
// CHECK-DAG: remark: f is `optnone`
// REPORT: "functions": 2,
// REPORT-NEXT: "optnone": [
// REPORT-NEXT: "f",
// REPORT-NEXT: "g"
// OPTIMISED-NOT: optnone
int f(int a) { return a; }
int g(int a) { return a; }
