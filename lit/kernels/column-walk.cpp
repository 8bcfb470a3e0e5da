// Matrices that are read against their rows, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
// RUN: %idiom find --idiom ColumnWalk %s | %FileCheck --check-prefix=TOLD %s

// TOLD: found ColumnWalk in by_columns{{.*}}: a[i][j] is read down a column in the inner loop over i, not along a row
// idiom: ColumnWalk
void by_columns(int n, double (*__restrict a)[100], double *__restrict s) {
  for (int j = 0; j < 100; j++)
    for (int i = 0; i < n; i++)
      s[i] += a[i][j];
}
// idiom: ColumnWalk
float sum(int n, const float (*a)[64]) {
  float s = 0;
  for (int j = 0; j < 64; j++)
    for (int i = 0; i < n; i++)
      s += a[i][j];
  return s;
}
// Exchanged, the other matrix would be written down its columns.
// no idiom: ColumnWalk
void copied(int n, int (*__restrict b)[2000], const int (*a)[1000]) {
  for (int j = 0; j < 1000; j++)
    for (int i = 0; i < n; i++)
      b[j][i] = a[i][j];
}
// no idiom: ColumnWalk
void by_rows(int n, double (*__restrict a)[100], double *__restrict s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      s[j] += a[i][j];
}
// no idiom: ColumnWalk
double one_loop(int n, const double *a) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[100 * i];
  return s;
}
// idiom: ColumnWalk
void both(int n, int (*__restrict b)[1000], const int (*a)[1000]) {
  for (int j = 0; j < 1000; j++)
    for (int i = 0; i < n; i++)
      b[i][j] += a[i][j];
}
// The inner loop has another number of rounds in each round of the outer one.
// no idiom: ColumnWalk
void triangle(int n, double (*__restrict a)[100], double *__restrict s) {
  for (int j = 0; j < 100; j++)
    for (int i = 0; i < j; i++)
      s[i] += a[i][j];
}
