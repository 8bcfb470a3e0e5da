// Arrays with rows of parametric length, indexed by hand: sums of products that may wrap around.

// all
void neighbours(int n, int m, double *a, double *b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
}

// all
void neighbours_unsigned(unsigned n, unsigned m, double *a, double *b) {
  for (unsigned i = 1; i < n - 1; i++)
    for (unsigned j = 1; j < m - 1; j++)
      b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
}

// all
void neighbours_of_long(long n, long m, float a[n][m], float b[n][m]) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < m - 1; j++) b[i][j] = a[i - 1][j - 1] + a[i + 1][j + 1] + a[i - 1][j + 1];
}

// all
void next_row_before(int n, int m, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) a[(i + 1) * m + j - 1] = 1;
}

// all
void of_three(unsigned n, unsigned m, unsigned l, float *a, float *b) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      for (unsigned k = 0; k < l; k++) a[(i * m + j) * l + k] = b[(i * m + j) * l + k];
}

// all
void rows_of_both_signs(int n, unsigned m, float *a, float *b) {
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) a[i * m + j] = b[i * m + j];
}

// all
void triangle_of_rows(int n, unsigned m, float *a, float *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) a[i * m + j] = b[j * m + i];
}

// all
void from_a_row_on(unsigned n, unsigned m, unsigned k, short *a) {
  for (unsigned i = k; i < n; i += 2)
    for (unsigned j = 0; j < m; j++) a[(i - k) * m + j] += 1;
}

// all
void last_row_first(unsigned n, unsigned m, int *a) {
  for (unsigned i = n; i-- > 0;)
    for (unsigned j = m; j-- > 0;) a[i * m + j] = a[i * m + j] + 1;
}

// all
void syrk(int n, int m, float *c, float *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < m; k++)
        c[i * n + j] += a[i * m + k] * a[j * m + k];
}

// all
void every_second(int h, int w, const unsigned char *in, unsigned char *out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = (in[2 * y * 2 * w + 2 * x] + in[(2 * y + 1) * 2 * w + 2 * x + 1]) / 2;
}
