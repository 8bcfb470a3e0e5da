// Static control parts in the words of the source: a number that is read with another sign than its variable has is cast,
// an address is not, and elements are members of structures.
//
// RUN: %idiom find --idiom SCoP %s -- -O1 | %FileCheck %s

struct counts { unsigned n; int m; double *a; };
struct point { double x, y, z[4]; int k; };

// CHECK-LABEL: found SCoP in arms:
// CHECK: write a[i] where ((unsigned) m > 5)
// CHECK: write a[2*i] where not ((unsigned) m > 5)
void arms(long n, long m, double *a) {
  for (long i = 0; i < n; i++)
    if ((unsigned long)m > 5)
      a[i] = 1;
    else
      a[2 * i] = 3;
}

// CHECK-LABEL: found SCoP in bounds:
// CHECK: for (i = (unsigned) n; i < m; i += 1) where ((unsigned) n < m)
void bounds(int n, unsigned m, double *a) {
  for (unsigned i = n; i < m; i++)
    a[i] = 3;
}

// CHECK-LABEL: found SCoP in least:
// CHECK: for (i = 0; i < min((unsigned) m, (unsigned) n); i += 1)
void least(int n, int m, double *a) {
  unsigned k = (unsigned)n < (unsigned)m ? n : m;
  for (unsigned i = 0; i < k; i++)
    a[i] = 1;
}

// CHECK-LABEL: found SCoP in of_unsigned:
// CHECK: for (i = 0; i < n; i += 1) where (n != 0)
// CHECK: write a[i] where (n != 7)
void of_unsigned(unsigned n, double *a) {
  for (unsigned i = 0; i < n; i++)
    if (n != 7)
      a[i] = 1;
}

// CHECK-LABEL: found SCoP in to_the_end:
// CHECK: where (a != e)
void to_the_end(double *a, double *e) {
  for (double *p = a; p != e; p++)
    *p = 1;
}

// CHECK-LABEL: found SCoP in of_members:
// CHECK-DAG: read s->n
// CHECK-DAG: read s->m where
// From LLVM 23 on the loop is one of the runs where the condition holds.
// CHECK-DAG: {{(write a.i. where .* s->m > 3|for .i = 0; .* where .*s->m > 3)}}
void of_members(const struct counts *s, double *restrict a) {
  for (unsigned i = 0; i < s->n; i++)
    if (s->m > 3u)
      a[i] = 1;
}

// CHECK-LABEL: found SCoP in of_elements:
// CHECK: read q[i].y
// CHECK: write q[i].x
// CHECK: write q[i].z[2]
void of_elements(struct point *restrict q, int n) {
  for (int i = 0; i < n; i++) {
    q[i].x = q[i].y * 2;
    q[i].z[2] = q[i].x;
  }
}

struct point g[100];

// CHECK-LABEL: found SCoP in of_global:
// CHECK: write g[i].z[j]
void of_global(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      g[i].z[j] = i;
}

double m[10][7];

// CHECK-LABEL: found SCoP in from_the_end:
// CHECK: write m[i][-j + 6]
void from_the_end(void) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 7; j++)
      m[i][6 - j] = i;
}

struct grid { int n; double v[32][32]; };

// Rows begin where the member does.
// CHECK-LABEL: found SCoP in filled:
// CHECK: write g->v[i][j]
// CHECK: except for n >= 33
void filled(struct grid *g, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g->v[i][j] = i + j;
}

// CHECK-LABEL: found SCoP in upward:
// CHECK: read g->v[i - 1][j]
// CHECK: write g->v[i][j]
// CHECK-NOT: except for
void upward(struct grid *g, int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 32; j++)
      g->v[i][j] = g->v[i - 1][j] + 1;
}
