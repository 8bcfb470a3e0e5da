// A source that is compiled twice with other flags has two reports; the same command writes the same one
// again, also if clang gives its object a temporary name.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env IDIOM_REPORT=reports %clang -O1 -fpass-plugin=%plugin -c %s -o x.o
// RUN: env IDIOM_REPORT=reports %clang -O2 -fpass-plugin=%plugin -c %s -o x.o
// RUN: env IDIOM_REPORT=reports %clang -O2 -fpass-plugin=%plugin -c %s -o y.o
// RUN: env IDIOM_REPORT=reports %clang -O2 -fpass-plugin=%plugin -c %s -o y.o
// RUN: ls reports | wc -l | %FileCheck %s
// CHECK: {{^ *3$}}
// RUN: env IDIOM_REPORT=linked %clang -O2 -fpass-plugin=%plugin %s -o program
// RUN: env IDIOM_REPORT=linked %clang -O2 -fpass-plugin=%plugin %s -o program
// RUN: ls linked | wc -l | %FileCheck --check-prefix=ONE %s
// ONE: {{^ *1$}}
int main(void) { return 0; }
