// A sparse matrix stored by jagged diagonals, times a vector, and code that nearly is it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: JaggedMatrixVector
void jds(int diagonals, double *__restrict y, const double *v, const int *c, const int *start, const double *x) {
  for (int d = 0; d < diagonals; d++)
    for (int i = 0; i < start[d + 1] - start[d]; i++)
      y[i] += v[start[d] + i] * x[c[start[d] + i]];
}
// idiom: JaggedMatrixVector
void permuted(int diagonals, double *__restrict y, const int *rows, const double *v, const int *c, const int *start,
              const int *length, const double *x) {
  for (int d = 0; d < diagonals; d++)
    for (int i = 0; i < length[d]; i++)
      y[rows[i]] += v[start[d] + i] * x[c[start[d] + i]];
}
// idiom: JaggedMatrixVector
void of_longs(long diagonals, float *__restrict y, const float *v, const long *c, const long *start, const long *length,
              const float *x) {
  for (long d = 0; d < diagonals; d++) {
    long s = start[d];
    for (long i = 0; i < length[d]; i++)
      y[i] += v[s + i] * x[c[s + i]];
  }
}
// no idiom: JaggedMatrixVector
void csr(int n, double *__restrict y, const double *v, const int *c, const int *start, const double *x) {
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      y[i] += v[k] * x[c[k]];
}
// no idiom: JaggedMatrixVector
void ellpack(int n, int width, double *__restrict y, const double *v, const int *c, const double *x) {
  for (int k = 0; k < width; k++)
    for (int i = 0; i < n; i++)
      y[i] += v[k * n + i] * x[c[k * n + i]];
}
