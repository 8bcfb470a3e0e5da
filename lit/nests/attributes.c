// Attributes that LLVM has inferred stay true with a call in the function: later passes keep earlier stores,
// there and in callers, also for no rows, and see the call's stores.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cat %project/idioms/rewrites/*ByBlas.candl | sed -E 's/when .m.( . .n.)? >s (256|500), /when /; s/when .n. >s 500, /when /' > %t/blas.candl
// RUN: env IDIOM_APPLY=%t/blas.candl %clang -O2 -ffast-math %s -fpass-plugin=%plugin -S -emit-llvm -o %t/with.ll
// RUN: %FileCheck %s --input-file %t/with.ll
// RUN: %opt -passes='default<O3>,function(dse,gvn,dse)' %t/with.ll -S -o %t/again.ll
// RUN: %clang -O2 -DMAIN %s %S/Inputs/cblas.c %t/again.ll -o %t/run
// RUN: %t/run | %FileCheck %s --check-prefix=RAN
// CHECK: call void @cblas_dgemm({{.*}}){{.*}} #[[ONE:[0-9]+]]
// CHECK: attributes #[[ONE]] = {{.*}}memory(argmem: readwrite)
// RAN: n = 0: 7 7 7 7, 0 calls
// RAN-NEXT: n = 1: 2 7 7 7, 1 calls
// RAN-NEXT: n = 2: 7 10 15 22, 2 calls
#ifdef MAIN
#include <stdio.h>
void fill_and_multiply(int n, const double *A, const double *B, double *C);
extern int calls;
int main(void) {
  double A[4] = {1, 2, 3, 4}, B[4] = {1, 2, 3, 4};
  for (int n = 0; n < 3; n++) {
    double one[4], C[4];
    one[0] = 2;
    fill_and_multiply(n, A, n == 1 ? one : B, C);
    printf("n = %d: %g %g %g %g, %d calls\n", n, C[0], C[1], C[2], C[3], calls);
  }
  return 0;
}
#else
static __attribute__((noinline)) void multiply(int n, const double *A, const double *B, double *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += A[i * n + k] * B[k * n + j];
      C[i * n + j] = sum;
    }
}

void fill_and_multiply(int n, const double *A, const double *B, double *C) {
  for (int k = 0; k < 4; k++)
    C[k] = 7;
  multiply(n, A, B, C);
}
#endif
