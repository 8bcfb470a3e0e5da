#!/usr/bin/env bash
# Times of loops on all cores, as the table of docs/src/threads.md.
#
# usage: scripts/compare threads [VERSION] [RUNS] [FOLDER]
#
# Compiles loops by clang -O3 -ffast-math without the plugin, with the built-in rewrites of Threads, with
# OpenMP written by hand, and with Polly's -polly-parallel, and by gcc -O3 -ffast-math without and with
# -ftree-parallelize-loops, and times them in turn, RUNS times each (5): the median of wall-clock time. There
# are as many threads as the machine has cores, or OMP_NUM_THREADS. The last rows are loops too short for
# threads, many times over. The plugin is build/llvm-VERSION/libidiom.so, which scripts/build.sh makes, or
# that of IDIOM_PLUGIN.
#
# With FOLDER, each of its C files is a program without arguments, and its whole run is timed; by hand means
# -fopenmp, which does nothing to a program without pragmas. A program that prints something else than clang's
# is marked with a star: sums of floating-point numbers may end in other digits.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
version=${1:-19} runs=${2:-5} folder=${3:-}
need_llvm "$version" clang
want_package OpenMP "libomp-$version-dev"
want_package Polly "libpolly-$version-dev"
need_program gcc gcc
plugin=$(built_plugin "$version")
clang=$(tool "$version" clang)
threads=${OMP_NUM_THREADS:-$(nproc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

unset "${!IDIOM_@}"
common=(-O3 -ffast-math)
# Compiles by one of the ways: a file, and what it becomes.
compile() {
  local way=$1
  shift
  case $way in
  clang) "$clang" "${common[@]}" "$@" ;;
  with) IDIOM_APPLY=Threads IDIOM_WARN=0 "$clang" "${common[@]}" -fpass-plugin="$plugin" "$@" ;;
  hand) "$clang" "${common[@]}" -DHAND -fopenmp "$@" ;;
  polly) "$clang" "${common[@]}" -mllvm -polly -mllvm -polly-parallel "$@" ;;
  gcc) gcc "${common[@]}" "$@" ;;
  gccp) gcc "${common[@]}" -ftree-parallelize-loops="$threads" "$@" ;;
  esac
}
ways=(clang with hand polly gcc gccp)
heading() {
  echo "| $threads threads | clang | applied | OpenMP by hand | Polly | gcc | gcc, parallel |"
  echo "| --- | --- | --- | --- | --- | --- | --- |"
}

