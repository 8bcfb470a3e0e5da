// A description says at which flags it finds its example. At -O2 this loop is unrolled.
//
// REQUIRES: llvm-19
// RUN: %idiom describe %s:12 > %t.O2 && %FileCheck %s --check-prefix TWO --input-file %t.O2
// TWO: found at -O2.
// TWO-NEXT: Not found at -O1 and -Os.
// RUN: %idiom describe %s:12 -- -Os > %t.Os && %FileCheck %s --check-prefix SIZE --input-file %t.Os
// SIZE: found at -Os{{.*}}.
// SIZE: {s} += {a}[{i}]
// RUN: %idiom describe --own-flags %s:12 -- -Os | %FileCheck %s --check-prefix OWN
// OWN: found at -Os.
int total(const int *a) { int s = 0; for (int i = 0; i < 40; i++) s += a[i]; return s; }
