// A sum of two products that share a factor. They are computed in product.c, so that only the linker sees
// both.
#include <stdio.h>

double product(double a, double b, double c);

__attribute__((noinline)) double total(double a, double b, double c, double d, double e) {
  return product(a, b, c) - product(d, e, b);
}

int main(int count, char **words) {
  (void)words;
  printf("%g\n", total(count, 2, 3 * count, 4, count + 1 + (double)(count > 9)) + 2 * total(count, 0, 1, 1, count));
  return 0;
}
