// Accesses to arrays in the spellings that C has, and what is found of them at every level of optimisation.

// read a[i]
// read b[i]
// count i: n
double dot(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// read a[i]
// read b[i]
// count i: n
double dot_int(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// read a[i]
// read b[n - i - 1]
double dot_reversed(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += a[i] * b[n - 1 - i];
  return s;
}

// The counter is the pointer that the end tests: the address goes by rounds.
// read a[i]
double sum_bumped(const double *a, const double *end) {
  double s = 0;
  for (; a != end; a++) s += *a;
  return s;
}

// read a[i]
// read b[2*i]
// count i: n
double bumped_beside(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++, b += 2) s += a[i] * *b;
  return s;
}

// read a[i]
// read b[m*i]
// count i: n
double bumped_by_m(const double *a, const double *b, long n, long m) {
  double s = 0;
  for (long i = 0; i < n; i++, b += m) s += a[i] * *b;
  return s;
}

// read a[n*i + k]
// read b[n*k + j]
// write c[n*i + j]
// count i: n
// count j: n
// count k: n
void gemm_linear(double *restrict c, const double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// read a[n*i + k]
// read b[n*k + j]
// read c[n*i + j]
// write c[n*i + j]
void gemm_vla(long n, double c[restrict n][n], double a[restrict n][n], double b[restrict n][n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
}

// read a[100*i + k]
// read b[j + 100*k]
// read c[100*i + j]
// write c[100*i + j]
// count i: 100
// count j: 100
// count k: 100
void gemm_fixed(double c[restrict 100][100], double a[restrict 100][100], double b[restrict 100][100]) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      for (int k = 0; k < 100; k++) c[i][j] += a[i][k] * b[k][j];
}

// read a[n*i + j]
// write b[m*j + i]
void transposed_int(double *restrict b, const double *restrict a, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) b[j * m + i] = a[i * n + j];
}

// Rows by pointers: the row is loaded, and is the root of the second access.
// read a[i]
// read ?[j]
double rows_by_pointer(double **a, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) s += a[i][j];
  return s;
}

// A row that the source hoists.
// read a[n*i + j]
double rows_hoisted(const double *a, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    const double *row = a + (long)i * n;
    for (int j = 0; j < m; j++) s += row[j];
  }
  return s;
}

// Triangular: the inner counter starts at the outer one.
// read a[100*i + j]
// count j: n - i
double triangular(double a[100][100], int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) s += a[i][j];
  return s;
}

// read a[i]
// write a[i + 1]
void strided(double *a, long n) {
  for (long i = 0; i < n; i += 4) a[i + 1] = a[i];
}

// read x[?]
// read index[i]
double gather(const double *x, const int *index, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[index[i]];
  return s;
}

// Fields: the elements of a structure are apart.
// read p[2*i]
// read p[2*i + 1]
struct point { double x, y; };
double fields(const struct point *p, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += p[i].x * p[i].y;
  return s;
}

// A square of the counter is no multiple of it.
// read a[i*i]
double squares(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += a[i * i];
  return s;
}

// Unsigned arithmetic may wrap; taken not to.
// write a[i - 1]
void from_k(unsigned k, unsigned n, float *a) {
  for (unsigned i = k; i < n; i++) a[i - 1] = 0;
}

// The counter is meaningless behind the loop.
// read a[i]
// read a[? + 7]
// not read a[i + 7]
double behind(const double *a, long n) {
  long i = 0;
  while (a[i] > 0) i++;
  return a[i + 7];
}
