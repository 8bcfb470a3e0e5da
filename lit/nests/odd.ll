; Shapes that C does not produce: an element loaded once for all rounds, a value of the last round, two
; entries, atomic accesses, a lifetime within the nest, a convergent function and a counter of 16 bits.
;
; RUN: env IDIOM_APPLY=DgemvAdd,Ddot,Dscal IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -disable-output %s 2>&1 | %FileCheck %s --implicit-check-not='idiom: rewrote'

; It is no sum: each round adds to what the element was before all of them.
; CHECK-NOT: DgemvAdd in loaded_once
define void @loaded_once(i64 %m, i64 %n, ptr noalias %A, ptr noalias %x, ptr noalias %y) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %to = getelementptr double, ptr %y, i64 %i
  %row = mul i64 %i, %n
  %old = load double, ptr %to
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %ij = add i64 %row, %j
  %a.at = getelementptr double, ptr %A, i64 %ij
  %a = load double, ptr %a.at
  %x.at = getelementptr double, ptr %x, i64 %j
  %b = load double, ptr %x.at
  %ab = fmul fast double %a, %b
  %new = fadd fast double %old, %ab
  store double %new, ptr %to
  %j.next = add i64 %j, 1
  %j.more = icmp ne i64 %j.next, %n
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add i64 %i, 1
  %i.more = icmp ne i64 %i.next, %m
  br i1 %i.more, label %outer, label %exit
exit:
  ret void
}

; CHECK: did not rewrite DgemvAdd in last_round: {{.*}} is used behind a loop of the nest as it is in the last round
define void @last_round(i64 %m, i64 %n, ptr noalias %A, ptr noalias %x, ptr noalias %y) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %to = getelementptr double, ptr %y, i64 %i
  %row = mul i64 %i, %n
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %ij = add i64 %row, %j
  %a.at = getelementptr double, ptr %A, i64 %ij
  %a = load double, ptr %a.at
  %x.at = getelementptr double, ptr %x, i64 %j
  %b = load double, ptr %x.at
  %j.next = add i64 %j, 1
  %j.more = icmp ne i64 %j.next, %n
  br i1 %j.more, label %inner, label %latch
latch:
  %ab = fmul fast double %a, %b
  %old = load double, ptr %to
  %new = fadd fast double %old, %ab
  store double %new, ptr %to
  %i.next = add i64 %i, 1
  %i.more = icmp ne i64 %i.next, %m
  br i1 %i.more, label %outer, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Dscal in two_entries: {{.*}} begins a nest that is entered in several places
define void @two_entries(i1 %c, i64 %n, double %f, ptr %x) {
entry:
  br i1 %c, label %one, label %other
one:
  br label %loop
other:
  br label %loop
loop:
  %i = phi i64 [ 0, %one ], [ 0, %other ], [ %next, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %old = load double, ptr %at
  %new = fmul fast double %old, %f
  store double %new, ptr %at
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; What is atomic is no element of an array: nothing is found.
; CHECK-NOT: Dscal in atomic
define void @atomic(i64 %n, double %f, ptr %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %old = load atomic double, ptr %at unordered, align 8
  %new = fmul fast double %old, %f
  store double %new, ptr %at
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Dscal in alive: {{.*}} a lifetime that begins or ends
define void @alive(i64 %n, double %f, ptr %x) {
entry:
  %slot = alloca double
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.lifetime.start.p0(i64 8, ptr %slot)
  %at = getelementptr double, ptr %x, i64 %i
  %old = load double, ptr %at
  %new = fmul fast double %old, %f
  store double %new, ptr %at
  call void @llvm.lifetime.end.p0(i64 8, ptr %slot)
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK: did not rewrite Dscal in together: the function is `convergent`
define void @together(i64 %n, double %f, ptr %x) convergent {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %old = load double, ptr %at
  %new = fmul fast double %old, %f
  store double %new, ptr %at
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Dscal in narrow: {{.*}} does not count in steps of 1 or -1, in at least 32 bits
define void @narrow(i16 %n, double %f, ptr %x) {
entry:
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %wide = zext i16 %i to i64
  %at = getelementptr double, ptr %x, i64 %wide
  %old = load double, ptr %at
  %new = fmul fast double %old, %f
  store double %new, ptr %at
  %next = add i16 %i, 1
  %more = icmp ne i16 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Ddot in chosen: %p is a `fcmp`, which no nest to be replaced has
define double @chosen(i64 %n, ptr %x, ptr %y) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %x.at = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %x.at
  %y.at = getelementptr double, ptr %y, i64 %i
  %b = load double, ptr %y.at
  %ab = fmul fast double %a, %b
  %u = fadd fast double %s, %ab
  %p = fcmp fast ogt double %a, 0.0
  %t = select i1 %p, double %u, double %s
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %t
}

; CHECK: did not rewrite Ddot in every_other: %t is a `select`, which no nest to be replaced has
define double @every_other(i64 %n, ptr %x, ptr %y) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %x.at = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %x.at
  %y.at = getelementptr double, ptr %y, i64 %i
  %b = load double, ptr %y.at
  %ab = fmul fast double %a, %b
  %u = fadd fast double %s, %ab
  %odd = and i64 %i, 1
  %p = icmp eq i64 %odd, 0
  %t = select i1 %p, double %u, double %s
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %t
}
