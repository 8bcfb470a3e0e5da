// With -g findings are told in the names of the source, and subscripts as it has them, whatever LLVM made of the addresses.
//
// RUN: %idiom find --idiom SCoP %s -- -Os -ffast-math -fno-inline -g | %FileCheck %s
// RUN: %idiom find --idiom SCoP --format json %s -- -Os -ffast-math -fno-inline -g > %t.with
// RUN: %FileCheck --check-prefix=JSON %s < %t.with
//
// Line tables have no names. The findings are the same but for them.
//
// RUN: %idiom find --idiom SCoP --format json %s -- -Os -ffast-math -fno-inline -gline-tables-only > %t.without
// RUN: %FileCheck --check-prefix=WITHOUT %s < %t.without
// WITHOUT: "function": "product"
// WITHOUT-NOT: "source":
// WITHOUT-NOT: "names":
// RUN: %python %inputs/without_names.py %t.with > %t.1
// RUN: %python %inputs/without_names.py %t.without > %t.2
// RUN: diff %t.1 %t.2
//
// The variables of other idioms have their names beside the values.
//
// RUN: %idiom find --idiom SqrtOfSquare %s -- -O1 -g | %FileCheck --check-prefix=OTHER %s
// OTHER: found SqrtOfSquare in root
// OTHER: a = %{{[0-9a-z]+}} (side)
#include <math.h>

// CHECK: found SCoP in product: 3 loops, 3 deep
// CHECK: {{^}}  for (i = 0; i < n; i += 1)
// CHECK-NEXT: {{^}}  for (j = 0; j < n; j += 1)
// CHECK-NEXT: {{^}}  for (k = 0; k < n; k += 1)
// CHECK-DAG: {{^}}  read c[i][j]
// CHECK-DAG: {{^}}  read a[i][k]
// CHECK-DAG: {{^}}  read b[k][j]
// CHECK-DAG: {{^}}  write c[i][j]
// CHECK: to check at run time: c and a do not overlap
// CHECK-NEXT: to check at run time: c and b do not overlap
//
// JSON: "function": "product"
// JSON: "value": "%0",
// JSON-NEXT: "source": "n"
// JSON: "loops": [
// JSON: "iterator": "i0",
// JSON: "bound": "%0",
// JSON-NEXT: "source": "for (i = 0; i < n; i += 1)",
// JSON: "accesses": [
// JSON: "array": "%1",
// JSON: "source": "c[i][j]",
// JSON: "names": [
// JSON: "value": "%0",
// JSON-NEXT: "source": "n"
// JSON: "value": "i2",
// JSON-NEXT: "source": "k"
void product(int n, double c[100][100], double a[100][100], double b[100][100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// Neighbours, the diagonal, an array on the stack, and a second variable of one name.
//
// CHECK: found SCoP in stencil: 3 loops, 2 deep
// CHECK: {{^}}  for (i = 1; i < n; i += 1)
// CHECK-NEXT: {{^}}  for (j = 1; j < n; j += 1)
// CHECK-NEXT: {{^}}  for (i.2 = 0; i.2 < n; i.2 += 1)
// CHECK-DAG: {{^}}  read old[i - 1][j + 1]
// CHECK-DAG: {{^}}  read old[i][j - 1]
// CHECK-DAG: {{^}}  write old[i.2][i.2]
void stencil(int n, double old[restrict 100][90], double new[restrict 100][90]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      new[i][j] = old[i - 1][j + 1] + old[i][j - 1];
  for (int i = 0; i < n; i++)
    old[i][i] = new[i][0];
}

// A field, and a variable that is computed in the part.
//
// CHECK: found SCoP in fields
// CHECK: {{^}}  for (i = 0; i < n*n + 3; i += 1)
// CHECK: {{^}}  write points[i].y
struct point { double x, y, z; };
void fields(int n, struct point *points) {
  int m = n * n + 3;
  for (int i = 0; i < m; i++)
    points[i].y = 1;
}

// What a variable is that is several values, one after the other, is not said.
//
// CHECK: found SCoP in changed
// CHECK: {{^}}  for (i = 0; i < {{(\(unsigned\) )?}}%
// CHECK: {{^}}  write x[i]
int next(int);
void changed(int m, double *x) {
  int now = next(m);
  for (int i = 0; i < now; i++)
    x[i] = 1;
  now = next(now);
  x[0] = now;
}

// A pointer in memory is a variable itself; what it points to is something else.
//
// CHECK: found SCoP in points
// CHECK: {{^}}  read last {{.*}}source-names
// CHECK: {{^}}  write all[i]
double *last;
void points(int n, double **all) {
  for (int i = 0; i < n; i++)
    all[i] = last;
}

double root(double side) { return sqrt(side * side); }
