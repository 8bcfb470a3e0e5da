// A matrix that is transposed, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: Transposition
void transpose(int n, double (*__restrict B)[100], double (*A)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      B[j][i] = A[i][j];
}
// idiom: Transposition
void linear(long n, long m, int *__restrict B, const int *A) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      B[j * n + i] = A[i * m + j];
}
// idiom: Transposition
void column_first(int n, float (*__restrict B)[64], float (*A)[64]) {
  for (int j = 0; j < 64; j++)
    for (int i = 0; i < n; i++)
      B[j][i] = A[i][j];
}
// no idiom: Transposition
void copy(int n, double (*__restrict B)[100], double (*A)[101]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      B[i][j] = A[i][j];
}
// no idiom: Transposition
void broadcast(int n, double (*__restrict B)[100], double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      B[j][i] = a[j];
}
// no idiom: Transposition
void mirrored(int n, double (*A)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = A[j][i];
}
// no idiom: Transposition
void positive(int n, double (*__restrict B)[100], double (*A)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      if (A[i][j] > 0)
        B[j][i] = A[i][j];
}
// no idiom: Transposition
void cleared_again(int n, const double *__restrict A, double *__restrict B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      B[j * n + i] = A[i * n + j];
      B[i * n + j] = 0;
    }
}
