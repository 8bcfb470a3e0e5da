// Stencils, whose taps load-PRE keeps in phis.

// read a[i - 1]
// read a[i]
// read a[i + 1]
// write b[i]
// count i: n - 2
void three(double *restrict b, const double *restrict a, long n) {
  for (long i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i] + a[i + 1];
}

// read a[100*i + j - 100]
// read a[100*i + j + 100]
// read a[100*i + j - 1]
// read a[100*i + j]
// read a[100*i + j + 1]
// write b[100*i + j]
void five(double b[restrict 100][100], double a[restrict 100][100]) {
  for (int i = 1; i < 99; i++)
    for (int j = 1; j < 99; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] + a[i][j];
}

// The element before is the one that the last round stored.
// read a[i - 1]
// write a[i]
void prefix(double *a, long n) {
  for (long i = 1; i < n; i++) a[i] = a[i - 1] + 1;
}

// read a[i - 2]
// read a[i - 1]
// write b[i]
void two_back(double *restrict b, const double *restrict a, long n) {
  for (long i = 2; i < n; i++) b[i] = a[i - 2] + a[i - 1];
}

// Carried by hand, and overwritten in between: the phi does not hold the element any more.
// not read a[i - 1]
// read a[i]
// write a[i]
void overwritten(double *a, long n) {
  double before = a[0];
  for (long i = 1; i < n; i++) {
    double here = a[i];
    a[i] = before * 0.5;
    before = here;
  }
}

// Begins as something else than the element.
// not read a[i - 1]
// read a[i]
// write b[i]
void other_start(double *restrict b, const double *restrict a, long n) {
  double before = 42;
  for (long i = 1; i < n; i++) {
    b[i] = before;
    before = a[i];
  }
}
