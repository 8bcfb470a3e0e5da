// Code that cannot be extracted: a reason, and no output file. `proper` can be.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O2 -ffast-math -fno-vectorize -fno-unroll-loops %s -S -emit-llvm -o %t/x.ll
// RUN: %idiom extract --idiom Loop --function '^proper$' %t/x.ll | %FileCheck %s --check-prefix=PROPER
// PROPER: define void @proper_Loop(
// RUN: not %idiom extract --idiom Loop --function '^stacked$' %t/x.ll -o %t/y.ll 2>&1 | %FileCheck %s --check-prefix=STACK
// STACK: error: Loop in stacked stays where it is: the loops allocate memory of the stack
// RUN: not %idiom extract --idiom MultiExitLoop --function '^left$' %t/x.ll -o %t/y.ll 2>&1 | %FileCheck %s --check-prefix=LEFT
// LEFT: error: MultiExitLoop in left stays where it is: the loops are left to several places, or never
// RUN: not %idiom extract --idiom Loop --function '^proper$' --name left %t/x.ll -o %t/y.ll 2>&1 | %FileCheck %s --check-prefix=TAKEN
// TAKEN: error: Loop in proper stays where it is: the module has a `left` already
// RUN: not %idiom extract --idiom ArraySum --function '^both$' %t/x.ll -o %t/y.ll 2>&1 | %FileCheck %s --check-prefix=BOTH
// BOTH: error: --number says which of these is meant:
// BOTH-NEXT: 1: ArraySum in both, the loop that begins with
// BOTH-NEXT: 2: ArraySum in both, the loop that begins with
// RUN: %idiom extract --idiom ArraySum --function '^both$' --number 2 %t/x.ll | %FileCheck %s --check-prefix=SECOND
// SECOND: define void @both_ArraySum(
// RUN: not %idiom extract --idiom ArraySum --function '^both$' --number 3 %t/x.ll -o %t/y.ll 2>&1 | %FileCheck %s --check-prefix=BOTH
// RUN: not %idiom extract --idiom AbsoluteValue %t/x.ll -o %t/y.ll 2>&1 | %FileCheck %s --check-prefix=NO-LOOP
// NO-LOOP: error: what is found has no loop around it that begins with one of its values
// RUN: not %idiom extract --idiom Histogram %t/x.ll -o %t/y.ll 2>&1 | %FileCheck %s --check-prefix=NOTHING
// NOTHING: error: nothing is found in the functions of the module
// RUN: not ls %t/y.ll
void heard(int), seen(void);

double proper(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

double stacked(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double a[n], *volatile q = a;
    a[0] = x[i];
    s += *q * x[i];
  }
  return s;
}

void left(const char *s, char c, int n) {
  for (int i = 0; i < n; i++) {
    if (s[i] == c) {
      heard(1);
      return;
    }
    if (s[i] == 7) {
      seen();
      return;
    }
  }
  heard(3);
}

double both(int n, int m, const double *x, const double *y) {
  double s = 0, t = 1;
  for (int i = 0; i < n; i++)
    s += x[i];
  for (int i = 0; i < m; i++)
    t += y[i];
  return s * t;
}

double magnitude(double x) { return __builtin_fabs(x); }
