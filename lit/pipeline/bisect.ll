; -opt-bisect-limit can switch the rewrite off, as any pass that is not required.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -opt-bisect-limit=0 -S %s 2>/dev/null | %FileCheck --check-prefix=OFF %s
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -opt-bisect-limit=-1 -S %s 2>/dev/null | %FileCheck --check-prefix=ON %s

; OFF-LABEL: define double @f
; OFF: call fast double @sqrt(
; ON-LABEL: define double @f
; ON: call fast double @llvm.fabs.f64(double %a)
define double @f(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

declare double @sqrt(double)
