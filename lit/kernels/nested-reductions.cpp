// Norms, reductions over several loops, and several reductions in one loop, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <math.h>

// idiom: Norm
double norm(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return sqrt(s);
}
// idiom: Norm
float of_floats(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++)
    s += a[i] * a[i];
  return sqrtf(s);
}
// idiom: Norm
double of_column(const double (*a)[50], int n, int j) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i][j] * a[i][j];
  return sqrt(s);
}
// no idiom: Norm
double squared(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}
// no idiom: Norm
double from_five(const double *a, int n) {
  double s = 5;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return sqrt(s);
}
// no idiom: Norm
double of_large_ones(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 1)
      s += a[i] * a[i];
  return sqrt(s);
}
// no idiom: Norm
double of_sums(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return sqrt(s);
}

// idiom: NestedReduction
double grid(const double (*a)[100], int m, int n) {
  double s = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      s += a[i][j];
  return s;
}
// idiom: NestedReduction
int greatest(const int (*a)[100], int m, int n) {
  int most = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      most = a[i][j] > most ? a[i][j] : most;
  return most;
}
// idiom: NestedReduction
long over_rows(const int *rows, const long *v, int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    for (int j = rows[i]; j < rows[i + 1]; j++)
      s += v[j];
  return s;
}
// no idiom: NestedReduction
void of_each_row(double *__restrict sums, const double (*a)[100], int m, int n) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i][j];
    sums[i] = s;
  }
}
// no idiom: NestedReduction
double in_one_loop(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

struct Moments { double sum, squares; };
// idiom: ReductionPair
struct Moments moments(const double *a, int n) {
  struct Moments m = {0, 0};
  for (int i = 0; i < n; i++) {
    m.sum += a[i];
    m.squares += a[i] * a[i];
  }
  return m;
}
// idiom: ReductionPair
int extent(const int *a, int n) {
  int least = a[0], greatest = a[0];
  for (int i = 1; i < n; i++) {
    least = a[i] < least ? a[i] : least;
    greatest = a[i] > greatest ? a[i] : greatest;
  }
  return greatest - least;
}
// idiom: ReductionPair
unsigned both(const unsigned *a, const unsigned *b, int n) {
  unsigned s = 0, x = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    x ^= b[i];
  }
  return s * x;
}
// no idiom: ReductionPair
double one_by_one(const double *a, const double *b, int n) {
  double s = 0, t = 1;
  for (int i = 0; i < n; i++)
    s += a[i];
  for (int i = 0; i < n; i++)
    t *= b[i];
  return s * t;
}
// no idiom: ReductionPair
double one_of_the_other(const double *a, int n) {
  double s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    t += s;
  }
  return t;
}
// no idiom: NestedReduction except -O2
int place_of_greatest(int n, int m, const float *a) {
  float most = -1e30f;
  int place = -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float v = a[i * m + j];
      place = v > most ? i * m + j : place;
      most = v > most ? v : most;
    }
  return place;
}
