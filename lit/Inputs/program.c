/* A program with a bit of everything, and square roots of squares among it. It prints what it computes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
  double x, y;
  float w;
};

static unsigned state = 12345;
static double next(void) {
  state = state * 1664525u + 1013904223u;
  return (double)(state >> 8) / 65536.0 - 100.0;
}

__attribute__((noinline)) double axes(const struct point *p) { return sqrt(p->x * p->x) + sqrt(p->y * p->y); }

__attribute__((noinline)) double sum_of_lengths(const struct point *points, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += sqrt(points[i].x * points[i].x + points[i].y * points[i].y);
  return sum;
}

__attribute__((noinline)) float weights(const struct point *points, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += sqrtf(points[i].w * points[i].w);
  return sum;
}

__attribute__((noinline)) int classify(int n) {
  switch (n % 7) {
    case 0: return 3;
    case 1:
    case 2: return n / 3;
    case 5: while (n > 10) n -= 7; return n;
    default: return -n;
  }
}

static int ascending(const void *a, const void *b) {
  double x = ((const struct point *)a)->x, y = ((const struct point *)b)->x;
  return (x > y) - (x < y);
}

int main(void) {
  enum { count = 257 };
  struct point *points = malloc(count * sizeof *points), *copy = malloc(count * sizeof *copy);
  if (!points || !copy) return 1;
  for (int i = 0; i < count; ++i) points[i] = (struct point){next(), next(), (float)(i - 100) / 4};
  memcpy(copy, points, count * sizeof *points);
  qsort(copy, count, sizeof *copy, ascending);
  double total = 0;
  long classes = 0;
  for (int i = 0; i < count; ++i) {
    total += axes(&copy[i]);
    classes += classify(i);
  }
  printf("%.9g %.9g %.6g %ld\n", total, sum_of_lengths(points, count), (double)weights(points, count), classes);
  free(points);
  free(copy);
  return 0;
}
