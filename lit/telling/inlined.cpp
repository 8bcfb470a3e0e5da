// Code that is inlined in many places is one remark and one paragraph for its source place; the report has every copy.
// Functions go by their names in the source.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env IDIOM_REPORT=%t/reports %clang -O2 -ffast-math -fpass-plugin=%plugin -Rpass=idiom -c %s -o %t/x.o 2> %t/said
// RUN: %FileCheck --implicit-check-not=remark: %s < %t/said
// RUN: cat %t/reports/*.json | %FileCheck --check-prefix=REPORT --implicit-check-not=fingerprint %s
// RUN: env IDIOM_EP=vectorizer-start IDIOM_REPORT=%t/late %clang -O2 -fno-math-errno -fpass-plugin=%plugin -Rpass-missed=idiom -c %s -o %t/x.o 2> %t/said
// RUN: %FileCheck --check-prefix=LATE --implicit-check-not=remark: %s < %t/said
// RUN: cat %t/late/*.json | %FileCheck --check-prefix=COPIES --implicit-check-not=fingerprint %s
// RUN: %idiom find --idiom SqrtOfSquare --at vectorizer-start %s -- -fno-math-errno | %FileCheck --check-prefix=FIND --implicit-check-not=found %s
// RUN: env IDIOM_EP=vectorizer-start %clang -O2 -fno-math-errno -fpass-plugin=%plugin -fsave-optimization-record -foptimization-record-file=%t/record.yaml -c %s -o %t/x.o
// RUN: %FileCheck --check-prefix=RECORD %s < %t/record.yaml
double length(double x) { return __builtin_sqrt(x * x); }
namespace geo {
template <class T> static inline T length(T x) { return __builtin_sqrt(x * x); }
struct Point {
  double x, y;
  double norm() const;
};
double Point::norm() const { return length(x) + length(y); }
} // namespace geo
double once(double x) { return geo::length(x + 1); }

// Where rewriting stands, nothing is inlined yet.
// CHECK: inlined.cpp:[[#@LINE-12]]:34: remark: rewrote SqrtOfSquare (
// CHECK: inlined.cpp:[[#@LINE-11]]:57: remark: rewrote SqrtOfSquare (
// REPORT: "function": "_Z6lengthd"
// REPORT: fingerprint
// REPORT: "function": "_ZN3geoL6lengthIdEET_S1_"
// REPORT: fingerprint

// Behind the inliner the second is in three places. LLVM itself would fold the square there, had it the flags.
// LATE-DAG: inlined.cpp:[[#@LINE-20]]:34: remark: did not rewrite SqrtOfSquare: {{.*}}reassoc
// LATE-DAG: inlined.cpp:[[#@LINE-19]]:57: remark: did not rewrite SqrtOfSquare, 2 copies, inlined from {{.*}}length{{.*}}reassoc
// COPIES-COUNT-4: fingerprint
// FIND-DAG: inlined.cpp:[[#@LINE-23]]:34: found SqrtOfSquare in length(double){{$}}
// FIND-DAG: inlined.cpp:[[#@LINE-22]]:57: found SqrtOfSquare in geo::Point::norm() const, 3 copies in 2 functions, inlined from {{.*}}length{{.*$}}
// RECORD: Copies: {{ *}}'2'
// RECORD: InlinedFrom: {{.*}}length
