// A plugin that only detects changes nothing: objects, text and bitcode are byte for byte what they are without it.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %python %inputs/identical.py %clang %plugin %t %inputs/program.c %inputs/plain.c | %FileCheck %s
// CHECK: 60 outputs identical, something found in 30
