; IDIOM_ONLY_FUNC and IDIOM_IGNORE_FUNC are regular expressions over function names.
;
; RUN: env IDIOM_ONLY_FUNC=^f %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -S %s | %FileCheck %s
; RUN: env IDIOM_IGNORE_FUNC=^g %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -S %s | %FileCheck %s

; CHECK-LABEL: define double @f1
; CHECK: call fast double @llvm.fabs.f64(double %a)
define double @f1(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

; CHECK-LABEL: define double @g1
; CHECK: call fast double @sqrt(
define double @g1(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

declare double @sqrt(double)
