// The output of IDIOM_REPORT and `idiom find` matches the documented schema; another document does not.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_REPORT=%t/reports IDIOM_SPEC=%inputs/vector_length.candl IDIOM_IDIOMS=SqrtOfSquare,VectorLength %clang -O2 -fno-math-errno -g -fpass-plugin=%plugin -c %s -o %t.o
// RUN: %idiom find --format json --idiom SqrtOfSquare --idiom VectorLength --spec %inputs/vector_length.candl %s -- -ffast-math > %t/reports/found.json
// RUN: %idiom find --format json --idiom SqrtOfSquare --budget 1 %s -- -ffast-math > %t/reports/gave_up.json
// RUN: %idiom find --format json --idiom For %s > %t/reports/nothing.json
// RUN: %python %inputs/check_schema.py %project/docs/src/report.schema.json %t/reports/*.json | %FileCheck %s
// CHECK: 4 documents with 5 findings are as the schema says
//
// RUN: sed 's/"function"/"procedure"/' %t/reports/found.json > %t/other.json
// RUN: not %python %inputs/check_schema.py %project/docs/src/report.schema.json %t/other.json 2>&1 | %FileCheck --check-prefix=OTHER %s
// OTHER: findings[0].procedure: not in the schema
double sqrt(double);
double f(double a) { return sqrt(a * a); }
double g(double a, double b) { return sqrt(a * a + b * b); }
