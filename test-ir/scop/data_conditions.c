/* Conditions about data: what they guard is done or not, and described as such. */

extern double table[1000];

// clang 22 makes one store of both, through a pointer that is chosen.
// all (from LLVM 22: none)
void by_condition_of_data(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++) if (b[i] > 0) a[i] = 1; else table[i] = 2;
}

// all
void one_arm(float *restrict a, float *restrict b, float *restrict c, float *restrict d) {
  for (int i = 0; i < 200; i++) if (b[i] > 0) a[i] += b[i] * c[i];
}

// all
void in_each_other(int *a, int *b, int *c, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] > 2) {
      b[i] = 1;
      if (c[i] < 7) b[i + 1] = c[i];
      if (i > 3) c[i - 3] = 5;
    }
}

// all
void kept_value(int *a, int *b, int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] % 3 == 0) last = a[i] * 5 + last;
    b[i] = last;
  }
}

// all
void loop_in_an_arm(int *a, int *b, int n, int m) {
  for (int i = 0; i < n; i++) {
    if (a[i] % 2) for (int j = 0; j < m; j++) b[j] += a[i];
    b[i + 2] = 3;
  }
}

// all
void case_of_data(int *restrict a, int *restrict b, int n) {
  for (int i = 0; i < n; i++)
    switch (a[i]) {
      case 1: b[i] = 7; break;
      case 3: b[i + 4] = a[i + 1]; break;
      case 6: a[i + 1] = b[i]; break;
      case 8: b[0] = 2; break;
    }
}

// all
int carried_condition(int *restrict a, const int *restrict b, int n) {
  int seen = 0;
  for (int i = 0; i < n; i++) {
    if (b[i] == 3) seen = 1 - seen;
    if (seen) a[i] = b[i + 1];
  }
  return seen;
}

// all
void remainder_of_the_iterator(double *a, double *b, int n) {
  for (int i = 0; i < n; i++) if (i % 3 == 1) a[i] = b[i];
}

// all
void switched(double *a, const int *k, int n) {
  for (int i = 0; i < n; i++)
    switch (k[i]) { case 0: a[i] = 1; break; case 7: a[i + 1] = 2; break; case 9: a[i + 3] = 7; break; default: a[0] = 3; }
}

// none
int left_by_data(const int *a, int *b, int n) {
  for (int i = 0; i < n; i++) { if (a[i] == 4) return i; b[i] = 1; }
  return -1;
}

// none
void counter_by_data(const int *a, int *b, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) if (a[i] > 4) b[k++] = a[i];
}

/* No condition at all: isl's own dataflow analysis leaves out dependences on b. */
void far_writes(int n, int m, unsigned u, double *restrict a, double b[20][20], int *restrict c) {
  for (int i = 0; i < m; i += 3)
    for (int j = i; j < n; j += 2)
      for (long k = (int)u; k >= 1; k -= 1) {
        b[k + n][k - j + 9] = a[i - k + 9] + a[j];
        b[j - i + 9][i + j] = c[2 * k + 1] + b[k + n][j];
      }
}
