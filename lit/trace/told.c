// Traces without findings, functions that are removed, and wrong arguments; a trace changes nothing.
//
// RUN: %idiom trace --idiom SqrtOfSquare %s | %FileCheck --check-prefix=NONE %s
// RUN: %idiom trace --idiom SqrtOfSquare --explain --function '^sum$' %s | %FileCheck --check-prefix=NEAR %s
// RUN: %idiom trace --spec %project/examples/neighbour_sum.candl %s | %FileCheck --check-prefix=GONE %s
// RUN: %idiom trace --idiom For %s -- -O0 | %FileCheck --check-prefix=O0 %s
// RUN: %idiom trace --idiom For --budget 3 %s | %FileCheck --check-prefix=BUDGET %s
// RUN: not %idiom trace %s 2>&1 | %FileCheck --check-prefix=WHICH %s
// RUN: not %idiom trace --idiom Nonesuch %s 2>&1 | %FileCheck --check-prefix=UNKNOWN %s
// RUN: not %idiom trace --idiom For - 2>&1 | %FileCheck --check-prefix=STDIN %s
// RUN: not %idiom trace --idiom For %s -- -fsyntax-only 2>&1 | %FileCheck --check-prefix=NOTHING %s
//
// NONE: nothing is found behind any pass; --explain says how near it came
// NEAR: no SqrtOfSquare in sum: {{[0-9]+}} of {{[0-9]+}} hold
// NEAR-NEXT: nearest {{behind pass [0-9]+, |before the first pass}}
// NEAR: nothing is found behind any pass{{$}}
// GONE: {{[0-9]+ (inline|InlinerPass)}} {{ *}}NeighbourSum in sum {{ *}}holds at
// GONE: NeighbourSum in two {{ *}}is gone with the function
// O0: told.c: {{[0-9]+}} passes ran
// O0: nothing is found
// BUDGET: not everything was searched: For in {{.*}}: the budget of 3 steps ran out
// WHICH: name a specification by --idiom, or its file by --spec
// UNKNOWN: Nonesuch
// STDIN: needs a file
// NOTHING: did not run the plugin
//
// With a trace and without: the same object.
//
// RUN: %clang -O2 -g -gno-record-command-line -c %s -o %t.o
// RUN: env IDIOM_MODE=detect IDIOM_IDIOMS=For IDIOM_TRACE=%t.traces %clang -O2 -g -gno-record-command-line -fpass-plugin=%plugin -c %s -o %t.traced.o
// RUN: cmp %t.o %t.traced.o
// RUN: ls %t.traces | %FileCheck --check-prefix=FILE %s
// FILE: told.c-{{[0-9a-f]+}}.json
// RUN: touch %t.file && env IDIOM_TRACE=%t.file/x not %clang -O2 -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | %FileCheck --check-prefix=FOLDER %s
// FOLDER: cannot make the directory
//
// The IR of each step, where it is asked for: the place of each instruction behind it. It changes nothing either.
//
// RUN: %idiom trace --idiom For --ir --format json %s | %FileCheck --check-prefix=IR %s
// RUN: not %idiom trace --idiom For --ir %s 2>&1 | %FileCheck --check-prefix=DATA %s
// RUN: env IDIOM_MODE=detect IDIOM_IDIOMS=For IDIOM_TRACE=%t.traces IDIOM_TRACE_IR=1 %clang -O2 -g -gno-record-command-line -fpass-plugin=%plugin -c %s -o %t.traced.o
// RUN: cmp %t.o %t.traced.o
// IR: "ir": "{{.*}}define {{.*}} @sum({{.*}} fadd {{.*}} ; {{.*}}told.c:[[#LINE:]]:{{[0-9]+}}\n
// DATA: --ir writes the IR of each step as data; add --format json
//
// The same each time.
//
// RUN: %idiom trace --idiom For --format json %s > %t.1
// RUN: %idiom trace --idiom For --format json %s > %t.2
// RUN: cmp %t.1 %t.2
static double two(const double *a) { return a[0] + a[1]; }
double sum(const double *a, long n) {
  double all = 0;
  for (long i = 0; i < n; i++)
    all += a[i];
  return all + two(a);
}
