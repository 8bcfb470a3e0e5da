// Explanations show the attempt that comes furthest down the text of the specification: for a `break` the
// loop itself, at the line of the break, and not the test in front of it.
//
// RUN: %idiom find --explain --idiom For --idiom SCoP %s -- -O2 | %FileCheck %s
// RUN: %idiom find --idiom For %s -- -O2 -DWHOLE | %FileCheck --check-prefix=WHOLE %s
// WHOLE: found For in find
int find(const int *a, int n, int k) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
#ifndef WHOLE
    // CHECK: break.c:[[#@LINE+6]]:{{.*}} no For in find: {{1[0-9]}} of {{[0-9]+}} hold
    // CHECK: failing: `opcode{comparison} = icmp`
    // CHECK-NEXT: in `include InductionLoop`
    // CHECK-NEXT: `comparison` is %{{[0-9]+}}, `select` at {{.*}}break.c:[[#@LINE+3]]:
    // CHECK: break.c:[[#@LINE+2]]:{{.*}} no SCoP in find: {{1[0-9]}} of {{[0-9]+}} hold
    // CHECK: in `include CountedLoop @ {loop}`
    if (a[i] == k)
      break;
#endif
  }
  return s;
}
