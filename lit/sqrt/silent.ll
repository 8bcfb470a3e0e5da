; Without output, a function is read only if it has a root of a product in which a factor occurs twice. The
; rewrites are the same as with output.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -verify-each -S %s -o %t.silent.ll
; RUN: %FileCheck %s < %t.silent.ll
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -pass-remarks=idiom -S %s -o %t.told.ll
; RUN: diff %t.silent.ll %t.told.ll

declare double @llvm.sqrt.f64(double)
declare float @sqrtf(float)

; CHECK-LABEL: @in_a_longer_product(
; CHECK: fabs
; CHECK: sqrt
define double @in_a_longer_product(double %a, double %b, double %c) {
  %ab = fmul fast double %a, %b
  %ca = fmul fast double %c, %a
  %p = fmul fast double %ab, %ca
  %r = call fast double @llvm.sqrt.f64(double %p)
  ret double %r
}

; CHECK-LABEL: @by_its_name(
; CHECK: fabs
; CHECK-NOT: sqrt
; CHECK: ret
define float @by_its_name(float %a) {
  %p = fmul fast float %a, %a
  %r = call fast float @sqrtf(float %p)
  ret float %r
}

; CHECK-LABEL: @no_factor_twice(
; CHECK-NOT: fabs
; CHECK: ret
define double @no_factor_twice(double %a, double %b) {
  %p = fmul fast double %a, %b
  %r = call fast double @llvm.sqrt.f64(double %p)
  ret double %r
}

; CHECK-LABEL: @no_flags(
; CHECK-NOT: fabs
; CHECK: ret
define double @no_flags(double %a) {
  %p = fmul fast double %a, %a
  %r = call double @llvm.sqrt.f64(double %p)
  ret double %r
}
