// Sums, products and what is computed from what.
int sum_of_sums(int *p, int a, int b, int c, int d) {
  p[0] = a + b;
  p[1] = c + d;
  return (a + b) + (c + d);
}
int sum_of_three(int a, int b, int c) { return (a + b) + c; }
int difference(int a, int b, int c, int d) { return (a + b) - (c + d); }
int products(int a, int b, int c) { return a * b * c; }
int mixed(int a, int b, int c, int d) { return a * b + c * d; }
float float_products(float a, float b, float c) { return a * b * c; }
float float_mixed(float a, float b, float c) { return a * b + c; }
int long_sum(int *a) { return a[0] + a[1] + a[2] + a[3] + a[4] + a[5]; }
float wide(int n, double x, float y) { return (float)(x * x) * y + n; }
long widened(int a, int b, long c) { return (long)(a + b) + c; }
int or_ed(int a, int b) { return a | b; }
void no_value(void) {}
int external(int, int, int, int, int, int, int, int);
int eight(int a) { return external(a, 1, 2, 3, 4, 5, 6, 7); }
int seven(int a) { return external(a, 1, 2, 3, 4, 5, 6, 6); }
int loaded(int *p) { return *p; }
