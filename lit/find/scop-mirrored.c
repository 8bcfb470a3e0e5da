// Rows that are gone through backwards, within structures. LLVM 17 and 18 make `31 - j` an `xor` of `j` cut to 32 bits.
//
// RUN: %idiom find --idiom SCoP %s -- -O1 | %FileCheck %s

struct grid { int n; double v[32][32]; };

// CHECK-LABEL: found SCoP in of_many:
// CHECK: read g[k - 1].v[i - 1][j]
// CHECK: write g[k].v[i][-j + 31]
void of_many(struct grid *g, int n) {
  for (int k = 1; k < n; k++)
    for (int i = 1; i < 32; i++)
      for (int j = 0; j < 32; j++)
        g[k].v[i][31 - j] = g[k - 1].v[i - 1][j] + 1;
}

struct line { int n; double v[32]; };

// CHECK-LABEL: found SCoP in line_before:
// CHECK: read g[k].v[j]
// CHECK: write g[k - 1].v[-j + 31]
void line_before(struct line *g, int n) {
  for (int k = 1; k < n; k++)
    for (int j = 0; j < 32; j++)
      g[k - 1].v[31 - j] = g[k].v[j] + 1;
}
