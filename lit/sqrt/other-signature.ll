; A declaration that is called sqrt and takes or gives something else is not the library's.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: define double @two_arguments
; CHECK: %square = fmul fast double %a, %a
; CHECK-NEXT: %root = call fast double @sqrt(double %square, i32 2)
; CHECK-NEXT: ret double %root
define double @two_arguments(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square, i32 2)
  ret double %root
}

; CHECK-LABEL: define double @other_type
; CHECK: %square = fmul fast double %a, %a
; CHECK-NEXT: %root = call fast double @sqrtf(double %square)
; CHECK-NEXT: ret double %root
define double @other_type(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrtf(double %square)
  ret double %root
}

; CHECK-LABEL: define i32 @integer
; CHECK: %square = mul i32 %a, %a
; CHECK-NEXT: %root = call i32 @sqrtl(i32 %square)
; CHECK-NEXT: ret i32 %root
define i32 @integer(i32 %a) {
  %square = mul i32 %a, %a
  %root = call i32 @sqrtl(i32 %square)
  ret i32 %root
}

declare double @sqrt(double, i32)
declare double @sqrtf(double)
declare i32 @sqrtl(i32)
