// A collect with more members than its limit does not hold there, and may have kept an idiom from being
// found. This is reported as a remark, a log line and in the report; with a sufficient limit it is not.
//
// RUN: rm -rf %t && mkdir %t
// RUN: printf '%%s\n' 'Constraint Users' '( ir_type{a} = argument' '∧ collect i N {a} ∈ {use[i]}.args)' 'End' > %t/users.candl
// RUN: env IDIOM_SPEC=%t/users.candl IDIOM_IDIOMS='Users[N=1]' IDIOM_REPORT=%t/reports IDIOM_LOG=info %clang -O1 -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2> %t.said
// RUN: %FileCheck %s < %t.said
// RUN: %FileCheck --check-prefix=REPORT %s < %t/reports/*.json
// RUN: %python %inputs/check_schema.py %project/docs/src/report.schema.json %t/reports/*.json
// REPORT: "outcome": "limit-reached"
//
// RUN: env IDIOM_SPEC=%t/users.candl IDIOM_IDIOMS='Users[N=2]' %clang -O1 -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=ENOUGH --implicit-check-not="reached a" %s
// ENOUGH: remark: found Users
// CHECK-DAG: limit.c:[[#@LINE+2]]:1: remark: reached a limit of Users[N=1] in twice: the collect at {{.*}}users.candl:3:{{[0-9]+}} has more than 1 member {{.*}}[-Rpass-analysis=idiom]
// CHECK-DAG: idiom: info: reached a limit of Users[N=1] in twice: the collect at {{.*}}users.candl:3:{{[0-9]+}}
int twice(int a, int b) { return (a + b) * (a - b); }
