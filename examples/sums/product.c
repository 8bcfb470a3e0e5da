// See sum.c.
double product(double a, double b, double c) { return a * b * c; }
