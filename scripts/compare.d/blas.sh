#!/usr/bin/env bash
# Times of calls of BLAS in the place of loops, as the table of docs/src/rewrites.md.
#
# usage: scripts/compare blas [VERSION] [RUNS]
#
# Compiles loops by clang -O3 -ffast-math without the plugin, with Polly where clang has it, and with the
# built-in rewrites applied. Links all with OpenBLAS and times them in turn beside calls written by hand, RUNS
# times each (5): the median of processor time, OpenBLAS with one thread. Prints how often Polly applied its
# own transformation of matrix products. Installs libopenblas-dev from Debian where it is missing. The plugin
# is build/llvm-VERSION/libidiom.so, which scripts/build.sh makes.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
version=${1:-19} runs=${2:-5}
need_llvm "$version" clang
plugin=$(built_plugin "$version")
clang=$(tool "$version" clang)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
want_openblas

cat >"$work/loops.c" <<'C'
#define FOR(i, n) for (int i = 0; i < (n); ++i)
void NAME(gemm)(int n, double a, const double *A, const double *B, double *C) {
  FOR(i, n) FOR(j, n) {
    double s = 0;
    FOR(k, n) s += A[i * n + k] * B[k * n + j];
    C[i * n + j] = s;
  }
}
__attribute__((noinline)) static void NAME(constant)(const double (*A)[1024], const double (*B)[1024], double (*restrict C)[1024]) {
  FOR(i, 1024) FOR(j, 1024) {
    C[i][j] = 0;
    FOR(k, 1024) C[i][j] += A[i][k] * B[k][j];
  }
}
void NAME(fixed)(int n, double a, const double *A, const double *B, double *C) {
  NAME(constant)((const double(*)[1024])A, (const double(*)[1024])B, (double(*)[1024])C);
}
void NAME(syrk)(int n, double a, const double *A, const double *B, double *C) {
  FOR(i, n) FOR(j, i + 1) {
    double s = 0;
    FOR(k, n) s += A[i * n + k] * A[j * n + k];
    C[i * n + j] = s;
  }
}
void NAME(trmm)(int n, double a, const double *A, const double *B, double *C) {
  FOR(i, n) FOR(c, n) {
    double s = C[i * n + c];
    for (int j = i + 1; j < n; ++j) s += A[i * n + j] * C[j * n + c];
    C[i * n + c] = s;
  }
}
void NAME(trsm)(int n, double a, const double *A, const double *B, double *C) {
  FOR(i, n) FOR(c, n) {
    double s = C[i * n + c];
    FOR(j, i) s -= A[i * n + j] * C[j * n + c];
    C[i * n + c] = s / A[i * n + i];
  }
}
void NAME(trsv)(int n, double a, const double *A, const double *B, double *C) {
  FOR(i, n) {
    double s = C[i];
    FOR(j, i) s -= A[i * n + j] * C[j];
    C[i] = s / A[i * n + i];
  }
}
void NAME(gemv)(int n, double a, const double *A, const double *B, double *C) {
  FOR(i, n) {
    double s = 0;
    FOR(j, n) s += A[i * n + j] * B[j];
    C[i] = s;
  }
}
void NAME(dot)(int n, double a, const double *A, const double *B, double *C) {
  double s = 0;
  FOR(i, n) s += A[i] * B[i];
  *C = s;
}
void NAME(axpy)(int n, double a, const double *A, const double *B, double *C) { FOR(i, n) C[i] += a * A[i]; }
void NAME(length)(int n, double a, const double *A, const double *B, double *C) {
  double s = 0;
  FOR(i, n) s += A[i] * A[i];
  *C = __builtin_sqrt(s);
}
void NAME(small)(int n, double a, const double *A, const double *B, double *C) {
  FOR(round, 2000000) {
    double s = 0;
    FOR(i, n) s += A[i] * B[i];
    C[round & 7] += s;
  }
}
C
cat >"$work/time.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define ARGUMENTS int n, double a, const double *A, const double *B, double *C
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_dsyrk(int, int, int, int, int, double, const double *, int, double, double *, int);
void cblas_dtrmm(int, int, int, int, int, int, int, double, const double *, int, double *, int);
void cblas_dtrsm(int, int, int, int, int, int, int, double, const double *, int, double *, int);
void cblas_dtrsv(int, int, int, int, int, const double *, int, double *, int);
double cblas_ddot(int, const double *, int, const double *, int);
double cblas_dnrm2(int, const double *, int);
void cblas_daxpy(int, double, const double *, int, double *, int);
void openblas_set_num_threads(int);
static void hand_gemm(ARGUMENTS) { cblas_dgemm(101, 111, 111, n, n, n, 1, A, n, B, n, 0, C, n); }
static void hand_fixed(ARGUMENTS) { hand_gemm(n, a, A, B, C); }
static void hand_syrk(ARGUMENTS) { cblas_dsyrk(101, 122, 111, n, n, 1, A, n, 0, C, n); }
static void hand_trmm(ARGUMENTS) { cblas_dtrmm(101, 141, 121, 111, 132, n, n, 1, A, n, C, n); }
static void hand_trsm(ARGUMENTS) { cblas_dtrsm(101, 141, 122, 111, 131, n, n, 1, A, n, C, n); }
static void hand_trsv(ARGUMENTS) { cblas_dtrsv(101, 122, 111, 131, n, A, n, C, 1); }
static void hand_gemv(ARGUMENTS) { cblas_dgemv(101, 111, n, n, 1, A, n, B, 1, 0, C, 1); }
static void hand_dot(ARGUMENTS) { *C = cblas_ddot(n, A, 1, B, 1); }
static void hand_axpy(ARGUMENTS) { cblas_daxpy(n, a, A, 1, C, 1); }
static void hand_length(ARGUMENTS) { *C = cblas_dnrm2(n, A, 1); }
static void hand_small(ARGUMENTS) { for (int round = 0; round < 2000000; ++round) C[round & 7] += cblas_ddot(n, A, 1, B, 1); }
typedef void Kernel(ARGUMENTS);
#define DECLARE(name) Kernel plain_##name, polly_##name, with_##name;
DECLARE(gemm) DECLARE(fixed) DECLARE(syrk) DECLARE(trmm) DECLARE(trsm) DECLARE(trsv) DECLARE(gemv) DECLARE(dot) DECLARE(axpy) DECLARE(length) DECLARE(small)
static int compare(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }
static double *A, *B, *C;
static void measure(const char *label, int n, int runs, Kernel *plain, Kernel *polly, Kernel *with, Kernel *hand) {
  Kernel *kernels[] = {plain, polly, with, hand};
  double times[4][99], median[4];
  for (int run = 0; run < runs; ++run)
    for (int k = 0; k < 4; ++k) {
      clock_t before = clock();
      if (kernels[k]) kernels[k](n, 1.5, A, B, C);
      times[k][run] = (double)(clock() - before) / CLOCKS_PER_SEC * 1000;
    }
  for (int k = 0; k < 4; ++k) qsort(times[k], runs, sizeof(double), compare), median[k] = times[k][runs / 2];
  printf("| %s | %.2f ms | ", label, median[0]);
  polly ? printf("%.2f ms", median[1]) : printf("-");
  printf(" | %.2f ms | %.2f ms | %.1f |\n", median[2], median[3], median[0] / median[2]);
}
#ifdef WITH_POLLY
#define MEASURE(label, n, name) measure(label, n, runs, plain_##name, polly_##name, with_##name, hand_##name)
#else
#define MEASURE(label, n, name) measure(label, n, runs, plain_##name, 0, with_##name, hand_##name)
#endif
int main(int count, char **words) {
  int runs = atoi(words[1]) < 99 ? atoi(words[1]) : 99;
  long size = 1 << 24;
  openblas_set_num_threads(1);
  A = malloc(size * 8), B = malloc(size * 8), C = malloc(size * 8);
  for (long k = 0; k < size; ++k) A[k] = k % 7 - 3, B[k] = k % 5 - 2, C[k] = 0;
  puts("| | loops | with Polly | applied | by hand | loops / applied |\n| --- | --- | --- | --- | --- | --- |");
  MEASURE("product of matrices, n = 1024", 1024, gemm);
  MEASURE("product of matrices, n = 256", 256, gemm);
  MEASURE("product of matrices of constant size, n = 1024", 1024, fixed);
  MEASURE("one triangle of a matrix times its transpose, n = 1024", 1024, syrk);
  // The systems have large numbers on their diagonals, so that solutions stay small.
  for (long k = 0; k < 1024; ++k) A[k * 1025] = 1 << 14;
  MEASURE("triangular system, 1024 right sides, n = 1024", 1024, trsm);
  for (long k = 0; k < 1 << 20; ++k) C[k] = 0;
  MEASURE("triangle times matrix in place, n = 1024", 1024, trmm);
  for (long k = 0; k < 4000; ++k) A[k * 4001] = 1 << 14;
  MEASURE("triangular system, one right side, n = 4000", 4000, trsv);
  MEASURE("matrix times vector, n = 4000", 4000, gemv);
  MEASURE("sum of products, n = 2^24", 1 << 24, dot);
  MEASURE("y += a x, n = 2^24", 1 << 24, axpy);
  MEASURE("length of a vector, n = 2^24", 1 << 24, length);
  MEASURE("2000000 sums of products, n = 16", 16, small);
  return 0;
}
C
unset "${!IDIOM_@}"
"$clang" -O3 -ffast-math '-DNAME(x)=plain_##x' -c "$work/loops.c" -o "$work/plain.o"
IDIOM_APPLY=GemmByBlas,SyrkByBlas,TrmmByBlas,TrsmByBlas,GemvByBlas,DotByBlas,AxpyByBlas "$clang" -O3 -ffast-math '-DNAME(x)=with_##x' -fpass-plugin="$plugin" -c "$work/loops.c" -o "$work/with.o"
polly=()
if "$clang" -O3 -ffast-math '-DNAME(x)=polly_##x' -mllvm -polly -S -emit-llvm "$work/loops.c" -o "$work/polly.ll" 2>"$work/polly.txt"; then
  "$clang" -O3 -c "$work/polly.ll" -Wno-unused-command-line-argument -o "$work/polly.o"
  polly=(-DWITH_POLLY "$work/polly.o")
  echo "Polly made its own product of matrices $(grep -c 'polly.alias.scope.Packed_A' "$work/polly.ll") times."
else
  echo "This clang has no Polly: $(head -1 "$work/polly.txt")"
fi
"$clang" -O2 "$work/time.c" "${polly[@]}" "$work/plain.o" "$work/with.o" -o "$work/run" -lopenblas
"$work/run" "$runs"
