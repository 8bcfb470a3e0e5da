; No idiom of a rewriting pass is found in the computation of addresses: those instructions exist in the
; normalised copy alone. Written sums of products are found.
;
; RUN: %idiom find --idiom ComplexFactorisation %s | %FileCheck --implicit-check-not=found %s
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<ComplexFactorisation>' -pass-remarks-analysis=idiom -disable-output %s 2>&1 | %FileCheck --implicit-check-not=found %s

; Normalised, this is %p + (%i*48 + %j*48).
define ptr @address(ptr %p, i64 %i, i64 %j) {
  %row = getelementptr [6 x double], ptr %p, i64 %i
  %at = getelementptr [6 x double], ptr %row, i64 %j
  ret ptr %at
}

; CHECK: found ComplexFactorisation in index
define ptr @index(ptr %p, i64 %i, i64 %j, i64 %n) {
  %a = mul i64 %i, %n
  %b = mul i64 %j, %n
  %c = add i64 %a, %b
  %at = getelementptr double, ptr %p, i64 %c
  ret ptr %at
}

; A shift is a product in the copy, and an instruction of the function.
; CHECK: found ComplexFactorisation in shifts
define i64 @shifts(i64 %i, i64 %j) {
  %a = shl i64 %i, 2
  %b = shl i64 %j, 2
  %c = add i64 %a, %b
  ret i64 %c
}
