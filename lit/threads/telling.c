// A loop on several threads is reported with what each thread has of its own and what is tested; a loop that
// stays, with its first obstacle, in the names of the source.
//
// RUN: env IDIOM_APPLY=Threads %clang -O2 -ffast-math -g -Rpass=idiom -Rpass-missed=idiom -c %s -o %t.o -fpass-plugin=%plugin 2>&1 | %FileCheck %s
// RUN: env -u IDIOM_APPLY %clang -O2 -ffast-math -S %s -o - -fpass-plugin=%plugin | %FileCheck %s --check-prefix=OFF
// RUN: env IDIOM_APPLY=Threads %clang -Os -ffast-math -S %s -o - -fpass-plugin=%plugin | %FileCheck %s --check-prefix=OFF
//
// OFF-NOT: GOMP_parallel

void unknown(double *);
int number(long) __attribute__((const));

double map(long n, const double *x, double *y) {
  double sum = 0;
  // CHECK: telling.c:[[#@LINE+1]]:{{.*}}rewrote ParallelLoop: the rounds of a loop → all threads; parts of sum by + are combined; guarded by {{[0-9]+}} tests, x apart from y; trusting "sums are taken in any order
  for (long i = 0; i < n; i++) {
    y[i] = x[i] * x[i];
    sum += y[i];
  }
  return sum;
}

void histogram(long n, const unsigned char *x, long *bins) {
  // CHECK: telling.c:[[#@LINE+1]]:{{.*}}rewrote ParallelLoop: the rounds of a loop → all threads; copies of bins by + are combined; guarded by
  for (long i = 0; i < n; i++)
    bins[x[i]]++;
}

void recurrence(long n, double *a) {
  // LLVM 16 keeps the element of the round before in a register.
  // CHECK: did not rewrite ParallelLoop: {{`a\[i\]` is written in one round, and may be `a\[i - 1\]` of another one|%[0-9]+ is a value of an earlier round}}
  for (long i = 1; i < n; i++)
    a[i] = a[i - 1] * 2 + 1;
}

void next(long n, double *a) {
  // CHECK: telling.c:[[#@LINE+1]]:{{.*}}did not rewrite ParallelLoop: `a[i]` is written in one round, and may be `a[i + 1]` of another one
  for (long i = 0; i < n; i++)
    a[i] = a[i + 1] * 2;
}

void product(int n, const int *row, const int *col, const double *a, const double *x, double *y) {
  // The loop begins with the row that the round before has loaded.
  // CHECK: telling.c:[[#@LINE+3]]:{{.*}}did not rewrite ParallelLoop: `col[k]` decides which elements the loop accesses, and may be written by it: nothing says that the arrays are apart (`restrict` would)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += a[k] * x[col[k]];
    y[i] = sum;
  }
}

void any_bin(long n, const int *x, long *bins) {
  for (long i = 0; i < n; i++)
    // CHECK: rewrote ParallelLoop: the rounds of a loop → all threads; copies of bins by + are combined; the ranges of bins[x[i]] are asked for before; guarded by
    bins[x[i]]++;
}

void chain(long n, long *next) {
  for (long i = 0; i < n; i++)
    // CHECK: did not rewrite ParallelLoop: `next[{{.*}}]` writes elements that other rounds may read or write: its address does not go by the rounds, and it is no update of one element
    next[next[i]] = i;
}

void compared(long n, const int *x, long *bins) {
  for (long i = 0; i < n; i++)
    // CHECK: rewrote ParallelLoop: the rounds of a loop → all threads; copies of bins by + up to a limit are combined; the ranges of bins[x[i]] are asked for before; guarded by
    if (bins[x[i]] < 9)
      bins[x[i]]++;
}

double scan(long n, double *a) {
  double sum = 0;
  for (long i = 0; i < n; i++) {
    sum += a[i];
    // CHECK: did not rewrite ParallelLoop: `sum` is handed from round to round, and each round stores it: a scan
    a[i] = sum;
  }
  return sum;
}

void calls(long n, double *a) {
  for (long i = 0; i < n; i++)
    // CHECK: did not rewrite ParallelLoop: call {{.*}} calls `unknown`, which has effects, or reads memory
    unknown(a + i);
}

void own(long n, double *a) {
  for (long i = 0; i < n; i++)
    // CHECK: did not rewrite ParallelLoop: {{.*}}calls `number`, which may give another answer on another thread: it is none of libm
    a[i] += number(i);
}

long greatest(long n, const int *x) {
  int most = 0;
  long at = -1;
  // CHECK: telling.c:[[#@LINE+1]]:{{.*}}rewrote ParallelLoop: the rounds of a loop → all threads; the greatest most, at of all threads counts; guarded by
  for (long i = 0; i < n; i++)
    if (x[i] > most) {
      most = x[i];
      at = i;
    }
  return most + 2 * at;
}

long last(const int *x, const int *end) {
  const int *last = 0;
  // CHECK: telling.c:[[#@LINE+1]]:{{.*}}rewrote ParallelLoop: the rounds of a loop → all threads; the last {{last|%[0-9]+}} of all threads counts; guarded by
  for (const int *p = x; p != end; p++)
    if (*p > 9)
      last = p;
  return last - x;
}

long first(long n, const int *x) {
  long first = -1;
  for (long i = 0; i < n; i++)
    // CHECK: did not rewrite ParallelLoop: `first` is a value of an earlier round, and a round computes with it
    if (x[i] > 9 && first < 0)
      first = i;
  return first;
}
