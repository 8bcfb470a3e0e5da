#!/usr/bin/env bash
# Gain of calls of libc before loops that are left early, as the table of docs/src/rewrites.md:
# scripts/compare-libc.sh [VERSION] [RUNS]
#
# Compiles such loops by clang -O3 without the plugin and with the built-in rewrites applied, and times them
# in turn beside calls written by hand, RUNS times each (9): the median of processor time. The plugin is
# build/llvm-VERSION/libidiom.so, which scripts/build.sh makes.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
case ${1:-} in -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$ROOT/scripts/compare-libc.sh" && exit ;; esac
version=${1:-19} runs=${2:-9}
need_llvm "$version" clang
plugin=$ROOT/build/llvm-$version/libidiom.so
[ -e "$plugin" ] || fail "$plugin is not there: scripts/build.sh $version makes it"
clang=$(tool "$version" clang)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/loops.c" <<'C'
long NAME(find)(const char *p, const char *q, long n) {
  for (long i = 0; i < n; i++)
    if (p[i] == 'x') return i;
  return -1;
}
long NAME(length)(const char *p, const char *q, long n) {
  const char *end = p;
  while (*end) end++;
  return end - p;
}
long NAME(mismatch)(const char *p, const char *q, long n) {
  for (long i = 0; i < n; i++)
    if (p[i] != q[i]) return i;
  return -1;
}
C
cat >"$work/time.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define ARGUMENTS const char *p, const char *q, long n
static long hand_find(ARGUMENTS) { const char *at = memchr(p, 'x', n); return at ? at - p : -1; }
static long hand_length(ARGUMENTS) { return strlen(p); }
static long hand_mismatch(ARGUMENTS) { return memcmp(p, q, n) ? 1 : -1; }
typedef long Kernel(ARGUMENTS);
Kernel plain_find, plain_length, plain_mismatch, with_find, with_length, with_mismatch;
static int compare(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }
static void measure(const char *name, long n, int runs, Kernel *plain, Kernel *with, Kernel *hand) {
  Kernel *kernels[] = {plain, with, hand};
  char *p = malloc(n + 1), *q = malloc(n + 1);
  memset(p, 'a', n), memset(q, 'a', n), p[n] = q[n] = 0;
  double times[3][99];
  long sum = 0;
  for (int run = 0; run < runs; ++run)
    for (int k = 0; k < 3; ++k) {
      clock_t before = clock();
      for (long round = 0; round < (1 << 28) / (n + 64); ++round) {
        __asm__ volatile("" ::: "memory");
        sum += kernels[k](p, q, n);
      }
      times[k][run] = (double)(clock() - before) / CLOCKS_PER_SEC * 1000;
    }
  for (int k = 0; k < 3; ++k) qsort(times[k], runs, sizeof(double), compare);
  printf("| %s, n = %ld | %.2f ms | %.2f ms | %.2f ms | %.1f |\n", name, n, times[0][runs / 2], times[1][runs / 2], times[2][runs / 2],
         times[0][runs / 2] / times[1][runs / 2]);
  if (sum == 42) puts("");
}
int main(int count, char **words) {
  int runs = atoi(words[1]) < 99 ? atoi(words[1]) : 99;
  puts("| | loop | the same loop, applied | by hand | loop / applied |\n| --- | --- | --- | --- | --- |");
  for (long n = 8; n <= 65536; n *= n < 64 ? 8 : 32) {
    measure("a byte that is not there", n, runs, plain_find, with_find, hand_find);
    measure("the length of a string", n, runs, plain_length, with_length, hand_length);
    measure("two equal arrays of bytes", n, runs, plain_mismatch, with_mismatch, hand_mismatch);
  }
  return 0;
}
C
unset "${!IDIOM_@}"
"$clang" -O3 '-DNAME(x)=plain_##x' -c "$work/loops.c" -o "$work/plain.o"
IDIOM_APPLY=MemchrByLibc,StrlenByLibc,MemcmpByLibc "$clang" -O3 '-DNAME(x)=with_##x' -fpass-plugin="$plugin" -c "$work/loops.c" -o "$work/with.o"
"$clang" -O2 -fno-builtin "$work/time.c" "$work/plain.o" "$work/with.o" -o "$work/run"
"$work/run" "$runs"
