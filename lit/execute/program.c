// A program prints the same with and without the plugin, and with it fewer roots are computed.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O2 -ffast-math %inputs/program.c -o %t/without -lm
// RUN: %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass=idiom %inputs/program.c -o %t/with -lm 2> %t/said
// RUN: %t/without > %t/expected
// RUN: %t/with > %t/answer
// RUN: diff %t/expected %t/answer
// RUN: %FileCheck %s < %t/said
// CHECK: program.c:{{.*}}SqrtOfSquare
