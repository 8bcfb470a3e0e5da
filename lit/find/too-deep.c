// A subscript that is a longer sum than SCoP takes apart: the loops around it are none of the part, and that is told with the
// value that the search went no deeper than. A sum of ten products is within the limit, and nothing is told.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %idiom find --idiom SCoP --format json %s > %t/report.json
// RUN: %idiom find --idiom SCoP %s | %FileCheck %s
// RUN: %python %inputs/check_schema.py %project/docs/src/report.schema.json %t/report.json
//
// RUN: %idiom find --spec %inputs/offset.candl --idiom Offset --function '^(shallow|deep|square)$' %s | %FileCheck --check-prefix=OFFSET %s
//
// CHECK-NOT: reached a limit of SCoP in within
// CHECK: reached a limit of SCoP in beyond: the specification goes no deeper than this value
// CHECK-NOT: reached a limit of SCoP in within

void within(long n, float *a) {
  for (long i0 = 0; i0 < n; i0++) for (long i1 = 0; i1 < n; i1++) for (long i2 = 0; i2 < n; i2++) for (long i3 = 0; i3 < n; i3++) for (long i4 = 0; i4 < n; i4++) for (long i5 = 0; i5 < n; i5++) for (long i6 = 0; i6 < n; i6++) for (long i7 = 0; i7 < n; i7++) for (long i8 = 0; i8 < n; i8++) for (long i9 = 0; i9 < n; i9++)
    a[3 * i0 + 5 * i1 + 7 * i2 + 9 * i3 + 11 * i4 + 13 * i5 + 15 * i6 + 17 * i7 + 19 * i8 + 21 * i9] = 0;
}

void beyond(long n, float *a) {
  for (long i0 = 0; i0 < n; i0++) for (long i1 = 0; i1 < n; i1++) for (long i2 = 0; i2 < n; i2++) for (long i3 = 0; i3 < n; i3++) for (long i4 = 0; i4 < n; i4++) for (long i5 = 0; i5 < n; i5++) for (long i6 = 0; i6 < n; i6++) for (long i7 = 0; i7 < n; i7++) for (long i8 = 0; i8 < n; i8++) for (long i9 = 0; i9 < n; i9++) for (long i10 = 0; i10 < n; i10++) for (long i11 = 0; i11 < n; i11++) for (long i12 = 0; i12 < n; i12++) for (long i13 = 0; i13 < n; i13++) for (long i14 = 0; i14 < n; i14++) for (long i15 = 0; i15 < n; i15++) for (long i16 = 0; i16 < n; i16++) for (long i17 = 0; i17 < n; i17++) for (long i18 = 0; i18 < n; i18++) for (long i19 = 0; i19 < n; i19++)
    a[3 * i0 + 5 * i1 + 7 * i2 + 9 * i3 + 11 * i4 + 13 * i5 + 15 * i6 + 17 * i7 + 19 * i8 + 21 * i9 + 23 * i10 + 25 * i11 + 27 * i12 + 29 * i13 + 31 * i14 + 33 * i15 + 35 * i16 + 37 * i17 + 39 * i18 + 41 * i19] = 0;
}

// What `AffineCalc` takes apart is told likewise: the offset in bytes is a product of the subscript, so that of three levels two are
// left for it. A square is not affine at any depth.
// OFFSET-NOT: limit
// OFFSET: found Offset in shallow
// OFFSET-NOT: limit
// OFFSET: reached a limit of Offset in deep: the specification goes no deeper than this value
// OFFSET-NOT: limit
void shallow(long n, long m, float *a) {
  for (long i = 0; i < n; i++) a[7 * i + m] = 0;
}

void deep(long n, long m, long k, float *a) {
  for (long i = 0; i < n; i++) a[(k * i + m) * m + k] = 0;
}

void square(long n, long m, float *a) {
  for (long i = 0; i < n; i++) a[i * i + m] = 0;
}
