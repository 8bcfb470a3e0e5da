// Scalars under conditions about data: what one round defines and uses is carried by no loop around, and a loop that is
// entered anew begins anew.
//
// REQUIRES: islpy
// RUN: %idiom find --idiom SCoP --dependences --python %islpython %s -- -O1 -fno-vectorize -fno-unroll-loops | %FileCheck %s

// CHECK-LABEL: found SCoP in of_one_round:
// CHECK: loop i: parallel
void of_one_round(int n, double *restrict a, const double *restrict b, const double *restrict c) {
  for (int i = 0; i < n; i++)
    if (b[i] > 0) {
      double t = b[i] * 3;
      a[i] = t;
      if (c[i] > t)
        a[i] = t + 1;
    }
}

// CHECK-LABEL: found SCoP in of_one_entry:
// CHECK-NOT: loop i: {{.*}} on m
// CHECK: loop i: carries a flow dependence of distance 1 on s
// CHECK-NEXT: loop j: carries a flow dependence of distance 1 on m
double of_one_entry(int n, const double *restrict b) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double m = 0;
    if (b[i] > 0) {
      m = b[i];
      for (int j = 0; j < n; j++)
        m = m * 3 + b[j];
    }
    s += m;
  }
  return s;
}
