// Searches by halves, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: BinarySearch
int lower_bound(const int *a, int n, int x) {
  int low = 0, high = n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
// idiom: BinarySearch
long of_sum(const double *a, long n, double x) {
  long low = 0, high = n - 1;
  while (low <= high) {
    long middle = (low + high) / 2;
    if (a[middle] == x)
      return middle;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
// idiom: BinarySearch
unsigned of_unsigned(const unsigned *a, unsigned n, unsigned x) {
  unsigned low = 0, high = n;
  while (low < high) {
    unsigned middle = (low + high) / 2;
    if (a[middle] <= x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
// no idiom: BinarySearch
int linear(const int *a, int n, int x) {
  int low = 0;
  while (low < n && a[low] < x)
    low++;
  return low;
}
// no idiom: BinarySearch
int bisection(int low, int high, int x) {
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (middle * middle < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
// no idiom: BinarySearch
int one_less(const int *a, int n, int x) {
  int low = 0, high = n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = high - 1;
  }
  return low;
}
// no idiom: BinarySearch
int one_more(const int *a, int n, int x) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] < x)
      low = low + 1;
    else
      high = middle;
  }
  return low;
}
