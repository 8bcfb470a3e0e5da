/* Lengths along an axis and in the plane. The squares of the second are computed in another file: only the
 * linker can see the square root of a sum of squares. */
#include <math.h>
#include <stdio.h>

double square(double x);

double along_axis(double x) {
  return sqrt(x * x);
}

double in_plane(double x, double y) {
  return sqrt(square(x) + square(y));
}

int main(int argc, char **argv) {
  printf("%g %g\n", along_axis(-argc), in_plane(3 * argc, 4 * argc));
  return 0;
}