if [ -n "$folder" ]; then
  heading
  for file in "$folder"/*.c; do
    name=$(basename "$file" .c)
    built=()
    for way in "${ways[@]}"; do
      if compile "$way" -w -c "$file" -o "$work/$way.o" 2>/dev/null &&
        "$clang" "$work/$way.o" -o "$work/$way" -fopenmp -lm 2>/dev/null; then
        built+=("$way")
      fi
    done
    OMP_NUM_THREADS=$threads python3 - "$name" "$runs" "$work" "${built[@]}" <<'PYTHON'
import statistics
import subprocess
import sys
import time

name, runs, work, built = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
times, printed = {way: [] for way in built}, {}
for _ in range(runs):
    for way in built:
        begin = time.perf_counter()
        done = subprocess.run([f"{work}/{way}"], capture_output=True, check=False)
        times[way].append(time.perf_counter() - begin)
        printed[way] = (done.stdout, done.returncode)
cells = []
for way in ["clang", "with", "hand", "polly", "gcc", "gccp"]:
    if way not in times:
        cells.append("does not compile")
        continue
    median, base = statistics.median(times[way]), "gcc" if way.startswith("gcc") else "clang"
    is_base = way == base or base not in times
    text = f"{median * 1e3:.2f} ms" if is_base else f"{statistics.median(times[base]) / median:.2f}"
    cells.append(text + ("" if printed[way] == printed.get("clang", printed[way]) else " *"))
print(f"| {name} | {' | '.join(cells)} |", flush=True)
PYTHON
  done
  exit
fi

cat >"$work/loops.c" <<'C'
#include <math.h>
#ifdef HAND
#define PARALLEL(clause) _Pragma(#clause)
#else
#define PARALLEL(clause)
#endif
#define ARGUMENTS long n, double *restrict a, double *restrict b, const double *restrict c, const int *restrict x, long *restrict h
double NAME(map)(ARGUMENTS) {
  double sum = 0;
  PARALLEL(omp parallel for reduction(+:sum))
  for (long i = 0; i < n; i++) {
    a[i] = exp(-c[i] * c[i]) / (1 + c[i]);
    sum += a[i];
  }
  return sum;
}
double NAME(deviates)(ARGUMENTS) {
  double s = 0, t = 0;
  PARALLEL(omp parallel for reduction(+:s,t))
  for (long i = 0; i < n; i++) {
    double u = 2 * c[i] - 1, v = 2 * b[i] - 1, r = u * u + v * v;
    if (r <= 1) {
      double f = sqrt(-2 * log(r + 1e-9) / (r + 1e-9));
      s += u * f;
      t += v * f;
    }
  }
  return s + t;
}
double NAME(histogram)(ARGUMENTS) {
  PARALLEL(omp parallel for reduction(+:h[:4096]))
  for (long i = 0; i < n; i++)
    h[x[i] & 4095]++;
  return h[7];
}
// Points of 16 numbers, 16 centres.
double NAME(nearest)(ARGUMENTS) {
  double sum = 0;
  PARALLEL(omp parallel for reduction(+:sum))
  for (long i = 0; i < n / 16; i++) {
    double best = 1e300;
    long at = 0;
    for (int j = 0; j < 16; j++) {
      double d = 0;
      for (int m = 0; m < 16; m++) {
        double e = c[i * 16 + m] - b[j * 16 + m];
        d += e * e;
      }
      if (d < best) {
        best = d;
        at = j;
      }
    }
    h[i] = at;
    sum += best;
  }
  return sum;
}
// Rows of 16 entries in columns x.
double NAME(sparse)(ARGUMENTS) {
  PARALLEL(omp parallel for)
  for (long i = 0; i < n / 16; i++) {
    double sum = 0;
    for (long k = h[i]; k < h[i + 1]; k++)
      sum += c[k] * b[x[k]];
    a[i] = sum;
  }
  return a[9];
}
// A square of 1024 columns.
double NAME(jacobi)(ARGUMENTS) {
  PARALLEL(omp parallel for)
  for (long i = 1; i < n / 1024 - 1; i++)
    for (long j = 1; j < 1023; j++)
      a[i * 1024 + j] = 0.2 * (c[i * 1024 + j] + c[i * 1024 + j - 1] + c[i * 1024 + j + 1] + c[(i - 1) * 1024 + j] + c[(i + 1) * 1024 + j]);
  return a[2000];
}
double NAME(matrix_vector)(ARGUMENTS) {
  PARALLEL(omp parallel for)
  for (long i = 0; i < n / 1024; i++) {
    double sum = 0;
    for (long j = 0; j < 1024; j++)
      sum += c[i * 1024 + j] * b[j];
    a[i] = sum;
  }
  return a[1];
}
// As in NAS EP: a scratch array, which each round fills, and counts.
double NAME(scratch)(ARGUMENTS) {
  static double t[4096], q[10];
  double sx = 0, sy = 0;
  PARALLEL(omp parallel for reduction(+:sx,sy,q[:10]) private(t))
  for (long k = 0; k < n / 2048; k++) {
    unsigned r = k * 7919 + 17;
    for (int i = 0; i < 4096; i++) {
      r = r * 1664525 + 1013904223;
      t[i] = r * 0x1p-32;
    }
    for (int i = 0; i < 2048; i++) {
      double u = 2 * t[2 * i] - 1, v = 2 * t[2 * i + 1] - 1, s = u * u + v * v;
      if (s <= 1) {
        double f = sqrt(-2 * log(s + 1e-9) / (s + 1e-9));
        int l = fmax(fabs(u * f), fabs(v * f));
        q[l] += 1;
        sx += u * f;
        sy += v * f;
      }
    }
  }
  return sx + sy + q[0];
}
// Counts up to 255, which OpenMP has no reduction for.
double NAME(saturating)(ARGUMENTS) {
  unsigned char *bins = (unsigned char *)h;
  for (long i = 0; i < n; i++)
    if (bins[x[i] & 4095] < 255)
      bins[x[i] & 4095]++;
  return bins[7];
}
double NAME(greatest)(ARGUMENTS) {
  double most = -1e300;
  PARALLEL(omp parallel for reduction(max:most))
  for (long i = 0; i < n; i++)
    most = fabs(c[i] - b[i]) > most ? fabs(c[i] - b[i]) : most;
  return most;
}
C
cat >"$work/time.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define ARGUMENTS long, double *, double *, const double *, const int *, long *
typedef double Kernel(ARGUMENTS);
#define WAYS 6
#define DECLARE(name) Kernel clang_##name, with_##name, hand_##name, polly_##name, gcc_##name, gccp_##name;
#define LIST(X) X(scratch) X(saturating) X(map) X(deviates) X(histogram) X(nearest) X(sparse) X(jacobi) X(matrix_vector) X(greatest)
LIST(DECLARE)
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
static int compare(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }
enum { Room = 1 << 23 };
static double *a, *b, *c;
static int *x;
static long *h;
static void measure(const char *name, long n, long rounds, int runs, Kernel **kernels) {
  static double times[WAYS][99];
  for (int run = 0; run < runs; run++)
    for (int k = 0; k < WAYS; k++) {
      for (long i = 0; i <= Room / 16; i++) h[i] = i * 16;
      double before = now();
      for (long round = 0; round < rounds; round++) kernels[k](n, a, b, c, x, h);
      times[k][run] = now() - before;
    }
  printf("| %s, n = %ld", name, n);
  for (int k = 0; k < WAYS; k++) {
    qsort(times[k], runs, sizeof(double), compare);
    double base = times[k < 4 ? 0 : 4][runs / 2];
    if (k == 0 || k == 4) printf(" | %.2f ms", times[k][runs / 2]);
    else printf(" | %.2f", base / times[k][runs / 2]);
  }
  puts(" |");
  fflush(stdout);
}
int main(int count, char **words) {
  int runs = count > 1 && atoi(words[1]) < 99 ? atoi(words[1]) : 5;
  a = malloc(Room * 8L), b = malloc(Room * 8L), c = malloc(Room * 8L), x = malloc(Room * 4L), h = malloc(Room * 8L);
  unsigned r = 1;
  for (long i = 0; i < Room; i++) {
    r = r * 1664525 + 1013904223;
    a[i] = 0, b[i] = (r >> 8) * 0x1p-24, c[i] = (r & 0xffffff) * 0x1p-24, x[i] = (r >> 4) % Room;
  }
#define LARGE(name) measure(#name, Room, 2, runs, (Kernel *[]){clang_##name, with_##name, hand_##name, polly_##name, gcc_##name, gccp_##name});
  LIST(LARGE)
#define SMALL(name) measure(#name, 2048, 4000, runs, (Kernel *[]){clang_##name, with_##name, hand_##name, polly_##name, gcc_##name, gccp_##name});
  SMALL(map) SMALL(histogram) SMALL(jacobi) SMALL(greatest)
}
C
for way in "${ways[@]}"; do
  compile "$way" -c "$work/loops.c" "-DNAME(x)=${way}_##x" -o "$work/$way.o"
done
"$clang" -O2 "$work/time.c" "$work"/{clang,with,hand,polly,gcc,gccp}.o -o "$work/run" -fopenmp -lm

heading
OMP_NUM_THREADS=$threads "$work/run" "$runs"
