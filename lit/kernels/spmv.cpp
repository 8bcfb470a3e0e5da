// A sparse matrix times a vector, and code that nearly is it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: SparseMatrixVector
void csr(int n, double *y, const double *v, const int *c, const int *r, const double *x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = r[i]; j < r[i + 1]; j++)
      s += v[j] * x[c[j]];
    y[i] = s;
  }
}
// idiom: SparseMatrixVector
void added(int n, double *y, const double *v, const int *c, const int *r, const double *x) {
  for (int i = 0; i < n; i++)
    for (int j = r[i]; j < r[i + 1]; j++)
      y[i] += x[c[j]] * v[j];
}
// idiom: SparseMatrixVector
void of_sizes(size_t n, float *y, const float *v, const size_t *c, const size_t *r, const float *x) {
  for (size_t i = 0; i < n; i++) {
    float s = 0;
    for (size_t j = r[i]; j < r[i + 1]; j++)
      s += v[j] * x[c[j]];
    y[i] = s;
  }
}
// idiom: SparseMatrixVector
void begins(unsigned n, double *y, const double *v, const unsigned *c, const unsigned *r, const double *x) {
  for (unsigned i = 0; i < n; i++) {
    unsigned end = r[i + 1];
    double s = y[i];
    for (unsigned j = r[i]; j < end; j++)
      s = s + v[j] * x[c[j]];
    y[i] = s;
  }
}
// idiom: SparseMatrixVector
void with_while(int n, double *y, const double *v, const int *c, const int *r, const double *x) {
  int i = 0;
  while (i < n) {
    double s = 0;
    int j = r[i];
    while (j < r[i + 1]) {
      s += v[j] * x[c[j]];
      ++j;
    }
    y[i++] = s;
  }
}
struct Csr { int n; int *row; int *column; double *value; };
// idiom: SparseMatrixVector
void of_struct(const struct Csr *m, double *y, const double *x) {
  for (int i = 0; i < m->n; i++) {
    double s = 0;
    for (int j = m->row[i]; j < m->row[i + 1]; j++)
      s += m->value[j] * x[m->column[j]];
    y[i] = s;
  }
}
// idiom: SparseMatrixVector
void of_vectors(std::vector<double> &y, const std::vector<double> &v, const std::vector<int> &c,
                const std::vector<int> &r, const std::vector<double> &x) {
  for (size_t i = 0; i < y.size(); i++) {
    double s = 0;
    for (int j = r[i]; j < r[i + 1]; j++)
      s += v[j] * x[c[j]];
    y[i] = s;
  }
}
// idiom: SparseMatrixVector
void subtracted(int n, double *__restrict y, const double *v, const int *c, const int *r, const double *x) {
  for (int i = 0; i < n; i++)
    for (int j = r[i]; j < r[i + 1]; j++)
      y[i] -= v[j] * x[c[j]];
}
// no idiom: SparseMatrixVector
void ellpack(int n, int width, double *y, const double *v, const int *c, const double *x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < width; j++)
      s += v[i * width + j] * x[c[i * width + j]];
    y[i] = s;
  }
}
// idiom: SparseMatrixVector
void integers(long n, long *y, const long *v, const int *c, const long *r, const long *x) {
  for (long i = 0; i < n; i++) {
    long s = 0;
    for (long j = r[i]; j < r[i + 1]; j++)
      s += v[j] * x[c[j]];
    y[i] = s;
  }
}

// no idiom: SparseMatrixVector
void dense(int n, double *y, const double *A, const double *x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += A[i * n + j] * x[j];
    y[i] = s;
  }
}
// no idiom: SparseMatrixVector
void gathered_sums(int n, double *y, const int *c, const int *r, const double *x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = r[i]; j < r[i + 1]; j++)
      s += x[c[j]];
    y[i] = s;
  }
}
// no idiom: SparseMatrixVector
double sparse_dot(int n, const double *v, const int *c, const double *x) {
  double s = 0;
  for (int j = 0; j < n; j++)
    s += v[j] * x[c[j]];
  return s;
}
// no idiom: SparseMatrixVector
void in_place(int n, double *y, const double *v, const int *c, const int *row) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = row[i]; j < row[i + 1]; j++)
      s += v[j] * y[c[j]];
    y[i] = s;
  }
}
// no idiom: SparseMatrixVector
void to_the_diagonal(int n, double *__restrict y, const double *v, const int *c, const int *row, const double *x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = row[i]; j < row[i + 1]; j++)
      if (c[j] < i)
        s += v[j] * x[c[j]];
    y[i] = s;
  }
}
// idiom: SparseMatrixVector
void added_behind(int n, const int *row, const int *c, const double *v, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = row[i]; j < row[i + 1]; j++)
      s += v[j] * x[c[j]];
    y[i] += s;
  }
}
// no idiom: SparseMatrixVector
void some_behind(int n, const int *row, const int *c, const double *v, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = row[i]; j < row[i + 1]; j++)
      if (c[j] != i)
        s += v[j] * x[c[j]];
    y[i] += s;
  }
}
// no idiom: SparseMatrixVector
void changes_vector(int n, const int *__restrict rows, const int *__restrict columns, const double *__restrict v,
                    double *__restrict x, double *__restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = rows[i]; k < rows[i + 1]; k++)
      s += v[k] * x[columns[k]];
    y[i] = s;
    x[i] = s;
  }
}
