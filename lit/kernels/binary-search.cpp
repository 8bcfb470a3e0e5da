// Searches by halves, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <algorithm>
#include <stddef.h>
#include <string.h>

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
// idiom: BinarySearch
const int *of_library(const int *a, const int *end, int x) { return std::lower_bound(a, end, x); }
// idiom: BinarySearch
int by_length(const int *a, int n, int x) {
  int first = 0;
  while (n > 0) {
    int half = n >> 1, middle = first + half;
    if (a[middle] < x) {
      first = middle + 1;
      n = n - half - 1;
    } else
      n = half;
  }
  return first;
}
// idiom: BinarySearch
const int *by_base(const int *base, size_t n, int key) {
  while (n > 0) {
    const int *middle = base + n / 2;
    int sign = (key > *middle) - (key < *middle);
    if (!sign)
      return middle;
    if (n == 1)
      break;
    if (sign < 0)
      n /= 2;
    else {
      base = middle;
      n -= n / 2;
    }
  }
  return 0;
}
// no idiom: BinarySearch
int folded(const int *a, int n) {
  int s = 0;
  for (; n > 1; n /= 2)
    s += a[n / 2];
  return s;
}
// no idiom: BinarySearch
void sifted(int *a, int i) {
  for (; i > 1 && a[i / 2] < a[i]; i /= 2) {
    int t = a[i];
    a[i] = a[i / 2];
    a[i / 2] = t;
  }
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
// no idiom: BinarySearch
int by_equality(const int *a, int n, int x) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] == x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
// no idiom: BinarySearch
int length_by_equality(const int *a, int n, int x) {
  int first = 0;
  while (n > 0) {
    int half = n >> 1, middle = first + half;
    if (a[middle] != x) {
      first = middle + 1;
      n = n - half - 1;
    } else
      n = half;
  }
  return first;
}
// idiom: BinarySearch
int by_difference(const int *a, int n, int x) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2, difference = a[middle] - x;
    if (difference == 0)
      return middle;
    if (difference < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}
// idiom: BinarySearch
int by_call(const char *const *a, int n, const char *x) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (strcmp(a[middle], x) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
