#define FOR(i, n) for (long i = 0; i < (n); ++i)

void scaled(long m, long n, long l, double t, const double *restrict A, const double *restrict B, double *restrict C) {
  FOR(i, m) FOR(j, n) {
    double x = 0;
    FOR(k, l) x += A[i * l + k] * B[k * n + j];
    C[i * n + j] = t * x;
  }
}
void onto(long m, long n, long l, double t, const double *restrict A, const double *restrict B, double *restrict C) {
  FOR(i, m) FOR(j, n) {
    double x = 0;
    FOR(k, l) x += A[i * l + k] * B[k * n + j];
    C[i * n + j] = t * x + 2 * C[i * n + j];
  }
}
void lower(long n, long l, const double *restrict A, double *restrict C) {
  FOR(i, n) FOR(j, i + 1) {
    double x = 0;
    FOR(k, l) x += A[i * l + k] * A[j * l + k];
    C[i * n + j] = x;
  }
}
void upper(long n, long l, const double *restrict A, double *restrict C) {
  FOR(i, n) for (long j = i; j < n; ++j) {
    double x = 0;
    FOR(k, l) x += A[i * l + k] * A[j * l + k];
    C[i * n + j] = x;
  }
}
void forward(long n, const double *restrict L, double *restrict x) {
  FOR(i, n) {
    double s = x[i];
    FOR(j, i) s -= L[i * n + j] * x[j];
    x[i] = s / L[i * n + i];
  }
}
void backward(long n, const double *restrict U, double *restrict x) {
  for (long i = n - 1; i >= 0; --i) {
    double s = x[i];
    for (long j = i + 1; j < n; ++j) s -= U[i * n + j] * x[j];
    x[i] = s / U[i * n + i];
  }
}
double every_third(long n, const double *A) {
  double s = 0;
  FOR(i, n) FOR(j, n) s += A[(i * n + j) * 3];
  return s;
}
double one(const double *A) { return A[1] + A[2]; }
