// A stencil over the grid that it reads, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: StencilInPlace2D
void seidel(int n, double (*a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 99; j++)
      a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j]) / 4;
}
// idiom: StencilInPlace2D
void linear(int n, int m, float *a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = 0.25f * (a[(i - 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i + 1) * m + j]);
}
// idiom: StencilInPlace2D
void with_centre(int n, double (*a)[64]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 63; j++)
      a[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j]);
}
// no idiom: StencilInPlace2D
void jacobi(int n, double (*__restrict b)[100], double (*a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 99; j++)
      b[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j]) / 4;
}
// no idiom: StencilInPlace2D
void rows_only(int n, double (*a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 99; j++)
      a[i][j] = (a[i][j - 1] + a[i][j + 1]) / 2;
}
