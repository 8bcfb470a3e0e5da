// A sparse matrix by coordinates times a vector, and code that nearly is that.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: CoordinateMatrixVector
void coo(int n, double *__restrict y, const int *r, const int *c, const double *v, const double *x) {
  for (int k = 0; k < n; k++)
    y[r[k]] += v[k] * x[c[k]];
}
// idiom: CoordinateMatrixVector
void of_floats(long n, float *__restrict y, const long *r, const long *c, const float *v, const float *x) {
  for (long k = 0; k < n; k++)
    y[r[k]] += x[c[k]] * v[k];
}
// idiom: CoordinateMatrixVector
void with_unsigned(unsigned n, double *__restrict y, const unsigned *r, const unsigned *c, const double *v, const double *x) {
  for (unsigned k = 0; k < n; k++)
    y[r[k]] = y[r[k]] + v[k] * x[c[k]];
}
// no idiom: CoordinateMatrixVector
void histogram(int n, double *__restrict y, const int *r, const double *v) {
  for (int k = 0; k < n; k++)
    y[r[k]] += v[k];
}
// no idiom: CoordinateMatrixVector
void dense(int n, double *__restrict y, const int *r, const double *v, const double *x) {
  for (int k = 0; k < n; k++)
    y[r[k]] += v[k] * x[k];
}
