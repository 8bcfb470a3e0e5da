// A source is drawn where detection looks at it: after rotation, before vectorisation.
//
// RUN: %idiom model --dot cfg --function '^first$' --idiom For %s > %t.dot
// RUN: %FileCheck %s < %t.dot
// RUN: %idiom model --function '^second$' %s | %FileCheck --check-prefix=MODEL %s
// RUN: not %idiom model --dot cfg %s 2>&1 | %FileCheck --check-prefix=WHICH %s
// RUN: not %idiom model --dot cfg --function nonesuch %s 2>&1 | %FileCheck --check-prefix=NONE %s
// RUN: %idiom model --function '^first$' %s > %t.two
// RUN: %idiom model --function '^first$' %s -- -DWIDE > %t.three
// RUN: not cmp %t.two %t.three
// RUN: not %idiom model --dot cfg %s -- -DBROKEN 2>&1 | %FileCheck --check-prefix=BROKEN %s
// CHECK: label="control flow of first{{.}}lmarked: For in first, {{.*}}source.c:{{[0-9:]+}}{{.}}l"
// CHECK-NOT: x double>
// CHECK: source.c:{{[0-9]+}}
// MODEL-NOT: function first
// MODEL: function second
// MODEL-NOT: function first
// WHICH: --function says which of these is meant:
// WHICH-NEXT: first
// WHICH-NEXT: second
// NONE: no function has a name that `nonesuch` matches
// BROKEN: could not be compiled
// BROKEN: broken on purpose
#ifdef BROKEN
#error broken on purpose
#endif
#ifdef WIDE
#define FACTOR 3
#else
#define FACTOR 2.5
#endif
void first(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] *= FACTOR;
}
double second(double x) { return x * x; }
