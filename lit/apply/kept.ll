; A proof of a form does not cover flags and choices beside it: an instruction that the target keeps, one that
; is used elsewhere, several results at once, and subnormal numbers that are read as zeros.
;
; REQUIRES: z3
; RUN: rm -rf %t && mkdir %t && cp %S/Inputs/kept.candl %S/Inputs/kept-wrong.candl %t
; RUN: %idiom prove --in %s %t/kept.candl > %t/proofs || true
; RUN: %FileCheck %s --check-prefix=PROVE < %t/proofs
; RUN: %not %idiom prove %t/kept-wrong.candl | %FileCheck %s --check-prefix=WRONG
; RUN: env IDIOM_APPLY=%t/kept.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -verify-each -S %s 2> %t/log | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=LOG < %t/log

; PROVE: Kept: {{.*}}({{[1-9]}}
; PROVE: KeptCall: proven
; PROVE: KeptBelow: proven
; PROVE: KeptSign: {{.*}}({{[1-9]}}
; PROVE: PushedFreeze: proven
; PROVE: Flush: {{.*}}({{[1-9]}}

; WRONG: GreaterOfOne: refuted (0 forms proven

; LOG-DAG: did not rewrite Kept in kept_nuw: it is refuted: %x = 
; LOG-DAG: did not rewrite KeptCall in kept_range: this form is not among those proven
; LOG-DAG: did not rewrite PushedFreeze in used_elsewhere: {{.*}} chooses, and is used elsewhere
; LOG-DAG: did not rewrite PushedFurther in used_behind: {{.*}} chooses, and is used elsewhere
; LOG-DAG: did not rewrite TwoSigns in two_signs: {{.*}} chooses for several values at once
; LOG-DAG: did not rewrite Flush in flushed: it is proven where subnormal numbers count

; CHECK-LABEL: @kept(
; CHECK-NEXT: %n = add i8 %x, 1
; CHECK-NEXT: ret i8 %n
define i8 @kept(i8 %x) {
  %c = icmp eq i8 %x, -1
  %n = add i8 %x, 1
  %r = select i1 %c, i8 0, i8 %n
  ret i8 %r
}

; CHECK-LABEL: @kept_nuw(
; CHECK: select
define i8 @kept_nuw(i8 %x) {
  %c = icmp eq i8 %x, -1
  %n = add nuw i8 %x, 1
  %r = select i1 %c, i8 0, i8 %n
  ret i8 %r
}

; CHECK-LABEL: @kept_call(
; CHECK-NEXT: umin
; CHECK-NEXT: ret i8 %n
define i8 @kept_call(i8 %x) {
  %c = icmp eq i8 %x, 7
  %n = call i8 @llvm.umin.i8(i8 %x, i8 5)
  %r = select i1 %c, i8 5, i8 %n
  ret i8 %r
}

; Of 7 it is 5, which the range makes poison.
; CHECK-LABEL: @kept_range(
; CHECK: select
define i8 @kept_range(i8 %x) {
  %c = icmp eq i8 %x, 7
  %n = call i8 @llvm.umin.i8(i8 %x, i8 5), !range !0
  %r = select i1 %c, i8 5, i8 %n
  ret i8 %r
}

; CHECK-LABEL: @kept_below(
; CHECK-NEXT: %n = add nuw i8 %x, %y
; CHECK-NEXT: ret i8 %n
define i8 @kept_below(i8 %x, i8 %y) {
  %n = add nuw i8 %x, %y
  %r = or i8 %n, 0
  ret i8 %r
}

; CHECK-LABEL: @kept_sign(
; CHECK-NEXT: copysign
; CHECK-NEXT: ret
define double @kept_sign(double %x, double %y) {
  %n = call double @llvm.copysign.f64(double %y, double %x)
  %r = call double @llvm.copysign.f64(double %n, double %x)
  ret double %r
}

; CHECK-LABEL: @kept_nsz(
; CHECK-NEXT: copysign
; CHECK-NEXT: copysign
define double @kept_nsz(double %x, double %y) {
  %n = call nsz double @llvm.copysign.f64(double %y, double %x)
  %r = call double @llvm.copysign.f64(double %n, double %x)
  ret double %r
}

; CHECK-LABEL: @frozen(
; CHECK: add
; CHECK-NEXT: freeze
; CHECK-NEXT: ret
define i16 @frozen(i16 %x) {
  %y = mul nsw i16 %x, 3
  %f = freeze i16 %y
  %r = add i16 %f, 1
  ret i16 %r
}

; CHECK-LABEL: @used_elsewhere(
; CHECK: freeze
; CHECK-NEXT: add
define i16 @used_elsewhere(i16 %x) {
  %y = mul nsw i16 %x, 3
  %f = freeze i16 %y
  %r = add i16 %f, 1
  call void @use(i16 %f)
  ret i16 %r
}

; CHECK-LABEL: @used_behind(
; CHECK: %f = freeze i8 %b
; CHECK-NEXT: %a = add i8 %f, 1
; CHECK-NEXT: %r = xor i8 %a, 5
define i8 @used_behind(i8 %x) {
  %b = mul i8 %x, 3
  %f = freeze i8 %b
  %a = add i8 %f, 1
  %r = xor i8 %a, 5
  %s = sub i8 %r, %a
  ret i8 %s
}

; CHECK-LABEL: @two_signs(
; CHECK: fneg nsz
define double @two_signs(double %x, double %y, double %z) {
  %n = fneg nsz double %x
  %r = call double @llvm.copysign.f64(double %y, double %n)
  %s = call double @llvm.copysign.f64(double %z, double %n)
  call void @use_double(double %s)
  ret double %r
}

; CHECK-LABEL: @not_flushed(
; CHECK-NEXT: ret double %x
define double @not_flushed(double %x) {
  %c = fcmp une double %x, 0.0
  %z = call double @llvm.copysign.f64(double 0.0, double %x)
  %r = select i1 %c, double %x, double %z
  ret double %r
}

; CHECK-LABEL: @flushed(
; CHECK: select
define double @flushed(double %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %c = fcmp une double %x, 0.0
  %z = call double @llvm.copysign.f64(double 0.0, double %x)
  %r = select i1 %c, double %x, double %z
  ret double %r
}

declare void @use(i16)
declare void @use_double(double)
declare double @llvm.copysign.f64(double, double)
declare i8 @llvm.umin.i8(i8, i8)

!0 = !{i8 0, i8 5}
