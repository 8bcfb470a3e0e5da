// A symmetric description has one finding where it orders the values that can be exchanged.
//
// RUN: %idiom find --spec %S/Inputs/symmetric.candl %s -- -O2 | %FileCheck %s --implicit-check-not="found Four"
// CHECK: found Four in four
int four(const int *a, const int *b) { return a[0] + a[1] + b[0] + b[1]; }
// CHECK: found Four in four_of_one
int four_of_one(const int *a) { return a[0] + a[2] + (a[1] + a[3]); }
int three(const int *a) { return a[0] + a[2] + a[1]; }
