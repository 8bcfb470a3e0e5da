// Variants of idioms, and near misses of them. The line before a function names those that are found in it.

// Dot
double dot(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// Dot
float dot_float_int(const float *a, const float *b, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += b[i] * a[i];
  return s;
}

// Dot
double dot_bumped(const double *a, const double *b, int n) {
  double s = 0;
  while (n--) s += *a++ * *b++;
  return s;
}

// Dot
double dot_strided(const double *a, long lda, const double *b, long ldb, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += a[i * lda] * b[i * ldb];
  return s;
}

// Dot
double dot_unsigned(const double *a, const double *b, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// Dot
int dot_of_integers(const short *a, const int *b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// none
double not_a_product(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += a[i] + b[i];
  return s;
}

// none
double gathered(const double *a, const double *b, const int *k, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += a[i] * b[k[i]];
  return s;
}

// none
double square_index(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += a[i] * b[i * i];
  return s;
}

// Dot Gemm
void gemm_linear(double *restrict c, const double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// Dot Gemm
void gemm_transposed(float *restrict c, const float *restrict a, const float *restrict b, int n, int m, int l) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      float s = 0;
      for (int k = 0; k < l; k++) s += a[k * n + i] * b[j * l + k];
      c[j * n + i] = s;
    }
}

// Dot Gemm
void gemm_vla(long n, double c[restrict n][n], double a[restrict n][n], double b[restrict n][n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// Dot Gemm
void gemm_fixed(double c[restrict 100][100], double a[restrict 100][100], double b[restrict 100][100]) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++) {
      double s = 0;
      for (int k = 0; k < 100; k++) s += a[i][k] * b[k][j];
      c[i][j] = 2 * s + c[i][j];
    }
}

// Dot
void matrix_vector(double *restrict y, const double *restrict a, const double *restrict x, long n) {
  for (long i = 0; i < n; i++) {
    double s = 0;
    for (long k = 0; k < n; k++) s += a[i * n + k] * x[k];
    y[i] = s;
  }
}

// Dot
void diagonal_only(double *restrict c, const double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i] = s;
    }
}

// Spmv
void spmv(double *restrict y, const double *restrict values, const int *restrict column, const int *restrict row,
          const double *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = row[i]; j < row[i + 1]; j++) s += values[j] * x[column[j]];
    y[i] = s;
  }
}

// Stencil5
void five(double b[restrict 100][100], double a[restrict 100][100]) {
  for (int i = 1; i < 99; i++)
    for (int j = 1; j < 99; j++)
      b[i][j] = 0.2 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] + a[i][j]);
}

// Stencil5
void five_linear(float *restrict b, const float *restrict a, long n) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      b[i * n + j] = a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1];
}

// none
void diagonals(double b[restrict 100][100], double a[restrict 100][100]) {
  for (int i = 1; i < 99; i++)
    for (int j = 1; j < 99; j++)
      b[i][j] = a[i - 1][j - 1] + a[i + 1][j + 1] + a[i - 1][j + 1] + a[i + 1][j - 1];
}

// RowSum
double sum_by_pointers(double **m, int rows, int columns) {
  double s = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) s += m[i][j];
  return s;
}

// RowSum
double sum_by_rows(const double *m, long rows, long columns) {
  double s = 0;
  for (long i = 0; i < rows; i++)
    for (long j = 0; j < columns; j++) s += m[i * columns + j];
  return s;
}

// The loops may lie in each other in either order: the first subscript has the larger stride.
// RowSum
double sum_by_columns(const double *m, long rows, long columns) {
  double s = 0;
  for (long i = 0; i < rows; i++)
    for (long j = 0; j < columns; j++) s += m[j * rows + i];
  return s;
}

// none
double sum_of_one_row(const double *m, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += m[i];
  return s;
}
