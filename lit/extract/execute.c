// Loops as functions of their own: parameters named and ordered as the variables, and an unchanged program.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O2 -g -ffast-math -fno-vectorize -fno-unroll-loops %s -S -emit-llvm -o %t/before.ll
// RUN: %clang -O1 %t/before.ll -o %t/before && %t/before > %t/expected
// RUN: %idiom extract --idiom MatrixProduct %t/before.ll -o %t/product.ll
// RUN: %idiom extract --idiom DotProduct --function '^dot$' --name kernel %t/product.ll -o %t/after.ll
// RUN: %FileCheck %s --input-file %t/after.ll
// RUN: %opt -passes=verify -disable-output %t/after.ll
// RUN: %clang -O1 %t/after.ll -o %t/after && %t/after > %t/found
// RUN: diff %t/expected %t/found && grep -q '^dot 49: [1-9]' %t/found
//
// On LLVM 16 the count is widened twice.
// CHECK-DAG: call void @multiply_MatrixProduct(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 %{{.*}})
// CHECK-DAG: define void @multiply_MatrixProduct(ptr %C, ptr %A, ptr %B, i64 %{{[0-9a-z.]+}}{{(, i64 %[0-9]+)?}})
// CHECK-DAG: call void @kernel(
// CHECK-DAG: define void @kernel(ptr %s.next.out, ptr %A, ptr %B, i64 %{{[0-9a-z.]+}})
#include <stdio.h>

__attribute__((noinline)) void multiply(int n, const double *A, const double *B, double *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += A[i * n + k] * B[k * n + j];
      C[i * n + j] = sum;
    }
}

__attribute__((noinline)) double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

int main(void) {
  static double A[49], B[49], C[49];
  for (int k = 0; k < 49; k++) {
    A[k] = k % 5 - 2;
    B[k] = k % 3;
  }
  for (int n = -1; n <= 7; n++) {
    multiply(n, A, B, C);
    for (int k = 0; k < 49; k++)
      printf("%g ", C[k]);
    printf("\ndot %d: %g\n", n * n, dot(n * n, A, B) + dot(n * n, B, B));
  }
  return 0;
}
