// The place of the greatest or least element of an array, and code that nearly finds it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <stddef.h>
#include <vector>

// idiom: ArgExtremum
int with_value(const float *a, int n) {
  int k = 0;
  float m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) {
      m = a[i];
      k = i;
    }
  return k;
}
// idiom: ArgExtremum
int by_index(const float *a, int n) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > a[k])
      k = i;
  return k;
}
// idiom: ArgExtremum
size_t by_choice(const double *a, size_t n) {
  size_t k = 0;
  double m = a[0];
  for (size_t i = 1; i < n; i++) {
    k = a[i] < m ? i : k;
    m = a[i] < m ? a[i] : m;
  }
  return k;
}
// idiom: ArgExtremum
unsigned with_while(const int *a, unsigned n) {
  unsigned k = 0, i = 1;
  int m = *a;
  while (i < n) {
    if (m < a[i]) {
      k = i;
      m = a[i];
    }
    i++;
  }
  return k;
}
// idiom: ArgExtremum
const double *by_pointer(const double *a, const double *end) {
  const double *k = a;
  for (; a != end; ++a)
    if (*a > *k)
      k = a;
  return k;
}
// idiom: ArgExtremum
size_t of_vector(const std::vector<double> &a) {
  size_t k = 0;
  for (size_t i = 1; i < a.size(); i++)
    if (a[i] > a[k])
      k = i;
  return k;
}
// idiom: ArgExtremum
int or_equal(const int *a, int n) {
  int k = 0, m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] >= m) {
      m = a[i];
      k = i;
    }
  return k;
}
// idiom: ArgExtremum
long least(const long *a, long n) {
  long k = 0;
  for (long i = 0; i < n; i++)
    if (a[k] > a[i])
      k = i;
  return k;
}
struct Item { int key; float weight; };
// idiom: ArgExtremum
int of_members(const struct Item *a, int n) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (a[i].weight > a[k].weight)
      k = i;
  return k;
}
// idiom: ArgExtremum
int with_do(const double *a, int n) {
  int k = 0, i = 0;
  double m = -1e300;
  do {
    if (a[i] > m) {
      m = a[i];
      k = i;
    }
  } while (++i < n);
  return k;
}

// no idiom: ArgExtremum
int first_positive(const int *a, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      k = i;
  return k;
}
// no idiom: ArgExtremum
int only_the_value(const int *a, int n) {
  int m = a[0];
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}
// no idiom: ArgExtremum
int compared_with_others(const int *a, const int *b, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > b[i])
      k = i;
  return k;
}
// idiom: ArgExtremum
int least_of_column(const int (*a)[8], int n, int c) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (a[i][c] < a[k][c])
      k = i;
  return k;
}
// idiom: ArgExtremum
const struct Item *least_by_pointer(const struct Item *a, const struct Item *end) {
  const struct Item *k = a;
  for (const struct Item *i = a + 1; i != end; ++i)
    if (i->key < k->key)
      k = i;
  return k;
}
// no idiom: ArgExtremum
int last_change(const int *a, int n) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (a[i] != a[k])
      k = i;
  return k;
}
// no idiom: ArgExtremum
int by_another_array(const int *a, const int *b, int n) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (a[i] < b[k])
      k = i;
  return k;
}
// no idiom: ArgExtremum
int beside_the_best(const int *a, int n) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > a[k + 1])
      k = i;
  return k;
}
// no idiom: ArgExtremum
int greater_than_the_least(const int *a, int n, int m) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > m)
      k = i;
    m = a[i] < m ? a[i] : m;
  }
  return k;
}
// Downwards.
// idiom: ArgExtremum
int last_greatest(const float *v, int n) {
  float best = v[0];
  int at = 0;
  for (int i = n - 1; i >= 0; i--)
    if (v[i] > best) {
      best = v[i];
      at = i;
    }
  return at;
}
// The index before that of the element.
// no idiom: ArgExtremum
int before_greatest(const float *v, int n) {
  float best = v[0];
  int at = 0;
  for (int i = n - 1; i >= 0; i--)
    if (v[i] > best) {
      best = v[i];
      at = i - 1;
    }
  return at;
}
