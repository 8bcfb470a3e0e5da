// Structures of which one field is read, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <vector>

struct point { double x, y, z; };
// idiom: StridedElements
double sum_of_x(const point *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].x;
  return s;
}
// idiom: StridedElements
float every_fourth(const float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += a[4 * i];
  return s;
}
struct pair { int key, value; };
// idiom: StridedElements
int largest(const std::vector<pair> &v) {
  int m = 0;
  for (const pair &p : v)
    m = p.value > m ? p.value : m;
  return m;
}
// no idiom: StridedElements
double dense(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
// no idiom: StridedElements
double rows(const double *a, int n, int ld) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i * ld];
  return s;
}
// no idiom: StridedElements
double both_fields(const struct pair *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].key * p[i].value;
  return s;
}
void tell(double);
// no idiom: StridedElements
void told(const point *p, int n) {
  for (int i = 0; i < n; i++)
    tell(p[i].x);
}
