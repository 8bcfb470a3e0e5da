// Loops that a bounds check leaves are found as if no check failed, and the finding says so.
//
// RUN: %idiom find --idiom ArraySum --idiom DotProduct --idiom Histogram %s -- -O2 -ffast-math -g | %FileCheck %s
// RUN: %idiom find --idiom ArraySum --idiom DotProduct --idiom Histogram %s -- -O2 -ffast-math -g -DLEAVES | %FileCheck --check-prefix=LEAVES --allow-empty %s
// RUN: %idiom find --idiom ArraySum %s -- -Oz -g -DBOUNDS -fsanitize=bounds -fsanitize-trap=bounds | %FileCheck --check-prefix=BOUNDS %s
// RUN: %idiom find --explain --idiom ArraySum %s -- -Oz -g -DBOUNDS -fsanitize=bounds -fsanitize-trap=bounds | %FileCheck --check-prefix=EXPLAIN %s

#include <stdlib.h>
#include <vector>

#if defined(LEAVES)
// A check that returns is no error.
int returns(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      return -1;
    s += a[i];
  }
  return s;
}
// LEAVES-NOT: found
#elif defined(BOUNDS)
extern int table[1000];
// BOUNDS: found ArraySum in summed: s += table[i]; unless a check in the loop fails: {{.*}}checks.cpp:[[#@LINE+5]]:
// EXPLAIN-NOT: no ArraySum in summed
extern "C" int summed(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += table[i];
  return s;
}
#else
// CHECK: found DotProduct in dot{{.*}}: s += a[i] * b[i]; unless a check in the loop fails: {{.*}}checks.cpp:[[#@LINE+4]]:
double dot(const std::vector<double> &a, const std::vector<double> &b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a.at(i) * b.at(i);
  return s;
}

// CHECK: found ArraySum in positive{{.*}}: s += a[i]; unless a check in the loop fails: {{.*}}checks.cpp:[[#@LINE+4]]:
int positive(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      abort();
    s += a[i];
  }
  return s;
}

// A check before the loop has nothing to do with it.
// CHECK: found ArraySum in before{{.*}}: s += a[i]{{$}}
int before(const int *a, int n) {
  if (n > 100)
    abort();
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
// CHECK-NOT: found
#endif
