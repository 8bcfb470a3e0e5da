// One array has one spelling in a line, and a variable that is two values has the same numbers in every line.
//
// RUN: %idiom find --group arrays --group algebra --group reductions %s -- -O2 -ffast-math -g > %t
// RUN: %FileCheck %s < %t
// RUN: not grep -E 'a\.2|\(C\[n|n - n\.2' %t

// What is added to is written as what is stored.
// CHECK: found ScaledMatrixProduct in product: C[i][j] = (C[i][j] * be) + al * A[i][k] * B[k][j], 3 loops
void product(int n, double al, double be, const double *restrict A, const double *restrict B, double *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++) s += A[i * n + k] * B[k * n + j];
      C[i * n + j] = be * C[i * n + j] + al * s;
    }
}

// What is left of the parameter is `n`, and what it was in front of the loop `n.2`, or nameless in LLVM 22.
// CHECK16-DAG: found DotProduct in dot: s += x[n.2 - n] * y[n.2 - n]
// CHECK16-DAG: found ScalarReduction in dot: s = y[n.2 - n] * x[n.2 - n] + s
// CHECK19-DAG: found DotProduct in dot: s += x[n.2 - n] * y[n.2 - n]
// CHECK19-DAG: found ScalarReduction in dot: s = y[n.2 - n] * x[n.2 - n] + s
// CHECK22-DAG: found DotProduct in dot: s += x[… - n] * y[… - n]
// CHECK22-DAG: found ScalarReduction in dot: s = y[… - n] * x[… - n] + s
double dot(int n, const double *x, const double *y) {
  double s = 0;
  while (n--) s += *x++ * *y++;
  return s;
}

// A pointer is no subscript.
// CHECK-DAG: found ArraySum in sum: s += a[i]
double sum(const double *a, const double *e) {
  double s = 0;
  while (a != e) s += *a++;
  return s;
}
