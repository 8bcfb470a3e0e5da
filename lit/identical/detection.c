// A plugin that only detects changes nothing: objects, text and bitcode are byte for byte what they are without it.
// (At -O0 the two factors are two loads, and there is no square to be found.)
//
// RUN: rm -rf %t && mkdir %t
// RUN: %python %inputs/identical.py %clang %plugin %t %inputs/program.c %inputs/plain.c %inputs/odd.cpp %inputs/odd.ll %inputs/memory.c %project/test-ir/normalise/accesses.c | %FileCheck %s
// CHECK: 180 outputs identical, something found in 78
