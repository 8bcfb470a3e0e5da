// More of the same, and what must not be taken for it.

// Counts down: the counter is that of the end.
// read a[n - i]
// read b[n - i]
// count i: n
float down(const float *a, const float *b, int n) {
  float s = 0;
  while (n-- > 0) s += *a++ * *b++;
  return s;
}

// A pointer that goes on over the rounds of the outer loop has no first value that the outer counter tells.
// not read a[i]
double goes_on(const double *a, long n, long m) {
  double s = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      if (*a++ > 0) s += 1;
  return s;
}

// The step depends on the data.
// not read a[i]
// not read a[2*i]
double data_step(const double *a, const int *by, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) {
    s += *a;
    a += by[i];
  }
  return s;
}

// Two pointers of which one is chosen have no root.
// not read a[i]
// not read b[i]
double chosen(const double *a, const double *b, long n, int which) {
  double s = 0;
  for (long i = 0; i < n; i++) s += (i & which ? a : b)[i];
  return s;
}

// No whole number of elements.
// not read p[i]
int overlapping(const char *p, long n) {
  int s = 0;
  for (long i = 0; i < n; i++) {
    int v;
    __builtin_memcpy(&v, p + i, 4);
    s += v;
  }
  return s;
}

// Eight bits count modulo 256: the term holds under an assumption.
// read a[i]
double narrow(const double *a, unsigned char n) {
  double s = 0;
  for (unsigned char i = 0; i < n; i++) s += a[i];
  return s;
}

// read a[i]
// write b[3*i + 1]
// count i: n
void interleaved(float *restrict b, const float *restrict a, long n) {
  for (long i = 0; i < n; i++) b[3 * i + 1] = a[i];
}

// read table[100*i + j]
// write table[i + 100*j]
int table[100][100];
void transpose_global(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      int t = table[i][j];
      table[i][j] = table[j][i];
      table[j][i] = t;
    }
}

// read a[n*m*i + m*j + k]
// write a[n*m*i + m*j + k]
void cube(long l, long n, long m, double a[l][n][m]) {
  for (long i = 0; i < l; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < m; k++) a[i][j][k] *= 2;
}

// A tile: the inner counters start at the outer ones.
// read a[n*k + l]
void tiled(double *restrict a, long n) {
  for (long i = 0; i < n; i += 32)
    for (long j = 0; j < n; j += 32)
      for (long k = i; k < i + 32; k++)
        for (long l = j; l < j + 32; l++) a[k * n + l] += 1;
}

// Compressed rows: the bounds and the column are loaded.
// read values[j]
// read column[j]
// read x[?]
// read row[i]
void spmv(double *restrict y, const double *restrict values, const int *restrict column, const int *restrict row,
          const double *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = row[i]; j < row[i + 1]; j++) s += values[j] * x[column[j]];
    y[i] = s;
  }
}

// read a[i]
// read b[i]
// count i: -start + end
int from_start_to_end(const int *a, const int *b, long start, long end) {
  int s = 0;
  for (long i = start; i < end; i++) s += a[i] * b[i];
  return s;
}
