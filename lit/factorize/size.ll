; At -Os a rewrite must pay in code size of the target; nothing is regrouped if that needs too many registers.
;
; REQUIRES: native-x86_64
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-factorize<no-clean-up>' -verify-each -pass-remarks-missed=idiom -S %s -o %t.ll 2> %t.said
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck --check-prefix=SAID %s < %t.said
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @few_alive(
; CHECK: [[SUM:%.*]] = fadd {{.*}} double %b, %c
; CHECK: fmul {{.*}} [[SUM]]
define void @few_alive(ptr %p, ptr %q, double %a, double %b, double %c) optsize {
  %p0 = getelementptr double, ptr %p, i64 0
  %v0 = load double, ptr %p0
  %p1 = getelementptr double, ptr %p, i64 1
  %v1 = load double, ptr %p1
  %ab = fmul fast double %a, %b
  %ac = fmul fast double %a, %c
  %s = fadd fast double %ab, %ac
  store double %s, ptr %q
  %q0 = getelementptr double, ptr %q, i64 1
  store double %v0, ptr %q0
  %q1 = getelementptr double, ptr %q, i64 2
  store double %v1, ptr %q1
  ret void
}

; SAID: many_alive{{.*}}: it does not pay in the target's code size
; CHECK-LABEL: define void @many_alive(
; CHECK: %ab = fmul fast double %a, %b
; CHECK: %ac = fmul fast double %a, %c
define void @many_alive(ptr %p, ptr %q, double %a, double %b, double %c) optsize {
  %p0 = getelementptr double, ptr %p, i64 0
  %v0 = load double, ptr %p0
  %p1 = getelementptr double, ptr %p, i64 1
  %v1 = load double, ptr %p1
  %p2 = getelementptr double, ptr %p, i64 2
  %v2 = load double, ptr %p2
  %p3 = getelementptr double, ptr %p, i64 3
  %v3 = load double, ptr %p3
  %p4 = getelementptr double, ptr %p, i64 4
  %v4 = load double, ptr %p4
  %p5 = getelementptr double, ptr %p, i64 5
  %v5 = load double, ptr %p5
  %p6 = getelementptr double, ptr %p, i64 6
  %v6 = load double, ptr %p6
  %p7 = getelementptr double, ptr %p, i64 7
  %v7 = load double, ptr %p7
  %p8 = getelementptr double, ptr %p, i64 8
  %v8 = load double, ptr %p8
  %p9 = getelementptr double, ptr %p, i64 9
  %v9 = load double, ptr %p9
  %p10 = getelementptr double, ptr %p, i64 10
  %v10 = load double, ptr %p10
  %p11 = getelementptr double, ptr %p, i64 11
  %v11 = load double, ptr %p11
  %p12 = getelementptr double, ptr %p, i64 12
  %v12 = load double, ptr %p12
  %p13 = getelementptr double, ptr %p, i64 13
  %v13 = load double, ptr %p13
  %p14 = getelementptr double, ptr %p, i64 14
  %v14 = load double, ptr %p14
  %p15 = getelementptr double, ptr %p, i64 15
  %v15 = load double, ptr %p15
  %p16 = getelementptr double, ptr %p, i64 16
  %v16 = load double, ptr %p16
  %p17 = getelementptr double, ptr %p, i64 17
  %v17 = load double, ptr %p17
  %ab = fmul fast double %a, %b
  %ac = fmul fast double %a, %c
  %s = fadd fast double %ab, %ac
  store double %s, ptr %q
  %q0 = getelementptr double, ptr %q, i64 1
  store double %v0, ptr %q0
  %q1 = getelementptr double, ptr %q, i64 2
  store double %v1, ptr %q1
  %q2 = getelementptr double, ptr %q, i64 3
  store double %v2, ptr %q2
  %q3 = getelementptr double, ptr %q, i64 4
  store double %v3, ptr %q3
  %q4 = getelementptr double, ptr %q, i64 5
  store double %v4, ptr %q4
  %q5 = getelementptr double, ptr %q, i64 6
  store double %v5, ptr %q5
  %q6 = getelementptr double, ptr %q, i64 7
  store double %v6, ptr %q6
  %q7 = getelementptr double, ptr %q, i64 8
  store double %v7, ptr %q7
  %q8 = getelementptr double, ptr %q, i64 9
  store double %v8, ptr %q8
  %q9 = getelementptr double, ptr %q, i64 10
  store double %v9, ptr %q9
  %q10 = getelementptr double, ptr %q, i64 11
  store double %v10, ptr %q10
  %q11 = getelementptr double, ptr %q, i64 12
  store double %v11, ptr %q11
  %q12 = getelementptr double, ptr %q, i64 13
  store double %v12, ptr %q12
  %q13 = getelementptr double, ptr %q, i64 14
  store double %v13, ptr %q13
  %q14 = getelementptr double, ptr %q, i64 15
  store double %v14, ptr %q14
  %q15 = getelementptr double, ptr %q, i64 16
  store double %v15, ptr %q15
  %q16 = getelementptr double, ptr %q, i64 17
  store double %v16, ptr %q16
  %q17 = getelementptr double, ptr %q, i64 18
  store double %v17, ptr %q17
  ret void
}

; CHECK-LABEL: define void @many_alive_at_least_size(
; CHECK: %ab = fmul fast double %a, %b
; CHECK: %ac = fmul fast double %a, %c
define void @many_alive_at_least_size(ptr %p, ptr %q, double %a, double %b, double %c) minsize optsize {
  %p0 = getelementptr double, ptr %p, i64 0
  %v0 = load double, ptr %p0
  %p1 = getelementptr double, ptr %p, i64 1
  %v1 = load double, ptr %p1
  %p2 = getelementptr double, ptr %p, i64 2
  %v2 = load double, ptr %p2
  %p3 = getelementptr double, ptr %p, i64 3
  %v3 = load double, ptr %p3
  %p4 = getelementptr double, ptr %p, i64 4
  %v4 = load double, ptr %p4
  %p5 = getelementptr double, ptr %p, i64 5
  %v5 = load double, ptr %p5
  %p6 = getelementptr double, ptr %p, i64 6
  %v6 = load double, ptr %p6
  %p7 = getelementptr double, ptr %p, i64 7
  %v7 = load double, ptr %p7
  %p8 = getelementptr double, ptr %p, i64 8
  %v8 = load double, ptr %p8
  %p9 = getelementptr double, ptr %p, i64 9
  %v9 = load double, ptr %p9
  %p10 = getelementptr double, ptr %p, i64 10
  %v10 = load double, ptr %p10
  %p11 = getelementptr double, ptr %p, i64 11
  %v11 = load double, ptr %p11
  %p12 = getelementptr double, ptr %p, i64 12
  %v12 = load double, ptr %p12
  %p13 = getelementptr double, ptr %p, i64 13
  %v13 = load double, ptr %p13
  %p14 = getelementptr double, ptr %p, i64 14
  %v14 = load double, ptr %p14
  %p15 = getelementptr double, ptr %p, i64 15
  %v15 = load double, ptr %p15
  %p16 = getelementptr double, ptr %p, i64 16
  %v16 = load double, ptr %p16
  %p17 = getelementptr double, ptr %p, i64 17
  %v17 = load double, ptr %p17
  %ab = fmul fast double %a, %b
  %ac = fmul fast double %a, %c
  %s = fadd fast double %ab, %ac
  store double %s, ptr %q
  %q0 = getelementptr double, ptr %q, i64 1
  store double %v0, ptr %q0
  %q1 = getelementptr double, ptr %q, i64 2
  store double %v1, ptr %q1
  %q2 = getelementptr double, ptr %q, i64 3
  store double %v2, ptr %q2
  %q3 = getelementptr double, ptr %q, i64 4
  store double %v3, ptr %q3
  %q4 = getelementptr double, ptr %q, i64 5
  store double %v4, ptr %q4
  %q5 = getelementptr double, ptr %q, i64 6
  store double %v5, ptr %q5
  %q6 = getelementptr double, ptr %q, i64 7
  store double %v6, ptr %q6
  %q7 = getelementptr double, ptr %q, i64 8
  store double %v7, ptr %q7
  %q8 = getelementptr double, ptr %q, i64 9
  store double %v8, ptr %q8
  %q9 = getelementptr double, ptr %q, i64 10
  store double %v9, ptr %q9
  %q10 = getelementptr double, ptr %q, i64 11
  store double %v10, ptr %q10
  %q11 = getelementptr double, ptr %q, i64 12
  store double %v11, ptr %q11
  %q12 = getelementptr double, ptr %q, i64 13
  store double %v12, ptr %q12
  %q13 = getelementptr double, ptr %q, i64 14
  store double %v13, ptr %q13
  %q14 = getelementptr double, ptr %q, i64 15
  store double %v14, ptr %q14
  %q15 = getelementptr double, ptr %q, i64 16
  store double %v15, ptr %q15
  %q16 = getelementptr double, ptr %q, i64 17
  store double %v16, ptr %q16
  %q17 = getelementptr double, ptr %q, i64 18
  store double %v17, ptr %q17
  ret void
}

; CHECK-LABEL: define void @many_alive_and_fast(
; CHECK: [[SUM:%.*]] = fadd {{.*}} double %b, %c
; CHECK: fmul {{.*}} [[SUM]]
define void @many_alive_and_fast(ptr %p, ptr %q, double %a, double %b, double %c)  {
  %p0 = getelementptr double, ptr %p, i64 0
  %v0 = load double, ptr %p0
  %p1 = getelementptr double, ptr %p, i64 1
  %v1 = load double, ptr %p1
  %p2 = getelementptr double, ptr %p, i64 2
  %v2 = load double, ptr %p2
  %p3 = getelementptr double, ptr %p, i64 3
  %v3 = load double, ptr %p3
  %p4 = getelementptr double, ptr %p, i64 4
  %v4 = load double, ptr %p4
  %p5 = getelementptr double, ptr %p, i64 5
  %v5 = load double, ptr %p5
  %p6 = getelementptr double, ptr %p, i64 6
  %v6 = load double, ptr %p6
  %p7 = getelementptr double, ptr %p, i64 7
  %v7 = load double, ptr %p7
  %p8 = getelementptr double, ptr %p, i64 8
  %v8 = load double, ptr %p8
  %p9 = getelementptr double, ptr %p, i64 9
  %v9 = load double, ptr %p9
  %p10 = getelementptr double, ptr %p, i64 10
  %v10 = load double, ptr %p10
  %p11 = getelementptr double, ptr %p, i64 11
  %v11 = load double, ptr %p11
  %p12 = getelementptr double, ptr %p, i64 12
  %v12 = load double, ptr %p12
  %p13 = getelementptr double, ptr %p, i64 13
  %v13 = load double, ptr %p13
  %p14 = getelementptr double, ptr %p, i64 14
  %v14 = load double, ptr %p14
  %p15 = getelementptr double, ptr %p, i64 15
  %v15 = load double, ptr %p15
  %p16 = getelementptr double, ptr %p, i64 16
  %v16 = load double, ptr %p16
  %p17 = getelementptr double, ptr %p, i64 17
  %v17 = load double, ptr %p17
  %ab = fmul fast double %a, %b
  %ac = fmul fast double %a, %c
  %s = fadd fast double %ab, %ac
  store double %s, ptr %q
  %q0 = getelementptr double, ptr %q, i64 1
  store double %v0, ptr %q0
  %q1 = getelementptr double, ptr %q, i64 2
  store double %v1, ptr %q1
  %q2 = getelementptr double, ptr %q, i64 3
  store double %v2, ptr %q2
  %q3 = getelementptr double, ptr %q, i64 4
  store double %v3, ptr %q3
  %q4 = getelementptr double, ptr %q, i64 5
  store double %v4, ptr %q4
  %q5 = getelementptr double, ptr %q, i64 6
  store double %v5, ptr %q5
  %q6 = getelementptr double, ptr %q, i64 7
  store double %v6, ptr %q6
  %q7 = getelementptr double, ptr %q, i64 8
  store double %v7, ptr %q7
  %q8 = getelementptr double, ptr %q, i64 9
  store double %v8, ptr %q8
  %q9 = getelementptr double, ptr %q, i64 10
  store double %v9, ptr %q9
  %q10 = getelementptr double, ptr %q, i64 11
  store double %v10, ptr %q10
  %q11 = getelementptr double, ptr %q, i64 12
  store double %v11, ptr %q11
  %q12 = getelementptr double, ptr %q, i64 13
  store double %v12, ptr %q12
  %q13 = getelementptr double, ptr %q, i64 14
  store double %v13, ptr %q13
  %q14 = getelementptr double, ptr %q, i64 15
  store double %v14, ptr %q14
  %q15 = getelementptr double, ptr %q, i64 16
  store double %v15, ptr %q15
  %q16 = getelementptr double, ptr %q, i64 17
  store double %v16, ptr %q16
  %q17 = getelementptr double, ptr %q, i64 18
  store double %v17, ptr %q17
  ret void
}
