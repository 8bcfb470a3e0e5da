// Elements that are gathered, and code that nearly does it.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected
#include <cstddef>
#include <vector>

// idiom: Gather
void gather(int n, double *__restrict b, const double *a, const int *k) {
  for (int i = 0; i < n; i++)
    b[i] = a[k[i]];
}
// idiom: Gather
void bytes(unsigned n, unsigned char *__restrict b, const unsigned char *table, const unsigned char *k) {
  for (unsigned i = 0; i < n; i++)
    b[i] = table[k[i]];
}
// idiom: Gather
void of_vectors(std::vector<int> &b, const std::vector<int> &a, const std::vector<int> &k) {
  for (size_t i = 0; i < k.size(); i++)
    b[i] = a[k[i]];
}
// no idiom: Gather
void copy(int n, double *__restrict b, const double *a) {
  for (int i = 0; i < n; i++)
    b[i] = a[2 * i];
}
// no idiom: Gather
void scatter(int n, double *__restrict b, const double *a, const int *k) {
  for (int i = 0; i < n; i++)
    b[k[i]] = a[i];
}
// idiom: Gather
void there_and_back(int n, int rounds, double *__restrict b, double *__restrict a, const int *__restrict k) {
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < n; i++)
      b[i] = a[k[i]];
    for (int i = 0; i < n; i++)
      a[i] = b[i] * 0.5;
  }
}
// no idiom: Gather
void ranks(int *__restrict h, const int *__restrict k, int *__restrict o, int n) {
  for (int i = 0; i < n; i++)
    o[i] = h[k[i]]++;
}
// no idiom: Gather
void in_place(int n, int *a, const int *__restrict k) {
  for (int i = 0; i < n; i++)
    a[i] = a[k[i]];
}
