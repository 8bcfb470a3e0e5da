// Explanations of elements show the two origins or strides that differ, and the alternative that comes furthest.
//
// RUN: %idiom find --explain --spec %inputs/explained_elements.candl %s -- -O2 -g | %FileCheck %s

int next(void);

void shuffle(int *a, int n) {
  for (int i = n - 1; i > 0; i--) {
    int j = next() % (i + 1);
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

void spread(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[2 * i] = b[i];
}

double between(double a, double b, double t) { return a * (1 - t) + b * a; }

// CHECK-LABEL: no ChangePlaces in shuffle
// CHECK: failing: `{y} ~ {A}[({_} as {j})]` at
// CHECK-NEXT: without its subscripts, the address is 0 elements from the root of the array, not -1; `+ {_}` in a subscript allows any distance

// CHECK-LABEL: no Copied in spread
// CHECK: failing: `{x} ~ {A}[{i}]` at
// CHECK-NEXT: an iteration of the loop of %{{[0-9]+}} (i) moves the address by 1 elements, not by 2

// CHECK-LABEL: no Between in between
// CHECK: failing: `{u} ~ 1 - {t}` at
// CHECK: `u` is %{{[0-9]+}}, `fsub`
