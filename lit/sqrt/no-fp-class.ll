; A root that stays has another argument: attributes of the old argument and result do not hold of the new. If
; the function itself has them, it cannot be called with the rest; an absolute value calls nothing.
;
; REQUIRES: at-least-17
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-sqrt-of-square<no-clean-up>' -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: define double @promised_at_the_call
; CHECK: = call reassoc ninf nsz arcp contract afn double @sqrt(double noundef %b)
; CHECK-NOT: @sqrt
; CHECK: ret double
define double @promised_at_the_call(double %a, double %b) {
  %aa = fmul fast double %a, %a
  %aab = fmul fast double %aa, %b
  %root = call fast nofpclass(nan inf) double @sqrt(double noundef nofpclass(nan inf) %aab)
  ret double %root
}

; CHECK-LABEL: define float @promised_by_the_function
; CHECK: %root = call fast float @sqrtf(float %aab)
; CHECK-NEXT: ret float %root
define float @promised_by_the_function(float %a, float %b) {
  %aa = fmul fast float %a, %a
  %aab = fmul fast float %aa, %b
  %root = call fast float @sqrtf(float %aab)
  ret float %root
}

; CHECK-LABEL: define float @promised_and_gone
; CHECK-NOT: sqrt
; CHECK: ret float
define float @promised_and_gone(float %a) {
  %aa = fmul fast float %a, %a
  %root = call fast float @sqrtf(float %aa)
  ret float %root
}

declare double @sqrt(double)
declare nofpclass(nan inf) float @sqrtf(float nofpclass(nan inf))
