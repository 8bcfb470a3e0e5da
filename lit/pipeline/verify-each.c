// The verifier after every pass of the whole pipeline, with the plugin rewriting.
//
// RUN: %clang -O3 -ffast-math -g -S -emit-llvm -Xclang -disable-llvm-passes %inputs/program.c -o %t.ll
// RUN: %opt -load-pass-plugin=%plugin -passes='default<O3>' -verify-each -pass-remarks=idiom -disable-output %t.ll 2>&1 | %FileCheck %s
// CHECK: program.c:{{[0-9]+}}:{{[0-9]+}}: {{.*}}SqrtOfSquare
