// -fsave-optimization-record: the same findings as YAML, with the facts as keys that tools can read.
//
// RUN: %clang -O2 -ffast-math -fpass-plugin=%plugin -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: %FileCheck %s < %t.yaml
double sqrt(double);
double f(double a) { return sqrt(a * a); }
// CHECK: --- !Passed
// CHECK-NEXT: Pass: {{ *}}idiom
// CHECK-NEXT: Name: {{ *}}IdiomRewritten
// CHECK-NEXT: DebugLoc: {{.*}}record.c
// CHECK: Line: [[#@LINE-5]]
// CHECK: Function: {{ *}}f
// CHECK-NEXT: Args:
// CHECK: SqrtOfSquare
