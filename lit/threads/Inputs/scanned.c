// Loops for a scan: that threads may run, and that they may not.
double sum(long n, const double *x) {
  double s = 0, m = 0;
  for (long i = 0; i < n; i++) {
    s += x[i];
    m = x[i] > m ? x[i] : m;
  }
  return s + m;
}

long two(long n, const int *x, long *h) {
  long last = -1;
  for (long i = 0; i < n; i++)
    h[x[i] & 63]++;
  for (long i = 0; i < n; i++)
    if (x[i] > 9)
      last = i;
  return last;
}

void rows(long n, long m, const double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < 100; j++)
      b[100 * i + j] = a[100 * i + j] * m;
}

long least(long n, const int *x) {
  int m = 99;
  long at = -1;
  for (long i = 0; i < n; i++)
    if (x[i] < m) {
      m = x[i];
      at = i;
    }
  return m + at;
}

long prefix(long n, long *a) {
  long s = 0;
  for (long i = 0; i < n; i++) {
    s += a[i];
    a[i] = s;
  }
  return s;
}

long search(long n, const int *x) {
  for (long i = 0; i < n; i++)
    if (x[i] == 7)
      return i;
  return -1;
}
