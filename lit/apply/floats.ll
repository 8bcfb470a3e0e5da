; Operations of floating point numbers that do not round are proven, and wrong rewrites of them refuted.
;
; REQUIRES: z3
; RUN: rm -rf %t && mkdir %t && cp %S/Inputs/floats.candl %S/Inputs/floats-wrong.candl %t
; RUN: %idiom prove %t/floats.candl | %FileCheck %s --check-prefix=PROVE
; RUN: %not %idiom prove %t/floats-wrong.candl | %FileCheck %s --check-prefix=WRONG
; RUN: env IDIOM_APPLY=%t/floats.candl IDIOM_REPORT=%t/report %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -verify-each -S %s | %FileCheck %s
; RUN: cat %t/report/*.json | %FileCheck %s --check-prefix=JSON

; PROVE: TwoSigns: proven (2 forms proven)
; PROVE: MagnitudeOfNegative: proven (2 forms proven)
; PROVE: ChosenMagnitude: proven
; PROVE: NotLess: proven (2 forms proven)
; PROVE: ChosenMaximum: proven (8 forms proven)

; WRONG: AnyMagnitude: refuted (0 forms proven
; WRONG: fcmp {{.*}}0x0
; WRONG: {{%x = (NaN|-0.0)}}
; WRONG: AnyMaximum: refuted (0 forms proven
; WRONG: NotLessOfNaN: refuted (0 forms proven
; WRONG: NaN {{.*}} gives 1, and what is given 0

; JSON: "licence": {
; JSON-NEXT: "proofs": [

; CHECK-LABEL: @two_signs(
; CHECK-NEXT: ret double %x
define double @two_signs(double %x) {
  %n = fneg double %x
  %r = fneg double %n
  ret double %r
}

; CHECK-LABEL: @negative(
; CHECK-NEXT: %r = call float @llvm.fabs.f32(float %x)
define float @negative(float %x) {
  %n = fneg float %x
  %r = call float @llvm.fabs.f32(float %n)
  ret float %r
}

; What is made has no flags: those of the choice are not its own.
; CHECK-LABEL: @chosen(
; CHECK-NEXT: %r = call double @llvm.fabs.f64(double %x)
define double @chosen(double %x) {
  %c = fcmp olt double %x, 0.0
  %n = fneg double %x
  %r = select nnan nsz i1 %c, double %n, double %x
  ret double %r
}

; The opposite comparison, with the arms exchanged.
; CHECK-LABEL: @exchanged(
; CHECK-NEXT: call double @llvm.fabs.f64(double %x)
define double @exchanged(double %x) {
  %c = fcmp oge double %x, 0.0
  %n = fneg double %x
  %r = select nnan nsz i1 %c, double %x, double %n
  ret double %r
}

; A NaN or a zero would have another sign.
; CHECK-LABEL: @any(
; CHECK: select
define double @any(double %x) {
  %c = fcmp olt double %x, 0.0
  %n = fneg double %x
  %r = select i1 %c, double %n, double %x
  ret double %r
}

; CHECK-LABEL: @not_less(
; CHECK-NEXT: %r = fcmp oge float %x, %y
define i1 @not_less(float %x, float %y) {
  %a = fcmp ogt float %x, %y
  %b = fcmp oeq float %y, %x
  %r = or i1 %a, %b
  ret i1 %r
}

; Formats that have no proof.
; CHECK-LABEL: @extended(
; CHECK-NEXT: fneg x86_fp80
define x86_fp80 @extended(x86_fp80 %x) {
  %n = fneg x86_fp80 %x
  %r = fneg x86_fp80 %n
  ret x86_fp80 %r
}

; CHECK-LABEL: @greater(
; CHECK-NEXT: call double @llvm.maxnum.f64(double %x, double %y)
define double @greater(double %x, double %y) {
  %c = fcmp nnan ogt double %x, %y
  %r = select nnan nsz i1 %c, double %x, double %y
  ret double %r
}

; A maximum may be zero where subnormal numbers are read as zeros, and what is chosen is not.
; CHECK-LABEL: @flushed(
; CHECK: select
define double @flushed(double %x, double %y) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %c = fcmp nnan ogt double %x, %y
  %r = select nnan nsz i1 %c, double %x, double %y
  ret double %r
}

; Signs alone are changed.
; CHECK-LABEL: @flushed_signs(
; CHECK-NEXT: ret double %x
define double @flushed_signs(double %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %n = fneg double %x
  %r = fneg double %n
  ret double %r
}

declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
