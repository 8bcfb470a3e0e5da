#!/usr/bin/env bash
# Times of calls of libc before loops left early, as the table of docs/src/rewrites.md.
#
# usage: scripts/compare libc [VERSION] [RUNS]
#
# Compiles such loops by clang -O3 without the plugin and with the built-in rewrites applied, and times them
# in turn beside calls written by hand, RUNS times each (9): the median of processor time, and the
# instructions of one run as valgrind counts them. Lengths are short and long, and what is looked for is not
# there, at the front or in the middle; the last rows are loops in loops. The plugin is
# build/llvm-VERSION/libidiom.so, which scripts/build.sh makes, or that of IDIOM_PLUGIN.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
version=${1:-19} runs=${2:-9}
need_llvm "$version" clang
need_program valgrind valgrind
plugin=$(built_plugin "$version")
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
long NAME(same)(const char *p, const char *q, long n) {
  for (long i = 0; i < n; i++)
    if (p[i] != q[i]) return 0;
  return 1;
}
long NAME(mismatch)(const char *p, const char *q, long n) {
  for (long i = 0; i < n; i++)
    if (p[i] != q[i]) return i;
  return -1;
}
long NAME(fields)(const char *p, const char *q, long n) {
  long found = 0;
  for (long from = 0; from < 4096; from += n)
    for (long i = 0; i < n; i++)
      if (p[from + i] == 'x') {
        found++;
        break;
      }
  return found;
}
long NAME(search)(const char *p, const char *q, long n) {
  for (long from = 0; from < 4096; from++) {
    long i = 0;
    for (; i < n; i++)
      if (p[from + i] != q[i]) break;
    if (i == n) return from;
  }
  return -1;
}
long NAME(search_of_64)(const char *p, const char *q, long n) {
  for (long from = 0; from < 4096; from++) {
    long i = 0;
    for (; i < 64; i++)
      if (p[from + i] != q[i]) break;
    if (i == 64) return from;
  }
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
static long hand_same(ARGUMENTS) { return memcmp(p, q, n) == 0; }
static long hand_fields(ARGUMENTS) {
  long found = 0;
  for (long from = 0; from < 4096; from += n) found += memchr(p + from, 'x', n) != 0;
  return found;
}
static long hand_search(ARGUMENTS) {
  for (long from = 0; from < 4096; from++)
    if (memcmp(p + from, q, n) == 0) return from;
  return -1;
}
static long hand_search_of_64(ARGUMENTS) { return hand_search(p, q, 64); }
typedef long Kernel(ARGUMENTS);
#define KERNELS(name) plain_##name, with_##name
Kernel KERNELS(find), KERNELS(length), KERNELS(same), KERNELS(mismatch), KERNELS(fields), KERNELS(search),
    KERNELS(search_of_64);
static int compare(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }
static char p[70000], q[70000];
static int row, wanted = -1, kernel;
static void measure(const char *name, long n, long rounds, int runs, Kernel *plain, Kernel *with, Kernel *hand) {
  Kernel *kernels[] = {plain, with, hand};
  // One run of one kernel, whose instructions are counted.
  if (wanted >= 0) {
    if (row++ == wanted && kernels[kernel] && kernels[kernel](p, q, n) == -42) puts("");
    return;
  }
  double times[3][99];
  long sum = 0;
  for (int run = 0; run < runs; ++run)
    for (int k = 0; k < (hand ? 3 : 2); ++k) {
      clock_t before = clock();
      for (long round = 0; round < rounds; ++round) {
        __asm__ volatile("" ::: "memory");
        sum += kernels[k](p, q, n);
      }
      times[k][run] = (double)(clock() - before) / CLOCKS_PER_SEC * 1000;
    }
  for (int k = 0; k < (hand ? 3 : 2); ++k) qsort(times[k], runs, sizeof(double), compare);
  printf("| %s, n = %ld | %.2f ms | %.2f ms | ", name, n, times[0][runs / 2], times[1][runs / 2]);
  hand ? printf("%.2f ms", times[2][runs / 2]) : printf("");
  printf(" | %.1f\n", times[0][runs / 2] / times[1][runs / 2]);
  fflush(stdout);
  if (sum == 42) puts("");
}
#define MEASURE(text, name) measure(text, n, (1 << 26) / ((at < n ? at : n) + 64), runs, plain_##name, with_##name, hand_##name)
static void fill(long n, long at, char other) {
  memset(p, 'a', sizeof p), memset(q, 'a', sizeof q), p[n] = q[n] = 0;
  if (at < n) p[at] = other;
}
int main(int count, char **words) {
  int runs = atoi(words[1]) < 99 ? atoi(words[1]) : 99;
  if (count > 3) wanted = atoi(words[2]), kernel = atoi(words[3]);
  static const long lengths[] = {4, 8, 15, 16, 32, 64, 2048, 65536};
  for (int k = 0; k < 8; k++) {
    long n = lengths[k], at = n;
    fill(n, n, 0);
    MEASURE("a byte that is not there", find);
    MEASURE("the length of a string", length);
    MEASURE("two equal arrays of bytes", same);
  }
  for (int k = 3; k < 8; k += 2) {
    long n = lengths[k], at = 0;
    fill(n, at, 'x');
    MEASURE("a byte that is the first", find);
    MEASURE("two arrays that differ in the first byte", same);
    fill(n, at = n / 2, 'x');
    MEASURE("a byte in the middle", find);
    MEASURE("two arrays that differ in the middle", same);
  }
  for (int k = 1; k < 8; k += 5) {
    long n = lengths[k];
    fill(n, n, 0);
    measure("the first byte that differs, of equal arrays", n, (1 << 26) / (n + 64), runs, plain_mismatch, with_mismatch, 0);
  }
  for (int k = 1; k < 6; k += 2) {
    long n = lengths[k];
    fill(sizeof p - 1, n, 0);
    for (long i = 1; i < 5000; i += 3) p[i] = 'x';
    measure("a byte in each field of so many", n, 1 << 13, runs, plain_fields, with_fields, hand_fields);
    q[1] = 'y';
    measure("a search for so many bytes", n, 1 << 10, runs, plain_search, with_search, hand_search);
    if (n == 64)
      measure("a search for 64 bytes, known as constant", n, 1 << 10, runs, plain_search_of_64, with_search_of_64, hand_search_of_64);
  }
  return 0;
}
C
unset "${!IDIOM_@}"
"$clang" -O3 '-DNAME(x)=plain_##x' -c "$work/loops.c" -o "$work/plain.o"
IDIOM_APPLY=MemchrByLibc,StrlenByLibc,MemcmpByLibc "$clang" -O3 '-DNAME(x)=with_##x' -fpass-plugin="$plugin" -c "$work/loops.c" -o "$work/with.o"
"$clang" -O2 -fno-builtin -Wl,-z,now "$work/time.c" "$work/plain.o" "$work/with.o" -o "$work/run"

# `instructions ROW KERNEL NAME`: those of one call, and of what it calls.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$3_*" "$work/run" 1 "$1" "$2" 2>&1 >/dev/null |
    sed -n -e 's/.*Collected *: *0$//p' -e 's/.*Collected *: *//p'
}
echo "| | loop | the same loop, applied | by hand | loop / applied | instructions: loop | applied | by hand |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
"$work/run" "$runs" >"$work/rows"
row=0
while read -r line; do
  echo "$line | $(instructions "$row" 0 plain) | $(instructions "$row" 1 with) | $(instructions "$row" 2 hand) |"
  row=$((row + 1))
done <"$work/rows"
