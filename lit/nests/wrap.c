// Subscripts that wrap at 32 bits are not those of a BLAS: with 2^30 elements a row, the fifth row is the
// first again. Loops and calls agree, and calls are made where nothing wraps.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_APPLY=GemvByBlas %clang -O2 -ffast-math -DKERNEL=with %s -c -o %t/with.o -fpass-plugin=%plugin -Rpass=idiom 2>&1 | %FileCheck %s
// RUN: %clang -O1 -DKERNEL=plain %s -c -o %t/plain.o
// RUN: %clang -O1 %s %S/Inputs/cblas.c %t/with.o %t/plain.o -o %t/run
// RUN: %t/run | %FileCheck %s --check-prefix=RAN
// CHECK: rewrote SgemvAdd
// RAN: within 32 bits: same, called
// RAN-NEXT: past 32 bits: {{same, not called|no room}}
#include <stdio.h>
#include <sys/mman.h>
#ifdef KERNEL
void KERNEL(unsigned m, unsigned n, unsigned ld, const float *restrict A, const float *restrict x, float *restrict y) {
  for (unsigned i = 0; i < m; ++i)
    for (unsigned j = 0; j < n; ++j)
      y[i] += A[i * ld + j] * x[j];
}
#else
void with(unsigned, unsigned, unsigned, const float *, const float *, float *);
void plain(unsigned, unsigned, unsigned, const float *, const float *, float *);
extern int calls;

static void compare(const char *what, unsigned ld, const float *A) {
  enum { M = 6, N = 100 };
  float x[N], one[M] = {0}, other[M] = {0};
  for (int k = 0; k < N; ++k)
    x[k] = k % 3 + 1;
  int before = calls, same = 1;
  plain(M, N, ld, A, x, one);
  with(M, N, ld, A, x, other);
  for (int k = 0; k < M; ++k)
    same &= one[k] == other[k];
  printf("%s: %s, %s\n", what, same ? "same" : "different", calls > before ? "called" : "not called");
}

int main(void) {
  // 24 GiB of addresses, of which a few pages are touched.
  size_t bytes = ((size_t)6 << 30) * sizeof(float);
  float *A = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  static float small[1200];
  for (size_t k = 0; k < 1200; ++k)
    small[k] = k % 7;
  compare("within 32 bits", 200, small);
  if (A == MAP_FAILED) {
    puts("past 32 bits: no room");
    return 0;
  }
  for (size_t i = 0; i < 6; ++i)
    for (size_t j = 0; j < 100; ++j)
      A[(i << 30) + j] = i + j % 5;
  compare("past 32 bits", 1u << 30, A);
  return 0;
}
#endif
