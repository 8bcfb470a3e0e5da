// Loops compute the same with and without BLAS calls in their places, for all sizes, strides and overlaps.
// Numbers are small integers, whose sums are exact in any order. Calls are made for few numbers, too.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cat %project/idioms/rewrites/*ByBlas.candl | sed -E 's/when .m.( . .n.)? >s (256|500), /when /; s/when .n. >s 500, /when /' > %t/blas.candl
// RUN: env IDIOM_APPLY=%t/blas.candl %clang -O2 -ffast-math -DT=double "-DNAME(x)=with_##x" %S/Inputs/kernels.c -c -o %t/with.o -fpass-plugin=%plugin
// RUN: %clang -O1 -DT=double "-DNAME(x)=plain_##x" %S/Inputs/kernels.c -c -o %t/plain.o
// RUN: %clang -O1 -DT=double -I%S/Inputs %s %S/Inputs/cblas.c %t/with.o %t/plain.o -o %t/run
// RUN: %t/run | %FileCheck %s "-DDOWN=%if llvm-17 || llvm-18 %{not called%} %else %{called%}"
// RUN: env IDIOM_APPLY=%t/blas.candl %clang -O2 -ffast-math -DT=float "-DNAME(x)=with_##x" %S/Inputs/kernels.c -c -o %t/float-with.o -fpass-plugin=%plugin
// RUN: %clang -O1 -DT=float "-DNAME(x)=plain_##x" %S/Inputs/kernels.c -c -o %t/float-plain.o
// RUN: %clang -O1 -DT=float -I%S/Inputs %s %S/Inputs/cblas.c %t/float-with.o %t/float-plain.o -o %t/float-run
// RUN: %t/float-run | %FileCheck %s "-DDOWN=%if llvm-17 || llvm-18 %{not called%} %else %{called%}"
// LLVM 17 and 18 cut the offset of dot_down to 32 bits, and nothing says that none are lost.
// CHECK: flat_int: 0 wrong, called
// CHECK-NEXT: flat_size: 0 wrong, called
// CHECK-NEXT: flat_unsigned: 0 wrong, called
// CHECK-NEXT: strided: 0 wrong, called
// CHECK-NEXT: transposed_a: 0 wrong, called
// CHECK-NEXT: transposed_b: 0 wrong, called
// CHECK-NEXT: both_transposed: 0 wrong, called
// CHECK-NEXT: added: 0 wrong, called
// CHECK-NEXT: interchanged: 0 wrong, called
// CHECK-NEXT: downward: 0 wrong, called
// CHECK-NEXT: dot: 0 wrong, called
// CHECK-NEXT: dot_strided: 0 wrong, called
// CHECK-NEXT: dot_onto: 0 wrong, called
// CHECK-NEXT: square: 0 wrong, called
// CHECK-NEXT: axpy: 0 wrong, called
// CHECK-NEXT: scal: 0 wrong, called
// CHECK-NEXT: gemv: 0 wrong, called
// CHECK-NEXT: gemv_added: 0 wrong, called
// CHECK-NEXT: gemv_columns: 0 wrong, called
// CHECK-NEXT: row_by_row: 0 wrong, called
// CHECK-NEXT: gemv_down: 0 wrong, called
// CHECK-NEXT: dot_down: 0 wrong, [[DOWN]]{{$}}
// CHECK-NEXT: dot_backward: 0 wrong, called
// CHECK-NEXT: dot_mixed: 0 wrong, not called
// CHECK-NEXT: axpy_down: 0 wrong, called
// CHECK-NEXT: axpy_pointers: 0 wrong, called
// CHECK-NEXT: axpy_backward: 0 wrong, called
// CHECK-NEXT: axpy_mixed: 0 wrong, not called
// CHECK-NEXT: axpy_from: 0 wrong, called
// CHECK-NEXT: axpy_to: 0 wrong, called
// CHECK-NEXT: scal_down: 0 wrong, called
// CHECK-NEXT: added_behind: 0 wrong, called
// CHECK-NEXT: gemv_behind: 0 wrong, called
// CHECK-NEXT: five_behind: 0 wrong, called
// CHECK-NEXT: some_behind: 0 wrong, not called
// CHECK-NEXT: gemv_some_behind: 0 wrong, not called
// CHECK-NOT: wrong
#include "kernels.h"
#include <stdio.h>

#ifdef OPENBLAS
static int calls;
#else
extern int calls;
#endif
#define DECLARE(name)                                                                                                  \
  void with_##name(ARGUMENTS);                                                                                         \
  void plain_##name(ARGUMENTS);
KERNELS(DECLARE)

typedef void Kernel(ARGUMENTS);
enum { SIZE = 6000 };
static const T MOST = sizeof(T) == 4 ? 1 << 20 : 1ull << 49;
static T one[SIZE], other[SIZE];
static unsigned seed = 1;

static int random_below(int n) {
  seed = seed * 1103515245 + 12345;
  return (int)(seed >> 16) % n;
}

// Where A, B and C begin: apart, or so that two of them overlap. Then sizes are small, so that numbers stay exact.
static const int places[][3] = {{0, 2000, 4000}, {0, 2000, 30}, {0, 2000, 2003}, {0, 0, 4000}, {0, 2000, 0}};
static const int sizes[] = {0, 1, 2, 3, 5, -1, 7, 16, 33};

static void run(const char *name, Kernel *with, Kernel *plain) {
  int before = calls, wrong = 0;
  for (int round = 0; round < 500; ++round) {
    const int *at = places[round % 2 ? 0 : random_below(5)];
    int kinds = round % 2 ? 9 : 6;
    int m = sizes[random_below(kinds)], n = sizes[random_below(kinds)], l = sizes[random_below(kinds)];
    int ld[3];
    for (int k = 0; k < 3; ++k)
      ld[k] = random_below(3) ? 33 + random_below(8) : random_below(34);
    for (int k = 0; k < SIZE; ++k)
      one[k] = other[k] = random_below(9) - 4;
    T s = random_below(9) - 4, t = s;
    plain(m, n, l, ld[0], ld[1], ld[2], one + at[0], one + at[1], one + at[2], &s);
    with(m, n, l, ld[0], ld[1], ld[2], other + at[0], other + at[1], other + at[2], &t);
    int same = s == t, exact = -MOST < s && s < MOST;
    // Zeros may differ in their sign: -ffast-math says so. Where numbers have grown too large, another order rounds otherwise.
    for (int k = 0; k < SIZE; ++k) {
      same &= one[k] == other[k];
      exact &= -MOST < one[k] && one[k] < MOST;
    }
    wrong += exact && !same;
  }
  printf("%s: %d wrong, %s\n", name, wrong, calls > before ? "called" : "not called");
}

int main(void) {
#define RUN(name) run(#name, with_##name, plain_##name);
  KERNELS(RUN)
  return 0;
}
