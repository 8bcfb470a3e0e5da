; A function that asks not to be optimised is left alone, and still looked at.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -S %s | %FileCheck --check-prefix=REWRITE %s
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-analysis=idiom -disable-output %s 2>&1 | %FileCheck --check-prefix=DETECT %s

; REWRITE-LABEL: define double @f
; REWRITE: call fast double @sqrt(
; DETECT: SqrtOfSquare
define double @f(double %a) optnone noinline {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

declare double @sqrt(double)
