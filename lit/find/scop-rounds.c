// What is told of rounds that no test precedes, of shifts, of lengths, of values read behind a loop, and of a number that is
// chosen before it is cut.
//
// RUN: %idiom find --idiom SCoP %s -- -O1 -fno-strict-aliasing | %FileCheck %s

void *memset(void *, int, unsigned long);

// CHECK-LABEL: found SCoP in guarded:
// CHECK: for (i = 0; i < n; i += 1) where (n >= 1){{ }}
void guarded(float *a, float *b, int n) { if (n < 1) return; int i = 0; do { a[i] = b[i] + 1; i++; } while (i < n); }

// CHECK-LABEL: found SCoP in down:
// CHECK: for (i = n; i >= 4; i += -1) (first round not tested)
void down(float *a, float *b, int n) { int i = n; while (1) { a[i] = b[i] + 1; if (--i <= 3) break; } }

// CHECK-LABEL: found SCoP in inner:
// CHECK: for (i = 0; i < n; i += 1) where (n > 0){{ }}
// CHECK: for (j = i; j < m; j += 1) (first round not tested)
void inner(float (*a)[100], int n, int m) {
  for (int i = 0; i < n; i++) { int j = i; do { a[i][j] = 1.5f * a[j][i]; j++; } while (j < m); }
}

// CHECK-LABEL: found SCoP in half:
// CHECK: for (i = 0; i < {{n >> 1|.*n / 2\)?}}; i += 1){{ }}
void half(float *a, int n) { for (int i = 0; i < n / 2; i++) a[i] = a[n - 1 - i]; }

// CHECK-LABEL: found SCoP in of_bits:
// CHECK: for (i = 0; i < {{.*}}(unsigned) n >> 2{{.*}}; i += 1){{ }}
void of_bits(float *a, int n) { for (int i = 0; i < (int)((unsigned)n >> 2); i++) a[i] *= 2; }

// CHECK-LABEL: found SCoP in last:
// CHECK-NOT: carried
// CHECK: write a[i]
// CHECK-NOT: carried
int last(float *restrict a, float *restrict b, int n) {
  int k = 0;
  for (int i = 0; i < n; i += 3) { a[i] = b[i] + a[i]; k = i; }
  return k;
}

// CHECK-LABEL: found SCoP in chosen:
// CHECK: write a[((i < 5) ? -i + 5 : i - 5)]
// CHECK-NEXT: except for n >= 2147483649
void chosen(int *a, long n) { for (long i = 0; i < n; i++) { int k = (int)i; a[k < 5 ? 5 - k : k - 5] = k; } }

// CHECK-LABEL: found SCoP in bytes:
// CHECK: write a[i] and on for m bytes
// CHECK-NEXT: except for n >= 1 and m <= -1
// CHECK-NOT: except
void bytes(short *a, int n, int m) { for (int i = 0; i < n; i++) memset(&a[i], 0, m); }

// CHECK-LABEL: found SCoP in mixed:
// CHECK: write p[i]{{ }}
// CHECK: write p[2*i] and on for 8 bytes
void mixed(int *p, int n) { for (int i = 0; i < n; i++) { p[i] = 0; *(long *)(p + 2 * i) = 2; } }

// CHECK-LABEL: found SCoP in part:
// CHECK: write p[i] and on for 2 bytes
void part(int *p, int n) { for (int i = 0; i < n; i++) *(short *)(p + i) = 1; }

// A guard in another form than the test.
// CHECK-LABEL: found SCoP in quarter:
// CHECK: for (i = 0; i < {{.*n >> 2.*}}; i += 1){{ }}
void quarter(float *a, unsigned n) { for (unsigned i = 0; i < n / 4; i++) a[i] *= 2; }
