// The findings are the same with and without -g.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_SPEC=%inputs/vector_length.candl IDIOM_LOG=info %clang -O2 -ffast-math -fpass-plugin=%plugin -c %inputs/program.c -o %t/without.o 2> %t/without
// RUN: env IDIOM_SPEC=%inputs/vector_length.candl IDIOM_LOG=info %clang -O2 -ffast-math -g -fpass-plugin=%plugin -c %inputs/program.c -o %t/with.o 2> %t/with
// RUN: grep -o -w -e SqrtOfSquare -e VectorLength %t/without > %t/without.names
// RUN: grep -o -w -e SqrtOfSquare -e VectorLength %t/with > %t/with.names
// RUN: diff %t/without.names %t/with.names
// RUN: %FileCheck %s < %t/with.names
// CHECK-DAG: SqrtOfSquare
// CHECK-DAG: VectorLength
