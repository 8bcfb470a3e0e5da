// Elements at loaded indices, and locations that could be kept in a register, each beside a near miss.
//
// RUN: %idiom find --idiom GatheredSum --idiom IndexedUpdate --idiom UnfixedIndex --idiom RegisterCandidate --idiom LocationInMemory %s -- -O1 -g > %t
// RUN: %FileCheck --implicit-check-not="found " %s < %t

// CHECK: found IndexedUpdate in counted
void counted(int *restrict counts, const int *restrict keys, int n) {
  for (int i = 0; i < n; i++)
    counts[keys[i]]++;
}

// CHECK: found UnfixedIndex in not_fixed: the store at {{.*}} may write what the load at {{.*}} reads, because both come from parameters without `restrict`
void not_fixed(int *counts, const int *keys, int n) {
  for (int i = 0; i < n; i++)
    counts[keys[i]]++;
}

// CHECK: found GatheredSum in row
double row(const double *values, const int *columns, const double *x, int from, int to) {
  double sum = 0;
  for (int j = from; j < to; j++)
    sum += values[j] * x[columns[j]];
  return sum;
}

// The columns change on the way.
// CHECK: found UnfixedIndex in moving: the store at {{.*}} may write what the load at {{.*}} reads, because
double moving(const double *values, int *columns, const double *x, int *seen, int from, int to) {
  double sum = 0;
  for (int j = from; j < to; j++) {
    sum += values[j] * x[columns[j]];
    seen[j] = j;
  }
  return sum;
}

// CHECK: found RegisterCandidate in summed
void summed(long *sum, const long *restrict a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i])
      *sum += a[i];
}

// CHECK: found LocationInMemory in cleared: {{.*}}the store at {{.*}} may write what the load at {{.*}} reads, because both come from parameters without `restrict`
void cleared(long *sum, const long *a, long *to, int n) {
  for (int i = 0; i < n; i++) {
    *sum += a[i];
    to[i] = 0;
  }
}

// LLVM keeps it in a register itself.
void kept(long *restrict sum, const long *restrict a, int n) {
  for (int i = 0; i < n; i++)
    *sum += a[i];
}
