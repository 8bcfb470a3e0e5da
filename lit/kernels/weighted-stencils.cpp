// Stencils of two points, with coefficients, and in place in three dimensions, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: TwoPointStencil
void difference(double *__restrict b, const double *a, int n) {
  for (int i = 1; i < n; i++)
    b[i] = a[i] - a[i - 1];
}
// idiom: TwoPointStencil
void across(double (*__restrict ey)[100], const double (*hz)[100], int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 100; j++)
      ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
}
// idiom: TwoPointStencil
void average(float *__restrict b, const float *a, long n) {
  for (long i = 0; i < n - 1; i++)
    b[i] = 0.5f * (a[i] + a[i + 1]);
}
// no idiom: TwoPointStencil
void three(double *__restrict b, const double *a, int n) {
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i] + a[i + 1];
}
// no idiom: TwoPointStencil
void one(double *__restrict b, const double *a, int n) {
  for (int i = 1; i < n; i++)
    b[i] = 2 * a[i - 1];
}

// idiom: ConstantCoefficients
void weighted(double *__restrict b, const double *a, int n) {
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.3 * a[i + 1];
}
// idiom: ConstantCoefficients
void by_values(float *__restrict b, const float *a, long n, float u, float v, float w) {
  for (long i = 1; i < n - 1; i++)
    b[i] = u * a[i - 1] + v * a[i] + w * a[i + 1];
}
// idiom: ConstantCoefficients
void rows(double (*__restrict b)[100], const double (*a)[100], int n, double u, double v, double w) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < 99; j++)
      b[i][j] = u * a[i][j - 1] + v * a[i][j] + w * a[i][j + 1];
}
// no idiom: ConstantCoefficients
void unweighted(double *__restrict b, const double *a, int n) {
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i] + a[i + 1];
}
// no idiom: ConstantCoefficients
void in_place(double *a, int n, double u, double v, double w) {
  for (int i = 1; i < n - 1; i++)
    a[i] = u * a[i - 1] + v * a[i] + w * a[i + 1];
}

// idiom: VariableCoefficients
void tridiagonal(double *__restrict y, const double *l, const double *d, const double *u, const double *x, int n) {
  for (int i = 1; i < n - 1; i++)
    y[i] = l[i] * x[i - 1] + d[i] * x[i] + u[i] * x[i + 1];
}
// idiom: VariableCoefficients
void of_one_array(float *__restrict y, const float (*c)[3], const float *x, long n) {
  for (long i = 1; i < n - 1; i++)
    y[i] = c[i][0] * x[i - 1] + c[i][1] * x[i] + c[i][2] * x[i + 1];
}
// idiom: VariableCoefficients
void in_rows(double (*__restrict y)[100], const double (*l)[100], const double (*d)[100], const double (*u)[100],
             const double (*x)[100], int n) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < 99; j++)
      y[i][j] = l[i][j] * x[i][j - 1] + d[i][j] * x[i][j] + u[i][j] * x[i][j + 1];
}
// idiom: ConstantCoefficients
// no idiom: VariableCoefficients
void of_constants(double *__restrict b, const double *a, int n, double u, double v, double w) {
  for (int i = 1; i < n - 1; i++)
    b[i] = u * a[i - 1] + v * a[i] + w * a[i + 1];
}
// idiom: TwoPointStencil
// no idiom: VariableCoefficients
void two_of_three(double *__restrict y, const double *l, const double *d, const double *x, int n) {
  for (int i = 1; i < n - 1; i++)
    y[i] = l[i] * x[i - 1] + d[i] * x[i];
}

// idiom: StencilInPlace3D
void smooth(int n, double (*u)[50][50]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 49; j++)
      for (int k = 1; k < 49; k++)
        u[i][j][k] = (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] +
                      u[i][j][k + 1]) / 6;
}
// idiom: StencilInPlace3D
void relax(int n, double (*u)[50][50], const double (*f)[50][50], double w) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 49; j++)
      for (int k = 1; k < 49; k++)
        u[i][j][k] += w * (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] +
                           u[i][j][k + 1] - 6 * u[i][j][k] - f[i][j][k]);
}
// idiom: StencilInPlace3D
void linear(int n, int m, float *u) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < 31; k++) {
        float *p = u + (i * 64 + j) * 32 + k;
        *p = 0.1f * (p[-1] + p[1] + p[-32] + p[32] + p[-2048] + p[2048]);
      }
}
// no idiom: StencilInPlace3D
void into_another(int n, double (*__restrict v)[50][50], double (*u)[50][50]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 49; j++)
      for (int k = 1; k < 49; k++)
        v[i][j][k] = (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] +
                      u[i][j][k + 1]) / 6;
}
// no idiom: StencilInPlace3D
void of_four(int n, double (*u)[50][50]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < 49; j++)
      for (int k = 1; k < 49; k++)
        u[i][j][k] = (u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1]) / 4;
}
// no idiom: TwoPointStencil
void by_two(float *__restrict o, const float *__restrict a, int n) {
  for (int i = 0; i < n; i += 2)
    o[i] = a[i] - a[i + 1];
}
