// Loops that count down: a call runs them upward where rounds may be reordered, and not where they have an
// order. A library that goes backward by itself gets the lowest element.
//
// RUN: rm -rf %t && mkdir %t
// RUN: sed -n 's/^CANDL: \{0,1\}//p' %s > %t/mine.candl
// RUN: env IDIOM_APPLY=%t/mine.candl %clang -O2 -ffast-math -fno-vectorize -c %s -o %t/loops.o -fpass-plugin=%plugin -Rpass=idiom -Rpass-missed=idiom 2> %t/said
// RUN: %FileCheck %s < %t/said
// RUN: %clang -O1 -DLIBRARY %s %t/loops.o -o %t/run && %t/run
/*
CANDL: Rewrite Polynomial
CANDL: ( {r} ~ {p} * {x} + {A}[{i}]
CANDL: ∧ opcode{p} = phi
CANDL: ∧ data_type{r} = double
CANDL: ∧ {n} is the count of {i.loop})
CANDL: extern double polynomial(int, double, ptr<const double>)
CANDL: gives nest {i} with {r} = call polynomial(trunc i32 {n}, {x}, {A.first})
CANDL: trusting "a test"
CANDL: End
CANDL: Rewrite Product
CANDL: ( {s} += {x}[{i}] * {y}[{i}]
CANDL: ∧ data_type{s} = double
CANDL: ∧ {n} is the count of {i.loop})
CANDL: extern double product(int, ptr<const double>, int, ptr<const double>, int)
CANDL: gives nest {i} with {s.out} = {s.init} + call product(trunc i32 {n}, {x.lowest}, trunc i32 {x.stride[0]}, {y.lowest}, trunc i32 {y.stride[0]})
CANDL: when {x.stride[0]} != 0, {y.stride[0]} != 0
CANDL: trusting "a test"
CANDL: End
*/
double polynomial_up(int n, double x, const double *A);
double polynomial_down(int n, double x, const double *A);
double product_against(int n, const double *x, const double *y);
double product_both(int n, const double *x, const double *y);

#ifdef LIBRARY
static int calls;

double polynomial(int n, double x, const double *A) {
  double r = 0;
  ++calls;
  for (int i = 0; i < n; ++i)
    r = r * x + A[i];
  return r;
}

// As a BLAS goes through vectors: where a distance is negative, from the element that lies behind all others.
double product(int n, const double *x, int incx, const double *y, int incy) {
  double s = 0;
  ++calls;
  const double *from_x = incx < 0 ? x + (1 - n) * incx : x, *from_y = incy < 0 ? y + (1 - n) * incy : y;
  for (int i = 0; i < n; ++i)
    s += from_x[i * incx] * from_y[i * incy];
  return s;
}

int main(void) {
  static double x[100], y[100];
  for (int i = 0; i < 100; ++i)
    x[i] = i % 7 - 2, y[i] = (i * i) % 5 - 1;
  int sizes[] = {0, 1, 2, 3, 7, 50}, wrong = 0;
  for (int k = 0; k < 6; ++k) {
    int n = sizes[k];
    double up = 0, down = 0, against = 0, both = 0;
    for (int i = 0; i < n; ++i) {
      up = up * 2 + x[i];
      down = down * 2 + x[n - 1 - i];
      against += x[2 * (n - 1 - i)] * y[i];
      both += x[n - i] * y[n - 1 - i];
    }
    wrong += up != polynomial_up(n, 2, x) || down != polynomial_down(n, 2, x);
    wrong += against != product_against(n, x, y) || both != product_both(n, x, y);
  }
  return wrong != 0 || calls != 5 * 3;
}
#else
// CHECK: backward.c:[[#@LINE+4]]:{{.*}} rewrote Polynomial:
double polynomial_up(int n, double x, const double *A) {
  double r = 0;
  for (int i = 0; i < n; ++i)
    r = r * x + A[i];
  return r;
}

// CHECK: backward.c:[[#@LINE+4]]:{{.*}} did not rewrite Polynomial: {{.*}} is handed on by a loop that counts down, and is no sum or product
double polynomial_down(int n, double x, const double *A) {
  double r = 0;
  for (int i = n - 1; i >= 0; --i)
    r = r * x + A[i];
  return r;
}

// CHECK: backward.c:[[#@LINE+3]]:{{.*}} rewrote Product:
double product_against(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[2 * (n - 1 - i)] * y[i];
  return s;
}

// CHECK: backward.c:[[#@LINE+3]]:{{.*}} rewrote Product:
double product_both(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = n; i > 0; --i)
    s += x[i] * y[i - 1];
  return s;
}
#endif
