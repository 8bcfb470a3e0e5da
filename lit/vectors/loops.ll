; Loops: scalars widened outside stay outside, and no path computes more.
;
; RUN: %opt -load-pass-plugin=%plugin "-passes=idiom-vector-products<no-clean-up>" -verify-each -pass-remarks=idiom -pass-remarks-missed=idiom -S %s -o %t.ll 2> %t.said
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck --check-prefix=SAID --implicit-check-not=rewrote --implicit-check-not=rewrite %s < %t.said

; CHECK-LABEL: @both_outside(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[S:%.*]] = fmul {{.*}} float %s, %t
; CHECK-NEXT: insertelement
; CHECK-NEXT: [[V:%.*]] = shufflevector
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NOT: shufflevector
; CHECK: load
; CHECK-NEXT: fmul {{.*}} <4 x float> %x, [[V]]
; CHECK-NEXT: store
; SAID: rewrote FloatingPointAssociativeReorder in both_outside
define void @both_outside(ptr %a, i64 %n, float %s, float %t) {
entry:
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <4 x float>, ptr %a, i64 %i
  %x = load <4 x float>, ptr %at
  %p = fmul fast <4 x float> %x, %sv
  %q = fmul fast <4 x float> %p, %tv
  store <4 x float> %q, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; One more instruction before a loop that always runs, one less in it.
; CHECK-LABEL: @with_a_constant(
; CHECK: fmul {{.*}} float %s, 3.000000e+00
; CHECK: br label %loop
; CHECK: loop:
; CHECK: fmul {{.*}} <4 x float> %x,
; CHECK-NEXT: store
; SAID: rewrote FloatingPointAssociativeReorder in with_a_constant
define void @with_a_constant(ptr %a, i64 %n, float %s) {
entry:
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <4 x float>, ptr %a, i64 %i
  %x = load <4 x float>, ptr %at
  %p = fmul fast <4 x float> %x, %sv
  %q = fmul fast <4 x float> %p, <float 3.0, float 3.0, float 3.0, float 3.0>
  store <4 x float> %q, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The same before a loop that may not run.
; CHECK-LABEL: @may_not_run(
; CHECK: loop:
; CHECK: fmul fast <4 x float> %x, %sv
; CHECK-NEXT: fmul fast <4 x float> %p,
; SAID: did not rewrite FloatingPointAssociativeReorder in may_not_run: more would be computed outside of the loop that the product is in
define void @may_not_run(ptr %a, i64 %n, float %s) {
entry:
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %loop, label %exit
loop:
  %at = getelementptr <4 x float>, ptr %a, i64 %i
  %x = load <4 x float>, ptr %at
  %p = fmul fast <4 x float> %x, %sv
  %q = fmul fast <4 x float> %p, <float 3.0, float 3.0, float 3.0, float 3.0>
  store <4 x float> %q, ptr %at
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

; One scalar inside: the splat moves in, in place of the other one.
; CHECK-LABEL: @one_inside(
; CHECK: loop:
; CHECK: %t = load float
; CHECK: fmul {{.*}} float %s, %t
; CHECK-NEXT: insertelement
; CHECK-NEXT: shufflevector
; CHECK-NEXT: fmul {{.*}} <4 x float> %x,
; CHECK-NEXT: store
; SAID: rewrote FloatingPointAssociativeReorder in one_inside
define void @one_inside(ptr %a, ptr %b, i64 %n, float %s) {
entry:
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <4 x float>, ptr %a, i64 %i
  %x = load <4 x float>, ptr %at
  %bt = getelementptr float, ptr %b, i64 %i
  %t = load float, ptr %bt
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %x, %sv
  %q = fmul fast <4 x float> %p, %tv
  store <4 x float> %q, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A product outside is no part of one inside.
; CHECK-LABEL: @product_outside(
; CHECK: fmul fast <4 x float> %c, %sv
; CHECK: loop:
; CHECK: fmul fast <4 x float> %x, %p
; CHECK-NEXT: fmul fast <4 x float> %q, %sv
; SAID: did not rewrite FloatingPointAssociativeReorder in product_outside: %p is computed outside of a loop that %q is in
define void @product_outside(ptr %a, i64 %n, <4 x float> %c, float %s) {
entry:
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %c, %sv
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <4 x float>, ptr %a, i64 %i
  %x = load <4 x float>, ptr %at
  %q = fmul fast <4 x float> %x, %p
  %r = fmul fast <4 x float> %q, %sv
  store <4 x float> %r, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
