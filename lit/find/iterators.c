// Expressions in values of iterators, whatever numbers the rounds; conditions as in the guarded code.
//
// RUN: %idiom find --idiom SCoP %s -- -O1 -ffast-math -fno-unroll-loops -fno-vectorize -g | %FileCheck %s

// A product with a parameter, a bound and a condition.
//
// CHECK: found SCoP in triangle
// CHECK: {{^}}  for (i = 0; i < n; i += 2)
// CHECK: {{^}}  for (j = 0; j < i; j += 1)
// CHECK: {{^}}  if (i {{!=|>}} 0)
// CHECK: {{^}}  write a[j + m*i]
void triangle(int n, int m, float *a) {
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < i; j++)
      a[i * m + j] = 1;
}

// A minimum and a choice.
//
// CHECK: found SCoP in choice
// CHECK: {{^}}  for (i = n; i > 0; i += -2)
// CHECK: {{^}}  for (j = min(m, i); j < n; j += 1)
// CHECK: {{^}}  write a[i - 1][j]
void choice(int n, int m, double a[30][30]) {
  for (int i = n; i > 0; i -= 2)
    for (int j = (i > m ? m : i); j < n; j++)
      a[i - 1][j] += 1;
}

// A loop over addresses counts its rounds.
//
// CHECK: found SCoP in pointers
// CHECK: {{^}}  for (i0 = 0; i0 < ((e - b) / 4); i0 += 1)
// CHECK: {{^}}  if (b < e)
// CHECK: {{^}}  read a[2*i0]
// CHECK: {{^}}  write b[i0]
void pointers(float *restrict a, float *restrict b, float *e) {
  while (b < e) {
    *b++ = *a + 1;
    a += 2;
  }
}

// Rows of parametric length.
//
// CHECK: found SCoP in rows: 2 loops, 2 deep
// CHECK-DAG: {{^}}  read c[i - 1][j + 2]
// CHECK-DAG: {{^}}  read d[j]
// CHECK-DAG: {{^}}  write c[i][j]
void rows(int n, int m, double c[n][m], double *d) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m - 2; j++)
      c[i][j] = c[i - 1][j + 2] + d[j];
}

// The guard of a loop that is left out for equal bounds.
//
// CHECK: found SCoP in shifted
// CHECK: {{^}}  if (n != m)
void shifted(unsigned n, unsigned m, int *a) {
  for (unsigned i = 0; i < n - m; i++)
    a[i] = a[i + m] + 1;
}

// CHECK: found SCoP in guarded
// CHECK: {{^}}  if !(b[i] < {{.*}}) (data)
// CHECK: {{^}}  may write a[i]
void guarded(int n, double *restrict a, double *restrict b) {
  for (int i = 0; i < n; i++)
    if (!(b[i] < 1.0))
      a[i] = b[i] * 3;
}

// What a round takes over from the one before.
//
// CHECK: found SCoP in sums
// CHECK-DAG: {{^}}  carried s (reduction by +)
// CHECK-DAG: {{^}}  carried t
void sums(int n, float *restrict a, float *restrict b) {
  float s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    t = t * .5f + a[i];
    b[i] = t;
  }
  b[0] = s;
}

// Elements of three sizes: a row has room for each, so that there is none of eight bytes.
//
// CHECK: found SCoP in sizes
// CHECK-DAG: {{^}}  write p[i]
// CHECK-DAG: {{^}}  write p[2*i + 2*n] and on for 2 bytes
// CHECK-DAG: {{^}}  write p[8*i + 16*n] and on for 8 bytes
// CHECK-NOT: except for
void sizes(int n, char *p) {
  for (int i = 0; i < n; i++) {
    p[i] = 1;
    ((short *)p)[i + n] = 2;
    ((double *)p)[i + 2 * n] = 3;
  }
}
