// Findings about memory name the responsible instruction and a reason, in the text, the report and remarks.
//
// RUN: %idiom find --idiom UnhoistedLoad %s -- -O1 -g > %t.text
// RUN: %FileCheck --implicit-check-not="found " %s < %t.text
// CHECK: explained-memory.c:[[ADDED:[0-9]+]]:{{[0-9]+}}: found UnhoistedLoad in added: the store at {{.*}}explained-memory.c:[[ADDED]]:{{[0-9]+}} may write what the load at {{.*}}explained-memory.c:[[ADDED]]:{{[0-9]+}} reads, because both come from parameters without `restrict`
// CHECK: found UnhoistedLoad in through: the store at {{.*}} may write what the load at {{.*}} reads, because the pointer {{.*}}, which is loaded, may lead where the parameter {{.*}}(s) does, which has no `restrict`
// CHECK: found UnhoistedLoad in known: the store at {{.*}} because the parameter {{.*}}, without `restrict`, may lead to @shared
// CHECK: found UnhoistedLoad in called: the call of `unknown` at {{.*}} may write what the load at {{.*}} reads, because other functions may know its address
// CHECK: found UnhoistedLoad in given: the call of `filled` at {{.*}} may write what the load at {{.*}} reads through its argument {{.*}}, because both come from parameters without `restrict`
//
// RUN: %idiom find --idiom UnhoistedLoad --format json %s -- -O1 -g > %t.json
// RUN: %FileCheck --check-prefix=JSON %s < %t.json
// JSON: "reason": "the store at {{.*}} may write what the load at {{.*}} reads, because both come from parameters without `restrict`
//
// RUN: env IDIOM_IDIOMS=UnhoistedLoad %clang -O1 -g -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2> %t.remarks
// RUN: %FileCheck --check-prefix=REMARK %s < %t.remarks
// REMARK: remark: found UnhoistedLoad: the store at {{.*}} may write what the load at {{.*}} reads, because both come from parameters

struct list { int n; int *a; };
int shared;
void unknown(void);
void filled(int *p);

void added(int *to, const int *by, int n) {
  for (int i = 0; i < n; i++)
    to[i] += *by;
}

// `restrict`: nothing is to blame.
void added_apart(int *restrict to, const int *restrict by, int n) {
  for (int i = 0; i < n; i++)
    to[i] += *by;
}

int through(struct list *s, int m) {
  int r = 0;
  int *a = s->a;
  for (int i = 0; i < m; i++) {
    a[i] = i;
    r += s->n;
  }
  return r;
}

int known(int *to, int m) {
  int r = 0;
  for (int i = 0; i < m; i++) {
    to[i] = i;
    r += shared;
  }
  return r;
}

int called(const int *by, int m) {
  int r = 0;
  for (int i = 0; i < m; i++) {
    unknown();
    r += *by;
  }
  return r;
}

int given(int *to, const int *by, int m) {
  int r = 0;
  for (int i = 0; i < m; i++) {
    filled(to + i);
    r += *by;
  }
  return r;
}
