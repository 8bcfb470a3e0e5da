#!/usr/bin/env bash
# Cost of the guard of a call where the loops run.
#
# usage: scripts/measure guard [VERSION] [N]
#
# Compiles loops by clang -O3 -ffast-math without the plugin and with the BLAS rewrites applied, runs each
# 1000 times for N (16) rows, which is too few for a call, and prints the instructions of one run, counted by
# valgrind. The plugin is build/llvm-VERSION/libidiom.so.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
version=${1:-19} n=${2:-16}
need_llvm "$version" clang
need_program valgrind valgrind
plugin=$(built_plugin "$version")
clang=$(tool "$version" clang)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset "${!IDIOM_@}"

cat >"$work/loops.c" <<'C'
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define ARGUMENTS int n, double a, const double *A, const double *B, double *C
void gemm(ARGUMENTS) {
  FOR(i, n) FOR(j, n) {
    double s = 0;
    FOR(k, n) s += A[i * n + k] * B[k * n + j];
    C[i * n + j] = s;
  }
}
void gemv(ARGUMENTS) {
  FOR(i, n) {
    double s = 0;
    FOR(j, n) s += A[i * n + j] * B[j];
    C[i] = s;
  }
}
void dot(ARGUMENTS) {
  double s = 0;
  FOR(i, n) s += A[i] * B[i];
  *C = s;
}
void axpy(ARGUMENTS) { FOR(i, n) C[i] += a * A[i]; }
void scal(ARGUMENTS) { FOR(i, n) C[i] *= a; }
C
cat >"$work/main.c" <<'C'
#include <stdlib.h>
#define ARGUMENTS int n, double a, const double *A, const double *B, double *C
typedef void Kernel(ARGUMENTS);
Kernel gemm, gemv, dot, axpy, scal;
int main(int count, char **words) {
  Kernel *kernels[] = {gemm, gemv, dot, axpy, scal};
  int which = atoi(words[1]), runs = atoi(words[2]), n = atoi(words[3]);
  double *A = calloc(n * n, 8), *B = calloc(n * n, 8), *C = calloc(n * n, 8);
  for (int run = 0; run < runs; ++run) kernels[which](n, 1, A, B, C);
  return 0;
}
C
# Stubs for the linker: none of them is called.
for name in dgemm dgemv ddot daxpy dscal; do echo "void cblas_$name(void) { __builtin_trap(); }"; done >"$work/blas.c"
"$clang" -O2 -w -c "$work/blas.c" -o "$work/blas.o"
"$clang" -O3 -ffast-math -c "$work/loops.c" -o "$work/plain.o"
IDIOM_APPLY=GemmByBlas,GemvByBlas,DotByBlas,AxpyByBlas,ScalByBlas "$clang" -O3 -ffast-math -fpass-plugin="$plugin" -c "$work/loops.c" -o "$work/with.o"
for kind in plain with; do "$clang" -O2 "$work/main.c" "$work/$kind.o" "$work/blas.o" -o "$work/$kind"; done

# `instructions KIND KERNEL RUNS`: the instructions that the program executes.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/$1" "$2" "$3" "$n" 2>&1 | sed -n 's/.*Collected : //p'
}
echo "| n = $n | loops | with the guard | more |"
echo "| --- | --- | --- | --- |"
k=0
for name in "product of matrices" "matrix times vector" "sum of products" "y += a x" "x *= a"; do
  counts=()
  for kind in plain with; do counts+=($((($(instructions "$kind" $k 1000) - $(instructions "$kind" $k 0)) / 1000))); done
  awk -v name="$name" -v a="${counts[0]}" -v b="${counts[1]}" 'BEGIN { printf "| %s | %d | %d | %.1f %% |\n", name, a, b, (b - a) * 100 / a }'
  k=$((k + 1))
done
