// A stencil over a grid of three dimensions, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: Stencil3D
void heat(int n, double (*__restrict b)[40][50], double (*a)[40][50]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 39; j++)
      for (int k = 1; k < 49; k++)
        b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1] - 6 * a[i][j][k];
}
// idiom: Stencil3D
void of_globals_like(int n, float (*__restrict b)[32][32], float (*a)[32][32], float c) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 31; j++)
      for (int k = 1; k < 31; k++)
        b[i][j][k] = c * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]);
}
// idiom: Stencil3D
void integers(int n, int (*__restrict b)[16][64], int (*a)[16][64]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 15; j++)
      for (int k = 1; k < 63; k++)
        b[i][j][k] = (a[i][j][k - 1] ^ a[i][j][k + 1]) + (a[i - 1][j][k] ^ a[i + 1][j][k]) + (a[i][j - 1][k] ^ a[i][j + 1][k]);
}
// no idiom: Stencil3D
void in_a_plane(int n, double (*__restrict b)[40][50], double (*a)[40][50]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 39; j++)
      for (int k = 1; k < 49; k++)
        b[i][j][k] = a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1];
}
// no idiom: Stencil3D
void one_missing(int n, double (*__restrict b)[40][50], double (*a)[40][50]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 39; j++)
      for (int k = 1; k < 49; k++)
        b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1];
}
