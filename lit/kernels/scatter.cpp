// Elements that are scattered, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: Scatter
void scatter(int n, double *__restrict b, const double *a, const int *k) {
  for (int i = 0; i < n; i++)
    b[k[i]] = a[i];
}
// idiom: Scatter
void mark(int n, char *__restrict b, const int *k) {
  for (int i = 0; i < n; i++)
    b[k[i]] = 1;
}
// idiom: Scatter
void inverse(unsigned n, unsigned *__restrict b, const unsigned *k) {
  for (unsigned i = 0; i < n; i++)
    b[k[i]] = i;
}
// no idiom: Scatter
void gather(int n, double *__restrict b, const double *a, const int *k) {
  for (int i = 0; i < n; i++)
    b[i] = a[k[i]];
}
// no idiom: Scatter
void strided(int n, double *b, double a) {
  for (int i = 0; i < n; i++)
    b[3 * i] = a;
}
// no idiom: Scatter
void histogram(int *__restrict h, const int *keys, int n) {
  for (int i = 0; i < n; i++)
    h[keys[i]]++;
}
// idiom: Scatter
void chains(int n, int *__restrict head, int *__restrict next, const int *__restrict k) {
  for (int i = 0; i < n; i++) {
    next[i] = head[k[i]];
    head[k[i]] = i;
  }
}
// no idiom: Scatter
void greatest(int n, int *__restrict b, const int *__restrict k) {
  for (int i = 0; i < n; i++)
    if (b[k[i]] < i)
      b[k[i]] = i;
}
// no idiom: Scatter
void runs(double **__restrict out, const int *count, double *const *in, const int *start, int m) {
  for (int i = 0; i < m; i++)
    for (int j = i + 1; j < m; j++) {
      int to = count[i], from = start[j], length = count[j];
      double *d = out[i * m + j];
      for (int k = 0; k < length; k++)
        d[to + k] = in[j][from + k];
    }
}
// no idiom: Scatter
void one_behind_another(int n, int *__restrict b, const int *begin, const int *length) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < length[i]; k++)
      b[begin[i] + k] = i;
}
// idiom: Scatter
void rounds(int m, int n, int *__restrict b, const int *k) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      b[k[i]] = j;
}
// idiom: Scatter
void of_sums(int n, double *__restrict b, const double *a, const int *k) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < 1000; j++)
      s += a[i * 1000 + j];
    b[k[i]] = s;
  }
}
// no idiom: Scatter
void reads_result(int *__restrict y, const int *__restrict x, const int *__restrict p, int n) {
  for (int i = 0; i < n; i++)
    y[p[i]] = x[i] + y[i];
}
