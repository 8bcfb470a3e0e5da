/* A stencil that reads what this and the last sweep wrote, and a product whose rows have a parametric length. */
void seidel(int sweeps, int n, double a[500][500]) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j]) * 0.2;
}
void product(int n, int m, int p, float c[n][m], float a[n][p], float b[p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      c[i][j] = 0;
      for (int k = 0; k < p; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}
void shifted(int n, int *restrict a) {
  for (int i = 2; i <= n; i++)
    a[2 * i] = a[2 * i - 8];
}
