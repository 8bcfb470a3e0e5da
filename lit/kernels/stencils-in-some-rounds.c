// Stencils that are computed in some rounds of their loop alone are reported as such, twins of every round are not.
//
// RUN: %idiom find --idiom Stencil --idiom Stencil2D --idiom Stencil3D --idiom StencilInPlace --idiom StencilInPlace2D --idiom TwoPointStencil --idiom ConstantCoefficients %s -- -O1 | grep ': found' > %t.said
// RUN: %FileCheck %s < %t.said
// RUN: grep -c ': found' %t.said | %FileCheck --check-prefix=COUNT %s
// COUNT: 10

// CHECK: found Stencil in some: b[i] = f(a[i - 1], a[i], a[i + 1]) in some rounds
// CHECK: found ConstantCoefficients in some: b[i] = {{.*}} in some rounds, by
void some(int n, int r, double *restrict b, const double *restrict a) {
  for (int i = 1; i < n - 1; i++)
    if (i % 3 == r)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
}

// CHECK: found TwoPointStencil in every: b[i] = f(a[i - 1], a[i]){{$}}
void every(int n, double *restrict b, const double *restrict a) {
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i] - a[i - 1];
}

// CHECK: found TwoPointStencil in differences: b[i] = f(a[i - 1], a[i]) in some rounds
void differences(int n, int r, double *restrict b, const double *restrict a) {
  for (int i = 1; i < n - 1; i++)
    if (i % 3 == r)
      b[i] = a[i] - a[i - 1];
}

// CHECK: found StencilInPlace in line: a[i] = {{.*}} in some rounds, in place
void line(int n, int r, double *restrict a) {
  for (int i = 1; i < n - 1; i++)
    if (i % 2 == r)
      a[i] = a[i - 1] + a[i] + a[i + 1];
}

// CHECK: found Stencil2D in board: b[i][j] = f(a[i - 1][j], a[i + 1][j], a[i][j - 1], a[i][j + 1]) in some rounds
void board(int n, int r, double (*restrict b)[100], double (*restrict a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if ((i + j) % 2 == r)
        b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// CHECK: found Stencil2D in whole_board: b[i][j] = f(a[i - 1][j], a[i + 1][j], a[i][j - 1], a[i][j + 1]){{$}}
void whole_board(int n, double (*restrict b)[100], double (*restrict a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// CHECK: found StencilInPlace2D in red_black: a[i][j] = f({{.*}}) in some rounds, in place
void red_black(int n, int r, double (*restrict a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if ((i + j) % 2 == r)
        a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// CHECK: found StencilInPlace2D in gauss_seidel: a[i][j] = f({{.*}}), in place
void gauss_seidel(int n, double (*restrict a)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// CHECK: found Stencil3D in space: b[i][j][k] = f(a[i - 1][j][k], …, a[i][j][k + 1]) in some rounds
void space(int n, int r, double (*restrict b)[100][100], double (*restrict a)[100][100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        if ((i + j + k) % 2 == r)
          b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1];
}
