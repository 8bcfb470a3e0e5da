// A value of three neighbours, and code that has other ones.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: Stencil
void by_index(int n, double *b, const double *a) {
  for (int i = 1; i < n - 1; i++)
    b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
// idiom: Stencil
void restricted(int n, double *__restrict b, const double *__restrict a) {
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
}
// idiom: Stencil except before LLVM 19
void shifted(size_t n, float *b, const float *a) {
  for (size_t i = 0; i + 2 < n; i++)
    b[i] = a[i] - 2 * a[i + 1] + a[i + 2];
}
// no idiom: Stencil
void by_pointer(const double *a, const double *end, double *__restrict b) {
  for (++a; a + 1 < end; ++a)
    *b++ = a[-1] + a[1] - 2 * a[0];
}
// idiom: Stencil
void heat(int n, double *u, const double *v, double k) {
  for (int i = 1; i < n - 1; i++)
    u[i] = v[i] + k * (v[i - 1] - 2 * v[i] + v[i + 1]);
}
// no idiom: Stencil
void in_place(unsigned n, double *a) {
  for (unsigned i = 1; i < n - 1; i++)
    a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
// idiom: Stencil
void integers(int n, int *b, const int *a) {
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
}
// idiom: Stencil
void of_vectors(std::vector<double> &b, const std::vector<double> &a) {
  for (size_t i = 1; i < a.size() - 1; i++)
    b[i] = 0.3 * (a[i - 1] + a[i] + a[i + 1]);
}
// idiom: Stencil
void with_while(int n, float *__restrict b, const float *a) {
  int i = 1;
  while (i < n - 1) {
    b[i] = a[i + 1] * a[i] - a[i - 1];
    i++;
  }
}
double from[1000], to[1000];
// idiom: Stencil
void globals(void) {
  for (int i = 1; i < 999; i++)
    to[i] = 0.33333 * (from[i - 1] + from[i] + from[i + 1]);
}

// no idiom: Stencil
void two_only(int n, double *b, const double *a) {
  for (int i = 1; i < n; i++)
    b[i] = a[i] - a[i - 1];
}
// no idiom: Stencil
void of_three_arrays(int n, double *b, const double *a, const double *c, const double *d) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] + c[i] + d[i];
}
// no idiom: Stencil
void apart(int n, double *b, const double *a) {
  for (int i = 0; i < n; i++)
    b[i] = a[3 * i] + a[3 * i + 1] + a[3 * i + 2];
}

// idiom: Stencil
void in_turn(int n, int rounds, double *__restrict b, double *__restrict a) {
  for (int k = 0; k < rounds; k++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
// idiom: Stencil
double with_residual(int n, double *__restrict b, const double *__restrict a) {
  double r = 0;
  for (int i = 1; i < n - 1; i++) {
    b[i] = a[i - 1] + a[i] + a[i + 1];
    r += b[i];
  }
  return r;
}
// idiom: Stencil
void limited(int n, double *__restrict b, const double *__restrict a) {
  for (int i = 1; i < n - 1; i++) {
    double d = a[i + 1] - a[i - 1];
    if (d > 3)
      d = a[i] * d * d / (1 + d);
    b[i] = d + a[i];
  }
}
// no idiom: Stencil
void taken_up(int n, double *__restrict r, const double *__restrict l) {
  double c = 0;
  for (int k = 0; k < n - 2; k++) {
    c = c * l[k + 1] + l[k] - l[k + 2];
    r[k] = c;
  }
}
// no idiom: Stencil
void of_what_is_taken_up(int n, double *__restrict b, const double *__restrict a) {
  double c = 0;
  for (int i = 1; i < n - 1; i++) {
    c = c * 0.5 + a[i - 1] + a[i] + a[i + 1];
    b[i] = 2 * c;
  }
}
// no idiom: Stencil
void propagated(int n, double *__restrict b, double *__restrict a) {
  for (int i = 1; i < n - 1; i++) {
    b[i] = a[i - 1] + a[i] + a[i + 1];
    a[i + 1] = b[i];
  }
}
// no idiom: Stencil
void eliminated(int n, double *__restrict r, const double *__restrict l) {
  for (int k = 0; k < n - 2; k++) {
    double f = 1 / l[k];
    r[k] = f * r[k];
    r[k + 1] = r[k + 1] - l[k + 1] * r[k];
    r[k + 2] = r[k + 2] - l[k + 2] * r[k];
  }
}
// no idiom: Stencil
void by_three(float *__restrict o, const float *__restrict a, int n) {
  for (int i = 0; i < n; i += 3)
    o[i] = a[i] + a[i + 1] + a[i + 2];
}
// idiom: Stencil
void four_at_a_time(float *__restrict o, const float *__restrict a, int n) {
  for (int i = 1; i < n; i += 4) {
    o[i] = a[i - 1] + a[i] + a[i + 1];
    o[i + 1] = a[i] + a[i + 1] + a[i + 2];
    o[i + 2] = a[i + 1] + a[i + 2] + a[i + 3];
    o[i + 3] = a[i + 2] + a[i + 3] + a[i + 4];
  }
}
