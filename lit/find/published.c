// Static control parts in the published style, as in examples/seed, beside SCoP.
//
// RUN: %idiom check %project/examples/seed/scop.candl
// RUN: %idiom find --spec %project/examples/seed/scop.candl --idiom PublishedSCoP %s -- -O1 -fno-unroll-loops | %FileCheck %s
// RUN: %idiom find --idiom SCoP %s -- -O1 -fno-unroll-loops | %FileCheck --check-prefix=SHIPPED %s

// CHECK: found PublishedSCoP in product
// CHECK: found PublishedSCoP in product
// CHECK: found PublishedSCoP in product
// SHIPPED: found SCoP in product: 3 loops, 3 deep
void product(int n, double (*restrict a)[100], double (*b)[100], double (*c)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        a[i][j] += b[i][k] * c[k][j];
}

// The bound of the inner loop counts beside the iterator, so that it is no input of the calculations.
// CHECK: found PublishedSCoP in triangle
// SHIPPED: found SCoP in triangle: 2 loops, 2 deep
void triangle(int n, double (*a)[100]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      if (j < n - 5)
        a[i][j] = 0;
}

// CHECK-NOT: found PublishedSCoP
// SHIPPED-NOT: found SCoP
void indirect(int n, double *restrict a, const int *restrict k) {
  for (int i = 0; i < n; i++)
    a[k[i]] = i;
}
void sink(double);
void calls(int n, double *a) {
  for (int i = 0; i < n; i++)
    sink(a[i]);
}
