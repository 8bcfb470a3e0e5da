// Nests that no call may replace, each beside its reason. In `proper` there is nothing to refuse.
//
// RUN: env IDIOM_APPLY=Ddot,Daxpy,Dscal %clang -O2 -ffast-math -c %s -o %t.o -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom 2> %t.said
// RUN: %FileCheck %s < %t.said
// RUN: env IDIOM_APPLY=DgemmAdd %clang -O2 -ffast-math -c %s -o %t.o -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom 2>&1 | %FileCheck %s --check-prefix=GEMM --implicit-check-not=rewrote
//
// What the library is to do must not be done by a call of itself, and not unchecked where accesses are checked.
// RUN: env IDIOM_APPLY=Ddot %clang -O2 -ffast-math -DDEFINED -c %s -o %t.o -fpass-plugin=%plugin -Rpass-missed=idiom 2>&1 | %FileCheck %s --check-prefix=DEFINED
// DEFINED: did not rewrite Ddot{{.*}}`cblas_ddot` is defined in this module
// RUN: env IDIOM_APPLY=Ddot %clang -O2 -ffast-math -fsanitize=address -c %s -o %t.o -fpass-plugin=%plugin -Rpass-missed=idiom 2>&1 | %FileCheck %s --check-prefix=CHECKED
// CHECKED: did not rewrite Ddot{{.*}}the function is `sanitize_address`
// RUN: env IDIOM_APPLY=Ddot %clang -O2 -ffast-math -fno-builtin -c %s -o %t.o -fpass-plugin=%plugin -Rpass-missed=idiom 2>&1 | %FileCheck %s --check-prefix=BUILTIN
// BUILTIN: did not rewrite Ddot{{.*}}`cblas_ddot` may not be called here
// RUN: env IDIOM_APPLY=Ddot %clang -Os -ffast-math -c %s -o %t.o -fpass-plugin=%plugin -Rpass-missed=idiom 2>&1 | %FileCheck %s --check-prefix=SIZE
// SIZE: did not rewrite Ddot{{.*}}the function is compiled for size
#define FOR(i, n) for (int i = 0; i < (n); ++i)
typedef double *restrict Array;

#ifdef DEFINED
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy) { return *x * *y; }
#endif

// CHECK: refused.c:[[#@LINE+3]]:{{[0-9]+}}: remark: rewrote Ddot
double proper(int n, const double *x, const double *y) {
  double s = 0;
  FOR(i, n) s += x[i] * y[i];
  return s;
}

// CHECK: refused.c:[[#@LINE+4]]:{{[0-9]+}}: remark: did not rewrite Ddot: {{.*}} is used behind the nest, and the call does not give it
double last;
double second_value(int n, const double *x, const double *y) {
  double s = 0, t = 0;
  FOR(i, n) {
    t = x[i];
    s += t * y[i];
  }
  last = t;
  return s;
}

// CHECK: did not rewrite Ddot{{.*}}: store {{.*}} is an access that the rewrite does not speak of
double second_array(int n, const double *x, const double *y, Array z) {
  double s = 0;
  FOR(i, n) {
    s += x[i] * y[i];
    z[i] = 1;
  }
  return s;
}

// CHECK: did not rewrite Ddot{{.*}} is a call with effects within the nest
void heard(int);
double with_call(int n, const double *x, const double *y) {
  double s = 0;
  FOR(i, n) {
    heard(i);
    s += x[i] * y[i];
  }
  return s;
}

// Nothing is found of what is volatile.
// CHECK-NOT: refused.c:[[#@LINE+3]]:{{.*}}remark
double watched(int n, const volatile double *x, const double *y) {
  double s = 0;
  FOR(i, n) s += x[i] * y[i];
  return s;
}

// Nothing is found where a loop has two ends: there is no number of rounds.
void left_early(int m, int n, int l, Array A, Array B, Array C) {
  FOR(i, m) {
    FOR(j, n) FOR(k, l) C[i * n + j] += A[i * l + k] * B[k * n + j];
    if (C[i * n] > 100) break;
  }
}

// GEMM: did not rewrite DgemmAdd{{.*}} depends on it
void sometimes(int m, int n, int l, Array A, Array B, Array C) {
  FOR(i, m) FOR(j, n) if (i != j) FOR(k, l) C[i * n + j] += A[i * l + k] * B[k * n + j];
}

// CHECK: did not rewrite Ddot{{.*}} chooses what a round of the nest does
double positive(int n, const double *x, const double *y) {
  double s = 0;
  FOR(i, n) if (x[i] > 0) s += x[i] * y[i];
  return s;
}

// CHECK: did not rewrite Daxpy{{.*}} is an access to another element of the array that the nest writes
void onto_itself(int n, double a, double *y) { FOR(i, n) y[i] += a * y[i + 1]; }

// CHECK: did not rewrite Dscal{{.*}} lacks reassoc, nnan, ninf, nsz
#pragma float_control(push)
#pragma float_control(precise, on)
void exactly(int n, double a, double *y) { FOR(i, n) y[i] *= a; }
#pragma float_control(pop)

// GEMM: did not rewrite DgemmAdd{{.*}} begins a loop whose number of rounds changes within the nest
void triangular(int m, int n, int l, Array A, Array B, Array C) {
  FOR(i, m) FOR(j, n) FOR(k, i + 1) C[i * n + j] += A[i * l + k] * B[k * n + j];
}

// CHECK: did not rewrite Daxpy{{.*}} `when` asks for -1 >s 0
void against(int n, double a, const double *x, Array y) { FOR(i, n) y[i] += a * x[n - i]; }

// The count says rounds, and not that the comparison means the same for numbers below 0.
// CHECK: did not rewrite Dscal{{.*}} counts through numbers below 0, or above 2^31
void from_below(int n, double a, double *y) {
  for (int i = -5; i < n; ++i)
    y[i] *= a;
}

// GEMM: did not rewrite DgemmAdd{{.*}} is an access that the rewrite does not speak of
void third_loop(int m, int n, int l, Array A, Array B, Array C, Array D) {
  FOR(i, m) FOR(j, n) {
    FOR(k, l) C[i * n + j] += A[i * l + k] * B[k * n + j];
    FOR(h, l) D[h] = i;
  }
}
