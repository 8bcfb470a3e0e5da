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
// idiom: LinearRecurrence
void loaded_again(double *__restrict y, const double *__restrict x, double a, int n) {
  for (int i = 1; i < n; i++)
    y[i] = a * y[i - 1] + x[i];
}
// idiom: LinearRecurrence
void of_two_products(double *__restrict y, const double *__restrict x, double a, double b, int n) {
  for (int i = 1; i < n; i++)
    y[i] = a * y[i - 1] + b * x[i];
}
// idiom: LinearRecurrence
void with_coefficients(double *y, const double *x, const double *a, int n) {
  for (int i = 1; i < n; i++)
    y[i] = a[i] * y[i - 1] + x[i];
}
// idiom: LinearRecurrence
void geometric(double *y, double a, int n) {
  for (int i = 1; i < n; i++)
    y[i] = a * y[i - 1];
}
// idiom: LinearRecurrence
void added(double *y, double a, int n) {
  for (int i = 1; i < n; i++)
    y[i] += a * y[i - 1];
}
// idiom: LinearRecurrence
void back_substitution(double *x, const double *c, int n) {
  for (int i = n - 2; i >= 0; i--)
    x[i] -= c[i] * x[i + 1];
}
// no idiom: LinearRecurrence
void ahead(double *y, const double *x, double a, int n) {
  for (int i = 0; i < n - 1; i++)
    y[i] = a * y[i + 1] + x[i];
}
// no idiom: LinearRecurrence
void squares(double *y, int n, double s, double c) {
  for (int i = 0; i < n; i++)
    y[i] = s = s * s + c;
}
// no idiom: LinearRecurrence
void kept_for_some(double *y, const double *x, double c, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s = s * c + x[i];
    if (x[i] > 3)
      y[i] = s;
  }
}
// no idiom: LinearRecurrence
void quadratic(double *x, int n) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * x[i - 1] + 1;
}
// no idiom: LinearRecurrence
void product_of_both(const double *__restrict a, double *__restrict y, int n) {
  for (int i = 2; i < n; i++)
    y[i] = y[i - 1] * y[i - 2] + a[i];
}
