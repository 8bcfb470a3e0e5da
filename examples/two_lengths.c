#include <math.h>

/* Two square roots of squares. Under -ffast-math each is an absolute value. */
double distance_along_axes(double x, double y) {
  return sqrt(x * x) + sqrt(y * y);
}

/* Not one of them: what is under the root is a sum. examples/vector_length.candl describes it. */
double distance(double x, double y) {
  return sqrt(x * x + y * y);
}
