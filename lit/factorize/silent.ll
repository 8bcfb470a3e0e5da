; Without output, a function is read only if its instructions allow a gain. The rewrites are the same as with
; output.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-factorize -verify-each -S %s -o %t.silent.ll
; RUN: %FileCheck %s < %t.silent.ll
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-factorize -pass-remarks=idiom -S %s -o %t.told.ll
; RUN: diff %t.silent.ll %t.told.ll

; CHECK-LABEL: @two_products(
; CHECK-NEXT: fadd
; CHECK-NEXT: fmul
; CHECK-NEXT: ret
define double @two_products(double %a, double %b, double %c) {
  %p = fmul fast double %a, %b
  %q = fmul fast double %c, %a
  %s = fadd fast double %p, %q
  ret double %s
}

; A lone factor gains nothing by itself ...
; CHECK-LABEL: @alone(
; CHECK-NEXT: fmul
; CHECK-NEXT: fadd
; CHECK-NEXT: ret
define double @alone(double %a, double %b) {
  %p = fmul fast double %a, %b
  %s = fadd fast double %p, %a
  ret double %s
}

; ... but where it is added twice, an addition.
; CHECK-LABEL: @alone_twice(
; CHECK-NEXT: [[SUM:%.*]] = fadd {{.*}} double %b, 2.0
; CHECK-NEXT: fmul {{.*}} double %a, [[SUM]]
; CHECK-NEXT: ret
define double @alone_twice(double %a, double %b) {
  %p = fmul fast double %a, %b
  %s = fadd fast double %a, %p
  %t = fadd fast double %s, %a
  ret double %t
}

; A negation is no product of two.
; CHECK-LABEL: @negated(
; CHECK-NEXT: fneg
; CHECK-NEXT: fmul
; CHECK-NEXT: fadd
; CHECK-NEXT: ret
define double @negated(double %a, double %b) {
  %n = fneg fast double %a
  %p = fmul fast double %a, %b
  %s = fadd fast double %n, %p
  ret double %s
}

; CHECK-LABEL: @negated_product(
; CHECK-NEXT: fsub
; CHECK-NEXT: fmul
; CHECK-NEXT: ret
define double @negated_product(double %a, double %b, double %c) {
  %p = fmul fast double %a, %b
  %n = fneg fast double %p
  %q = fmul fast double %a, %c
  %s = fadd fast double %n, %q
  ret double %s
}

; Multiplications by powers of two.
; CHECK-LABEL: @powers(
; CHECK-NEXT: shl i32 %b, 1
; CHECK-NEXT: add i32
; CHECK-NEXT: shl i32
; CHECK-NEXT: ret
define i32 @powers(i32 %a, i32 %b) {
  %p = mul i32 %a, 4
  %q = mul i32 %b, 8
  %s = add i32 %p, %q
  ret i32 %s
}

; CHECK-LABEL: @lone_integer(
; CHECK-NEXT: add i32 %b, 1
; CHECK-NEXT: mul i32
; CHECK-NEXT: ret
define i32 @lone_integer(i32 %a, i32 %b) {
  %p = mul i32 %a, %b
  %s = add i32 %p, %a
  ret i32 %s
}
