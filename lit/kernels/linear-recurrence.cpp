// Linear recurrences, and code that nearly is one.
//
// flags: -O2
// flags: -Os -ffast-math
// RUN: %idiom test --llvm %llvm %s | %FileCheck %s
// CHECK: all as expected

// idiom: LinearRecurrence
void filter(double *y, const double *x, int n, double c) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s = s * c + x[i];
    y[i] = s;
  }
}
// idiom: LinearRecurrence
void generator(unsigned *y, int n, unsigned s) {
  for (int i = 0; i < n; i++)
    y[i] = s = s * 1664525u + 1013904223u;
}
// idiom: LinearRecurrence
void substituted(double *x, const double *d, const double *c, int n) {
  double s = x[0];
  for (int i = 1; i < n; i++) {
    s = d[i] - c[i] * s;
    x[i] = s;
  }
}
// no idiom: LinearRecurrence
void no_recurrence(double *y, const double *x, int n, double c) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * c + 1;
}
// no idiom: LinearRecurrence
void logistic(double *y, int n, double r, double s) {
  for (int i = 0; i < n; i++) {
    s = r * s * (1 - s);
    y[i] = s;
  }
}
