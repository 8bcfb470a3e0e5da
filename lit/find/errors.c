// Branches to errors in loops: described as not taken, for some parameters or as a printed assumption.
// RUN: %idiom find --idiom SCoP %s -- -O1 -g | %FileCheck --implicit-check-not="found SCoP in usual" %s
// RUN: %idiom find --idiom SCoP --format json %s -- -O1 -g > %t.json
// RUN: %python %inputs/check_schema.py %project/docs/src/report.schema.json %t.json
// RUN: %python -c "import json, sys; print([(a['source'], a['calls'], a['place']['line'], a['branch']['line'], p['polyhedral']['assumes']) for f in json.load(open(sys.argv[1]))['findings'] for p in [f['scop']] for a in p.get('assumptions', [])])" %t.json | %FileCheck --check-prefix=JSON %s
// RUN: %idiom find --idiom SCoP --format jscop %s -- -O1 -g > %t.jscop 2> %t.notes
// RUN: %FileCheck --check-prefix=NOTE %s < %t.notes
// RUN: %FileCheck --check-prefix=JSCOP %s < %t.jscop
// RUN: %idiom find --idiom SCoP --format openscop %s -- -O1 -g 2>&1 | %FileCheck --check-prefix=NOTE %s

void abort(void) __attribute__((noreturn));
int seldom(int) __attribute__((cold));
int often(int);

// Conditions on parameters exclude the error.
// CHECK-LABEL: found SCoP in bounded: 1 loop, 1 deep
// CHECK-NOT:  assumes
// CHECK:      except for n >= 1 and k <= 0{{ *$}}
// CHECK-NEXT: except for n >= k + 1 and k >= 1{{ *$}}
// JSCOP:      "context": "[p_0, p_1] -> { : {{.*}} and not (
void bounded(int n, int k, double *a) {
  for (int i = 0; i < n; i++) {
    if (i >= k) abort();
    a[i] = 0;
  }
}

// Numbers are those of the variable, or it is said that they are others.
// CHECK-LABEL: found SCoP in signed_here: 1 loop, 1 deep
// CHECK:      except for n >= 1 and (signed) k <= 0{{ *$}}
// CHECK-NEXT: except for n >= (signed) k + 1 and (signed) k >= 1{{ *$}}
void signed_here(int n, unsigned k, double *a) {
  for (int i = 0; i < n; i++) {
    if (i >= (int)k) abort();
    a[i] = 0;
  }
}

// CHECK-LABEL: found SCoP in unsigned_here: 1 loop, 1 deep
// CHECK:      except for n >= (unsigned) k + 1 and (unsigned) k == 0{{ *$}}
void unsigned_here(unsigned n, int k, double *a) {
  for (unsigned i = k; i < n; i++)
    a[i - 1] = 0;
}

// CHECK-LABEL: found SCoP in about_data: 1 loop, 1 deep
// CHECK:      assumes not (x[i] < 0): no call of abort {{.*}}errors.c:[[@LINE+5]]:19
// NOTE:  about_data: not written: it holds only if not ({{.*}} < 0), which is no condition on parameters
// JSON: ('not (x[i] < 0)', ['abort'], [[@LINE+3]], [[@LINE+3]], ['not (%{{[0-9]+}}[i0] < 0)'])
void about_data(int n, double *restrict a, int *restrict x) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0) abort();
    a[i] = x[i];
  }
}

// CHECK-LABEL: found SCoP in comes_back: 1 loop, 1 deep
// CHECK:      assumes (i <= k): no call of seldom
// NOTE:  comes_back: not written: it holds only if
void comes_back(int n, int k, double *a) {
  for (int i = 0; i < n; i++) {
    if (i > k) seldom(i);
    a[i] = 0;
  }
}

// Both sides of what `(unsigned)` stands before are numbers without a sign.
// CHECK-LABEL: found SCoP in in_range: 1 loop, 1 deep
// CHECK:      assumes not ((unsigned) x[i] > 4): no call of abort
void in_range(int n, double *restrict a, int *restrict x) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0 || x[i] >= 5) abort();
    a[i] = x[i];
  }
}

// The error is come to in one arm alone.
// CHECK-LABEL: found SCoP in in_arm: 1 loop, 1 deep
// CHECK:      if (i > k)
// CHECK:      assumes not (x[i] < 0) where (i > k): no call of abort
// NOTE:  in_arm: not written: it holds only if not ({{.*}} < 0) where (i0 > {{.*}}), which
void in_arm(int n, int k, double *restrict a, int *restrict x) {
  for (int i = 0; i < n; i++) {
    if (i > k) {
      if (x[i] < 0) abort();
      a[i] = x[i];
    }
    a[i] += 1;
  }
}

// What is not at least 0 is an error, NaN among it.
// CHECK-LABEL: found SCoP in no_number: 1 loop, 1 deep
// CHECK:      assumes x[i] >= {{.*}}: no call of abort
void no_number(int n, double *restrict a, double *restrict x) {
  for (int i = 0; i < n; i++) {
    if (!(x[i] >= 0)) abort();
    a[i] = x[i];
  }
}

// The loop before the one with the error does not depend on it; the one behind does.
// CHECK-LABEL: found SCoP in before_and_behind: 1 loop, 1 deep
// CHECK-NOT:  assumes
// CHECK-LABEL: found SCoP in before_and_behind: 1 loop, 1 deep
// CHECK:      assumes not (
// CHECK-LABEL: found SCoP in before_and_behind: 1 loop, 1 deep
// CHECK:      assumes not (
void before_and_behind(int n, int k, int *a, int *b) {
  for (int i = 0; i < n; i++) a[i] = i;
  often(3);
  for (int i = 0; i < n; i++) {
    if (b[i] == k) seldom(3);
    b[i] = 1;
  }
  often(4);
  for (int i = 0; i < n; i++) a[i] = 2 * i;
}

void usual(int n, double *a) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0) often(i);
    a[i] = 0;
  }
}
