; A program's own function that is called sqrt is not the library's.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: define internal double @sqrt
define internal double @sqrt(double %x) {
  %half = fmul double %x, 5.000000e-01
  ret double %half
}

; CHECK-LABEL: define double @caller
; CHECK: %square = fmul fast double %a, %a
; CHECK-NEXT: %root = call fast double @sqrt(double %square)
; CHECK-NEXT: ret double %root
define double @caller(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}
