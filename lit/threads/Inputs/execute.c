// Runs each kernel with and without threads over sizes, overlaps and numbers of threads, and says where they
// differ, and whether a parallel region was begun. With LOOSELY any loop may be parallel; other kernels come by
// -include.
#ifndef KERNELS
#include "kernels.h"
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECLARE(name, parallel)                                                                              \
  double with_##name(long, double *, double *, int *, long *);                                               \
  double plain_##name(long, double *, double *, int *, long *);
KERNELS(DECLARE)

_Thread_local int own = 0;
double outside(double y) { return y + 1; }
double strtod_like(double y) { return y + 2; }

void omp_set_num_threads(int);
void __real_GOMP_parallel(void (*)(void *), void *, unsigned, unsigned);
static long regions;
void __wrap_GOMP_parallel(void (*body)(void *), void *frame, unsigned threads, unsigned flags) {
  regions++;
  __real_GOMP_parallel(body, frame, threads, flags);
}

enum { Room = 6000 };
static Data fresh(long shift) {
  Data d;
  d.a = malloc(2 * Room * sizeof(double));
  d.b = malloc(2 * Room * sizeof(double));
  d.x = malloc(2 * Room * sizeof(int));
  d.h = malloc(2 * Room * sizeof(long));
  unsigned r = 12345;
  for (long i = 0; i < 2 * Room; i++) {
    r = r * 1664525 + 1013904223;
    d.a[i] = (r >> 20) % 13;
    d.b[i] = (r >> 16) % 11;
    d.x[i] = (r >> 12) % 91;
    d.h[i] = (r >> 8) % 7;
  }
  (void)shift;
  return d;
}

typedef double Kernel(long, double *, double *, int *, long *);
static long wrong(Kernel *with, Kernel *plain) {
#ifdef SHORT
  static const long sizes[] = {0, 1, 5, 2100};
#else
  static const long sizes[] = {0, 1, 2, 3, 5, 17, 64, 1000, 5000};
#endif
  static const long overlaps[] = {Room, 0, 1, -1, 700};
  long bad = 0;
  for (int threads = 1; threads <= 4; threads++)
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
      for (unsigned o = 0; o < sizeof overlaps / sizeof *overlaps; o++) {
        omp_set_num_threads(threads);
        Data one = fresh(0), two = fresh(0);
        double *b1 = overlaps[o] == Room ? one.b : one.a + 1 + overlaps[o];
        double *b2 = overlaps[o] == Room ? two.b : two.a + 1 + overlaps[o];
        double r1 = with(sizes[s], one.a + 1, b1, one.x, one.h), r2 = plain(sizes[s], two.a + 1, b2, two.x, two.h);
        bad += r1 != r2 || memcmp(one.a, two.a, 2 * Room * 8) || memcmp(one.b, two.b, 2 * Room * 8) ||
               memcmp(one.x, two.x, 2 * Room * 4) || memcmp(one.h, two.h, 2 * Room * 8);
        free(one.a), free(one.b), free(one.x), free(one.h);
        free(two.a), free(two.b), free(two.x), free(two.h);
      }
  return bad;
}

int main(void) {
  int failed = 0, all = 0, divided = 0;
#ifdef LOOSELY
  enum { Loosely = 1 };
#else
  enum { Loosely = 0 };
#endif
#define RUN(name, parallel)                                                                                  \
  {                                                                                                          \
    regions = 0;                                                                                             \
    long bad = wrong(with_##name, plain_##name);                                                             \
    all++, divided += regions > 0;                                                                           \
    if (bad || (!Loosely && (regions > 0) != parallel)) {                                                                  \
      failed = 1;                                                                                            \
      printf("%s: %ld wrong, %s\n", #name, bad, regions ? "threads" : "no threads");                         \
    }                                                                                                        \
  }
  KERNELS(RUN)
  if (Loosely)
    printf("%d of %d in parallel\n", divided, all);
  puts(failed ? "failed" : "all as expected");
}
