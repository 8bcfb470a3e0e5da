// The alternative that came furthest is shown, without the unnamed values of its pattern.
//
// RUN: %idiom find --explain --idiom MatrixProduct %s -- -O2 -g > %t.text 2>&1
// RUN: %FileCheck %s < %t.text
// CHECK: found MatrixProduct in whole
// CHECK: no MatrixProduct in product: {{[2-9][0-9]}} of {{[0-9]+}} hold
// CHECK: in `{C}[{i}, {j}] += {A}[{i}, {k}] * {B}[{k}, {j}]` at
// CHECK-NOT: {{`C[.][0-9]}}
// CHECK: with
// CHECK-NOT: {{^ *[0-9]+ =}}

void product(int n, double *restrict A, double *restrict B, double *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        C[i * n + j] += A[i * n + k] * B[k * n + j];
        if (C[i * n + j] > 1e9)
          return;
      }
}

void whole(int n, double *restrict A, double *restrict B, double *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}
