// A function that only stores to an array, as LLVM has inferred for it and its callers, may read what a call has
// left there: later passes do not take the sums away, there and in callers.
//
// RUN: rm -rf %t && mkdir %t
// RUN: sed -E 's/when .m. . .n. >s 256, /when /' %project/idioms/rewrites/GemmByBlas.candl > %t/blas.candl
// RUN: %clang -O2 -ffast-math %s -S -emit-llvm -o - | %FileCheck %s --check-prefix=INFERRED
// RUN: env IDIOM_APPLY=%t/blas.candl %clang -O2 -ffast-math %s -fpass-plugin=%plugin -S -emit-llvm -o %t/with.ll
// RUN: %FileCheck %s --input-file %t/with.ll --implicit-check-not='noundef writeonly'
// RUN: %opt -passes='default<O3>,function(dse,gvn,dse)' %t/with.ll -S -o %t/again.ll
// RUN: %clang -O2 -DMAIN %s %S/Inputs/cblas.c %t/again.ll -o %t/run
// RUN: %t/run | %FileCheck %s --check-prefix=RAN
// INFERRED: define {{.*}}@outer({{.*}}noundef writeonly
// CHECK: call void @cblas_dgemm(
// RAN: n = 1: 3 -7 -7 -7, 1 calls
// RAN-NEXT: n = 2: 8 11 16 23, 2 calls
#ifdef MAIN
#include <stdio.h>
void outer(int n, const double *A, const double *B, double *C);
extern int calls;
int main(void) {
  double A[4] = {1, 2, 3, 4}, B[4] = {1, 2, 3, 4};
  for (int n = 1; n < 3; n++) {
    double one[4], C[4] = {-7, -7, -7, -7};
    one[0] = 2;
    outer(n, A, n == 1 ? one : B, C);
    printf("n = %d: %g %g %g %g, %d calls\n", n, C[0], C[1], C[2], C[3], calls);
  }
  return 0;
}
#else
static __attribute__((noinline)) void multiply(int n, const double *A, const double *B, double *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 1;
      for (int k = 0; k < n; k++)
        sum += A[i * n + k] * B[k * n + j];
      C[i * n + j] = sum > 0 ? sum : 0;
    }
}

void outer(int n, const double *A, const double *B, double *C) { multiply(n, A, B, C); }
#endif
