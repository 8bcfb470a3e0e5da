// Members of structures go by their names: behind pointers, in arrays, base classes, references, vectors, and behind pointers that are members
// themselves. What is no whole member, or one of several of a union, is told by its bytes; without debug information all are.
//
// RUN: %clang -std=c++20 -O2 -fno-unroll-loops -fno-vectorize -g -emit-llvm -c %s -o %t.bc
// RUN: %idiom find --idiom ArraySum --idiom ReductionInMemory --idiom Histogram --idiom StridedElements --idiom MatrixVector %t.bc | %FileCheck %s
// RUN: %clang -std=c++20 -Os -ffast-math -fno-unroll-loops -fno-vectorize -g -emit-llvm -c %s -o %t.bc
// RUN: %idiom find --idiom ArraySum --idiom ReductionInMemory --idiom Histogram --idiom StridedElements --idiom MatrixVector %t.bc | %FileCheck %s
// RUN: %clang -std=c++20 -O2 -fno-unroll-loops -fno-vectorize -emit-llvm -c %s -o %t.bc
// RUN: %idiom find --idiom ArraySum %t.bc | %FileCheck --check-prefix=UNNAMED %s
#include <vector>

struct point {
  double x, y, z;
  int kind;
};
struct named {
  long id;
  double total;
};
struct record : named {
  double rows[10][10];
  float u[4], v[4];
  union {
    int number;
    float real;
  };
  struct {
    short low, high;
  };
  point *points;
  std::vector<named> parts;
};
struct packet {
  int length;
  double data[];
};

// CHECK: found ArraySum in middle{{.*}}: s += pts[i].y
// CHECK: found StridedElements in middle{{.*}}: pts[i].y: of 4 that lie together
// UNNAMED: found ArraySum in middle{{.*}}: s += A[4*i + 1]
double middle(const point *pts, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += pts[i].y;
  return s;
}
// CHECK: found ArraySum in first{{.*}}: s += pts[i].x
double first(const point *pts, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += pts[i].x;
  return s;
}
// CHECK: found ArraySum in before{{.*}}: s += pts[i - 1].kind
int before(const point *pts, int n) {
  int s = 0;
  for (int i = 1; i < n; i++)
    s += pts[i - 1].kind;
  return s;
}
point all[100];
// CHECK: found ArraySum in of_variable{{.*}}: s += all[i].z
double of_variable(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += all[i].z;
  return s;
}
// CHECK: found ReductionInMemory in count{{.*}}: r->id = {{.*}}a[i]
void count(record *r, const unsigned char *a, int n) {
  for (int i = 0; i < n; i++)
    r->id += a[i];
}
// CHECK: found Histogram in kinds{{.*}}: h[p[i].kind] = h[p[i].kind] + 1
void kinds(int *h, const point *p, int n) {
  for (int i = 0; i < n; i++)
    h[p[i].kind]++;
}
// CHECK: found MatrixVector in rows{{.*}}: y[i] += r.rows[i][j] * x[j], 2 loops
void rows(const record &r, const double *__restrict x, double *__restrict y, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += r.rows[i][j] * x[j];
}
// CHECK: found ArraySum in shifted{{.*}}: s += r->v[i - 1]
float shifted(const record *r, int n) {
  float s = 0;
  for (int i = 1; i < n; i++)
    s += r->v[i - 1];
  return s;
}
// CHECK: found ArraySum in pointed{{.*}}: s += r->points[i].x
double pointed(const record *r, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += r->points[i].x;
  return s;
}
// CHECK: found ArraySum in parts{{.*}}: s += r.parts[i].total
double parts(const record &r, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += r.parts[i].total;
  return s;
}
// CHECK: found ArraySum in vectors{{.*}}: s += a[j][i]
double vectors(const std::vector<std::vector<double>> &a, int j, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[j][i];
  return s;
}
// CHECK: found ArraySum in by_value{{.*}}: s += a[i]
double by_value(const std::vector<double> a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
// CHECK: found ArraySum in without_length{{.*}}: s += p->data[i]
double without_length(const packet *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p->data[i];
  return s;
}
// CHECK: found ArraySum in unnamed{{.*}}: s += r[i].high
int unnamed(const record *r, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += r[i].high;
  return s;
}
// CHECK: found ArraySum in either{{.*}}: s += *(r + {{[0-9]+}}*i + {{[0-9]+}})
float either(const record *r, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += r[i].real;
  return s;
}
// CHECK: found ArraySum in half{{.*}}: s += *(pts + 32*i + 8)
float half(const point *pts, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += *(const float *)&pts[i].y;
  return s;
}
// CHECK: found ArraySum in numbers{{.*}}: s += *(pts + 8*i)
double numbers(const point *pts, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += ((const double *)pts)[i];
  return s;
}
