// Twelve loops in four nests, with guards, conditionals and calls, as numerical kernels have them.
__attribute__((const)) double weight(double);
void kernels(double *restrict a, double *restrict b, double *restrict c, double *restrict d, long n, long m, long p,
             double alpha) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      c[i * m + j] *= alpha;
      for (long k = 0; k < p; k++) c[i * m + j] += alpha * a[i * p + k] * b[k * m + j];
    }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      d[i * m + j] = 0;
      for (long k = 0; k < p; k++) d[i * m + j] += weight(c[i * p + k]) * b[(k + 1) * m + j + 1];
    }
  for (long t = 0; t < p; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        a[i * m + j] = (b[i * m + j] + b[i * m + j - 1] + b[i * m + j + 1] + b[(i - 1) * m + j] + b[(i + 1) * m + j]) / 5;
  for (long k = 0; k < n; k++)
    for (long i = k; i < n; i++) {
      double s = 0;
      for (long j = 0; j < i; j++)
        if (a[i * m + j] > alpha) s += a[i * m + j] * c[k * m + j];
      d[i * m + k] = s / weight(s);
    }
}
