// A copy of SCoP with a constraint less finds what that kept out, under its own name as under another one, and says why it
// has no description. What has one is told as ever; what has none for the sake of a product is another built-in idiom's.
//
// RUN: sed '/include CallsWithoutMemory/d' %S/../../idioms/scop.candl > %t.candl
// RUN: %idiom find --spec %t.candl --idiom SCoP %s -- -Os | %FileCheck -DNAME=SCoP %s
// RUN: sed 's/^Constraint SCoP$/Constraint Relaxed/' %t.candl > %t.renamed.candl
// RUN: %idiom find --spec %t.renamed.candl --idiom Relaxed %s -- -Os | %FileCheck -DNAME=Relaxed %s
// RUN: %idiom find --idiom SCoP %s -- -Os | %FileCheck --check-prefix=BUILTIN %s
void g(void);

// CHECK: relaxed.c:[[#@LINE+4]]:{{[0-9]+}}: found [[NAME]] in calls: no description: call of g
// BUILTIN-NOT: in calls
// BUILTIN: found SCoP in affine: 1 loop
void calls(double *a, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = i;
    g();
  }
}

// CHECK: relaxed.c:[[#@LINE+2]]:{{[0-9]+}}: found [[NAME]] in affine: 1 loop, {{.*}}1 write
void affine(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// CHECK: relaxed.c:[[#@LINE+3]]:{{[0-9]+}}: found [[NAME]] in products: no description: a product of an iterator and a parameter
// BUILTIN: found SCoP in products: 1 loop, 1 deep
void products(double *a, int n, int m, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j * p] = 0;
}
