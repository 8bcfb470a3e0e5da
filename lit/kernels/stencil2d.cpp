// A value of four neighbours in two dimensions, and code that has other ones.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: Stencil2D
void fixed_rows(int n, double (*b)[100], double (*a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
}
// idiom: Stencil2D
void linear(int n, int m, double *b, const double *a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
}
// idiom: Stencil2D
void restricted(size_t n, size_t m, float *__restrict b, const float *__restrict a) {
  for (size_t i = 1; i < n - 1; i++)
    for (size_t j = 1; j < m - 1; j++)
      b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1] - 4 * a[i * m + j];
}
double from[200][300], to[200][300];
// idiom: Stencil2D
void globals(void) {
  for (int i = 1; i < 199; i++)
    for (int j = 1; j < 299; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}
// idiom: Stencil2D
void columns_outside(int n, double (*b)[64], double (*a)[64]) {
  for (int j = 1; j < 63; j++)
    for (int i = 1; i < n - 1; i++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}
// idiom: Stencil2D
void shifted(int n, double (*b)[128], double (*a)[128]) {
  for (int i = 0; i < n - 2; i++)
    for (int j = 0; j < 126; j++)
      b[i + 1][j + 1] = (a[i][j + 1] + a[i + 2][j + 1] + a[i + 1][j] + a[i + 1][j + 2]) / 4;
}
// idiom: Stencil2D
void of_vectors(int n, int m, std::vector<double> &b, const std::vector<double> &a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
}
struct Grid { int n, m; double *at; };
// idiom: Stencil2D
void of_structs(struct Grid *__restrict b, const struct Grid *__restrict a) {
  int n = a->n, m = a->m;
  double *to = b->at;
  const double *from = a->at;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      to[i * m + j] = from[(i - 1) * m + j] + from[(i + 1) * m + j] + from[i * m + j - 1] + from[i * m + j + 1];
}
// no idiom: Stencil2D
void in_place(int n, double (*a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
}
// idiom: Stencil2D
void integers(unsigned n, int (*b)[256], int (*a)[256]) {
  unsigned i = 1;
  while (i < n - 1) {
    for (unsigned j = 1; j < 255; j++)
      b[i][j] = a[i + 1][j] + a[i - 1][j] + a[i][j + 1] + a[i][j - 1] - 4 * a[i][j];
    i++;
  }
}

// no idiom: Stencil2D
void one_dimension(int n, double (*b)[100], double (*a)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 2; j < 98; j++)
      b[i][j] = a[i][j - 2] + a[i][j - 1] + a[i][j + 1] + a[i][j + 2];
}
// no idiom: Stencil2D
void corners(int n, double (*b)[100], double (*a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 99; j++)
      b[i][j] = a[i - 1][j - 1] + a[i + 1][j + 1] + a[i - 1][j + 1] + a[i + 1][j - 1];
}
// no idiom: Stencil2D
void of_two_arrays(int n, double (*b)[100], double (*a)[100], double (*c)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 99; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + c[i][j - 1] + c[i][j + 1];
}
// idiom: Stencil2D
void by_rows(int n, double **b, double **a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}
// no idiom: Stencil2D
void of_three_by_rows(int n, double **b, double **a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = a[i - 1][j] + a[i][j - 1] + a[i][j + 1];
}
// no idiom: Stencil2D
void of_a_far_row(int n, double **b, double **a) {
  for (int i = 5; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = a[i - 5][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}
// no idiom: Stencil2D
void of_one_row(int n, double **b, double **a) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = a[i][j] + a[i][j - 1] + a[i][j + 1];
}
// no idiom: Stencil2D
void propagated(int n, double (*__restrict b)[100], double (*__restrict a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 99; j++) {
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
      a[i][j + 1] = b[i][j];
    }
}
// no idiom: Stencil2D
void taken_up(int n, double (*__restrict b)[100], const double (*__restrict a)[100]) {
  double c = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 99; j++) {
      c = c * a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
      b[i][j] = 2 * c;
    }
}
// no idiom: Stencil2D
void by_blocks(const float *__restrict a, float *__restrict o, int n) {
  for (int i = 1; i < n - 1; i += 3)
    for (int j = 1; j < n - 1; j += 3)
      o[i * n + j] = a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1];
}
