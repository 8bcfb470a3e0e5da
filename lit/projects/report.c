// Merged reports: text, and the forms for other tools. SARIF and the page's data have readers of their own.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s x.c
// RUN: env IDIOM_REPORT=%t/reports %clang -O2 -ffast-math -gline-tables-only -fpass-plugin=%plugin -c x.c -o x.o
// RUN: %idiom report reports | %FileCheck %s
// CHECK: 2 findings of 1 idiom in 1 unit, 2 functions
// CHECK: SqrtOfSquare: 2 findings in 1 file
// CHECK-NEXT: x.c:[[#@LINE+26]]:{{[0-9]+}}: rewrote SqrtOfSquare in first
// CHECK-NEXT: double first(double ä)
//
// RUN: %idiom report reports --most 1 | %FileCheck --check-prefix=FEW %s
// FEW: … and 1 more
// RUN: mkdir page && %idiom report reports --html page/index.html --sarif x.sarif --markdown x.md --jsonl x.jsonl > text
// RUN: %FileCheck %s < text
// RUN: %python %inputs/check_reports.py page/index.html x.sarif x.md x.jsonl 2
//
// With a baseline, by fingerprint: lines may move, what is new is told.
//
// RUN: mkdir old && sed 's/^double second.*//' x.c > old/x.c && cp x.c saved.c && printf '\n\n' > x.c && cat old/x.c >> x.c
// RUN: env IDIOM_REPORT=%t/before %clang -O2 -ffast-math -gline-tables-only -fpass-plugin=%plugin -c x.c -o x.o && cp saved.c x.c
// RUN: not %idiom report reports --baseline before --fail-on new --jsonl states | %FileCheck --check-prefix=NEW %s
// NEW: 1 new, 1 unchanged, 0 gone
// NEW: new: rewrote SqrtOfSquare in second
// RUN: grep -c '"state":"new"' states | grep -x 1
// RUN: %idiom report before --baseline reports --fail-on new | %FileCheck --check-prefix=GONE %s
// GONE: gone since the baseline
// GONE-NEXT: rewrote SqrtOfSquare in second
//
// RUN: not %idiom report reports --fail-on any > %t/any && not %idiom report %t/old 2>&1 | %FileCheck --check-prefix=NONE %s
// NONE: error: there is no report there
// RUN: not %idiom report reports --fail-on new 2>&1 | %FileCheck --check-prefix=ALONE %s
// ALONE: error: --fail-on new needs a --baseline
double sqrt(double);
double first(double ä) { return sqrt(ä * ä); }
double second(double a) { return sqrt(a * a); }
