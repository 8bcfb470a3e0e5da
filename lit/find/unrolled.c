// A loop that LLVM has unrolled completely is none any more: a note says where, and where to look. Calls of one function
// on a line, and lines of a macro, are no such copies.
//
// RUN: %idiom find --idiom ScalarReduction %s -- -O2 -ffast-math 2>&1 | %FileCheck %s --implicit-check-not="has unrolled"
// RUN: %idiom find --idiom ScalarReduction --at peephole %s -- -O2 -ffast-math 2>&1 | %FileCheck %s --check-prefix=EARLY --implicit-check-not="has unrolled"

// CHECK: note: {{.*}}unrolled.c: LLVM has unrolled a loop of rows, as it seems: 16 copies of {{.*}}unrolled.c:[[#@LINE+2]]:{{[0-9]+}}; `--at peephole` searches before that
// EARLY: found ScalarReduction in rows
int rows(const unsigned char *a, int n) { int s = 0; for (int i = 0; i < 16; i++) { s += a[0]; a += n; } return s; }

static float twice(const float *a, int i) { return a[i] * 2; }
float calls(const float *a, int i) { return twice(a, i) + twice(a, i + 3) - twice(a, i + 7) + twice(a, i * 2); }

#define TIMES(x) (x) * a[x]
float macros(const float *a) { return TIMES(1) + TIMES(2) + TIMES(3) + TIMES(4) + TIMES(5); }
