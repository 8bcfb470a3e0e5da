/* Each inner point becomes the mean of its neighbours in the row. */
void blur(int n, int m, double out[n][m], const double in[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      out[i][j] = (in[i][j - 1] + in[i][j + 1]) / 2;
}
