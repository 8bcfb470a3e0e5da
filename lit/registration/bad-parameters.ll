; A parameter that does not exist is named, together with those that do; so is a pass.
;
; RUN: not %opt -load-pass-plugin=%plugin -passes='idiom-detect<bogus=1>' -disable-output %s 2>&1 | %FileCheck %s
; RUN: not %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare;rapport=f.json>' -disable-output %s 2>&1 | %FileCheck --check-prefix=SPELLING %s
; RUN: not %opt -load-pass-plugin=%plugin -passes='idiom-sqrt-of-square<bogus>' -disable-output %s 2>&1 | %FileCheck --check-prefix=OTHER %s
;
; CHECK: bogus
; CHECK-SAME: report
; SPELLING: rapport
; SPELLING-SAME: report=
; OTHER: bogus

define double @f(double %a) {
  ret double %a
}
