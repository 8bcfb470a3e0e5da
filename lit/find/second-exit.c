// A loop that a `return` leaves has a second exit: explanations name the branch that leads there, and the path goes past
// the end of the loop.
//
// RUN: %idiom find --explain --idiom For --idiom SCoP --idiom ArraySum %s -- -O2 | %FileCheck %s
void g(void);

int find(const int *a, int n, int k) {
  int s = 0;
  // CHECK: no For in find:
  // CHECK: failing: `post_domination({end}, {begin})`
  // CHECK: in `include Loop`
  // CHECK: by the branch at {{.*}}second-exit.c:[[#@LINE+9]]:{{.*}} goes past the branch at {{.*}}second-exit.c:[[#@LINE+7]]:
  // CHECK: `end` is br
  // CHECK: no SCoP in find:
  // CHECK: by the branch at {{.*}}second-exit.c:[[#@LINE+6]]:
  // CHECK: no ArraySum in find:
  // CHECK: in `{s} += {{.*}}`
  // CHECK: by the branch at {{.*}}second-exit.c:[[#@LINE+3]]:
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (a[i] == k) {
      g();
      return 7;
    }
  }
  return s;
}
