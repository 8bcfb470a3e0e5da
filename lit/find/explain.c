// Why an idiom is not found: how far the search came in each function, what failed, and what the values are. Where it is
// found, and when nobody asks, nothing is explained.
//
// RUN: %idiom find --explain --spec %inputs/vector_length.candl --idiom VectorLength %s -- -ffast-math | %FileCheck %s
// RUN: %idiom find --spec %inputs/vector_length.candl --idiom VectorLength %s -- -ffast-math | %FileCheck --check-prefix=OFF --implicit-check-not="{{hold|failing}}" %s
// OFF: found VectorLength in both
//
// The same through clang alone, as a remark, a log line and a report of the schema.
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_EXPLAIN=1 IDIOM_REPORT=%t IDIOM_LOG=info IDIOM_SPEC=%inputs/vector_length.candl IDIOM_IDIOMS=VectorLength %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass-missed=idiom -c %s -o %t.o 2> %t.said
// RUN: %FileCheck --check-prefix=SAID %s < %t.said
// RUN: %python %inputs/check_schema.py %project/docs/src/report.schema.json %t/*.json
double sqrt(double);

// CHECK: found VectorLength in both
// CHECK-NOT: no VectorLength in both
// CHECK: no VectorLength in
// SAID-DAG: explain.c:[[#@LINE+3]]:{{[0-9]+}}: remark: no VectorLength in product: {{[0-9]+}} of {{[0-9]+}} hold; failing: `{{.*}}` at {{.*}}vector_length.candl:{{[0-9]+}}:{{[0-9]+}}{{.*}}[-Rpass-missed=idiom]
// SAID-DAG: idiom: info: no VectorLength in product: {{[0-9]+}} of {{[0-9]+}} hold; failing: `{{.*}}` at {{.*}}vector_length.candl:
// CHECK-NEXT: return sqrt(a * b)
double product(double a, double b) { return sqrt(a * b); }
// CHECK: failing: `{{.*}}` at {{.*}}vector_length.candl:{{[0-9]+}}:{{[0-9]+}}
// CHECK: `{{.*}}` is %{{[0-9]+}}, `fmul`
// CHECK: with
// CHECK-NEXT: root = %

double both(double a, double b) { return sqrt(a * a + b * b); }
