// A directory for reports that cannot be made is an error, reported once, also when there is a finding.
//
// RUN: rm -rf %t && touch %t
// RUN: not env IDIOM_REPORT=%t %clang -O2 -ffast-math -fpass-plugin=%plugin -c %s -o %t.o 2> %t.said
// RUN: %FileCheck --implicit-check-not=idiom: %s < %t.said
// CHECK: error: idiom: cannot make the directory {{.*}}: File exists
double sqrt(double);
double f(double a) { return sqrt(a * a); }
