// The same input gives the same report and the same code, byte for byte, whatever the addresses and hash seeds of a run.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %python %inputs/same_every_time.py %clang %plugin %inputs/program.c %inputs/vector_length.candl %t | %FileCheck %s
// CHECK: 6 runs, the same report of {{[1-9][0-9]*}} findings and the same IR
