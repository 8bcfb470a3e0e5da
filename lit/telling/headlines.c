// Findings in names of the source: variables, elements by their strides, the operators; permutations once.
//
// RUN: %idiom find --idiom DotProduct --idiom MatrixProduct --idiom Clamp --idiom Extremum --idiom Histogram --idiom ArraySum --idiom Copy --idiom MinPlusProduct --idiom MatrixVector %s | %FileCheck %s
// RUN: env IDIOM_IDIOMS=Clamp %clang -O2 -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=UNNAMED %s
#define N 100

// CHECK: [[#@LINE+3]]:{{.*}} found DotProduct in strided: sum += x[incx*k] * y[2*k + 1]
double strided(int n, const double *x, const double *y, int incx) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += x[k * incx] * y[2 * k + 1];
  return sum;
}
// CHECK-NOT: DotProduct
// CHECK: found DotProduct in less: rest -= x[i] * y[i]
double less(int n, const double *x, const double *y) {
  double rest = 0;
  for (int i = 0; i < n; i++)
    rest -= x[i] * y[i];
  return rest;
}
// A variable that is two values, before the loop and in it.
// Clang 22 says of no place where the first of them is.
// CHECK: found DotProduct in downward: s += x[{{n.2|%2|…}} - n] * y[{{n.2|%2|…}} - n]
double downward(const double *x, const double *y, int n) {
  double s = 0;
  while (n--)
    s += *x++ * *y++;
  return s;
}
// CHECK: found MatrixProduct in transposed: C[p][q] += A[r][p] * B[r][q], 3 loops
void transposed(long n, long m, double *restrict A, double *restrict B, double *restrict C) {
  for (long p = 0; p < n; p++)
    for (long q = 0; q < m; q++)
      for (long r = 0; r < n; r++)
        C[p * m + q] += A[r * n + p] * B[r * m + q];
}
// CHECK-NOT: MatrixProduct
double G[N][N / 2], H[N / 2][70], R[N][70];
// CHECK: found MatrixProduct in of_globals: R[a][b] += G[a][c] * H[c][b], 3 loops
void of_globals(void) {
  for (int a = 0; a < N; a++)
    for (int b = 0; b < 70; b++)
      for (int c = 0; c < N / 2; c++)
        R[a][b] += G[a][c] * H[c][b];
}
// CHECK: found Clamp in to_byte: colour kept between 0 and 255
// CHECK-NOT: Clamp
int to_byte(int colour) {
  return colour < 0 ? 0 : colour > 255 ? 255 : colour;
}
// CHECK: found Extremum in least: m = min(a[i], m)
int least(int n, const int *a) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] < m)
      m = a[i];
  return m;
}
// CHECK: found Histogram in counts: h[k[i]] = h[k[i]] + w
void counts(int *h, const unsigned char *k, long n, int w) {
  for (long i = 0; i < n; i++)
    h[k[i]] += w;
}
// A number is a subscript within its array, where no counter is.
double grid[9][9][9][5];
// CHECK: found ArraySum in last_of_five: s += grid[i][j + 1][k - 1][4]
double last_of_five(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 1; k < n; k++)
        s += grid[i][j + 1][k - 1][4];
  return s;
}
// CHECK: found Copy in forward: &a[1] is copied to a
void forward(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
}
// CHECK: found MinPlusProduct in shortest: d[i][j] = min(d[i][k] + d[k][j], d[i][j]), 3 loops
void shortest(int n, int *d) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}
// CHECK: found MinPlusProduct in longest: d[i][j] = max(d[i][k] + d[k][j], d[i][j]), 3 loops
void longest(int n, double (*restrict d)[N]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < N; j++)
        if (d[i][j] < d[i][k] + d[k][j])
          d[i][j] = d[i][k] + d[k][j];
}
// CHECK: found MatrixVector in from_zero: y[i] = A[i][j] * x[j], summed up from 0.0, 2 loops
void from_zero(int n, double (*A)[N], const double *x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < N; j++)
      s += A[i][j] * x[j];
    y[i] = s;
  }
}

// Without debug information the letters are the specification's.
// UNNAMED: found Clamp: x kept between 0 and 255 [-Rpass-analysis=idiom]
