; The attribute by which functions read subnormal numbers as zeros, from LLVM 23 on: as its string before.
;
; REQUIRES: z3, at-least-23
; RUN: rm -rf %t && mkdir %t && cp %S/Inputs/floats.candl %t
; RUN: %idiom prove %t/floats.candl > %t/proven
; RUN: env IDIOM_APPLY=%t/floats.candl %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: @greater(
; CHECK-NEXT: call double @llvm.maxnum.f64(double %x, double %y)
define double @greater(double %x, double %y) {
  %c = fcmp nnan ogt double %x, %y
  %r = select nnan nsz i1 %c, double %x, double %y
  ret double %r
}

; CHECK-LABEL: @flushed(
; CHECK: select
define double @flushed(double %x, double %y) denormal_fpenv(preservesign) {
  %c = fcmp nnan ogt double %x, %y
  %r = select nnan nsz i1 %c, double %x, double %y
  ret double %r
}

; Signs alone are changed.
; CHECK-LABEL: @flushed_signs(
; CHECK-NEXT: ret double %x
define double @flushed_signs(double %x) denormal_fpenv(preservesign) {
  %n = fneg double %x
  %r = fneg double %n
  ret double %r
}
