; Floating point: the flags of the instructions that permit a rewrite, and those of the new ones.
;
; RUN: %opt -load-pass-plugin=%plugin "-passes=idiom-factorize<no-clean-up>" -verify-each -pass-remarks=idiom -pass-remarks-missed=idiom -S %s -o %t.ll 2> %t.said
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck --check-prefix=SAID --implicit-check-not=rewrote --implicit-check-not=rewrite %s < %t.said

; b + c may overflow where a*b + a*c does not: no nnan, no ninf.
; CHECK-LABEL: @fast(
; CHECK-NEXT: [[SUM:%.*]] = fadd reassoc nsz arcp contract afn double %b, %c
; CHECK-NEXT: fmul reassoc nsz arcp contract afn double %a, [[SUM]]
; SAID: rewrote FloatFactorisation in fast: %a*%b + %a*%c -> %a*(%b + %c)
define double @fast(double %a, double %b, double %c) {
  %p = fmul fast double %a, %b
  %q = fmul fast double %a, %c
  %s = fadd fast double %p, %q
  ret double %s
}

; What all have in common.
; CHECK-LABEL: @common_flags(
; CHECK-NEXT: [[SUM:%.*]] = fsub reassoc nsz contract <4 x float> %b, %c
; CHECK-NEXT: fmul reassoc nsz contract <4 x float> %a, [[SUM]]
; SAID: rewrote
define <4 x float> @common_flags(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %p = fmul reassoc nsz contract arcp <4 x float> %a, %b
  %q = fmul reassoc nsz contract afn <4 x float> %a, %c
  %s = fsub reassoc nsz contract <4 x float> %p, %q
  ret <4 x float> %s
}

; CHECK-LABEL: @one_product_lacks_reassoc(
; CHECK-NEXT: fmul fast half %a, %b
; CHECK-NEXT: fmul nnan ninf nsz arcp contract afn half %a, %c
; SAID: did not rewrite FloatFactorisation in one_product_lacks_reassoc: %q lacks reassoc
define half @one_product_lacks_reassoc(half %a, half %b, half %c) {
  %p = fmul fast half %a, %b
  %q = fmul nnan ninf nsz arcp contract afn half %a, %c
  %s = fadd fast half %p, %q
  ret half %s
}

; CHECK-LABEL: @one_product_lacks_nsz(
; CHECK-NEXT: fmul reassoc float %a, %b
; CHECK-NEXT: fmul fast float %a, %c
; SAID: did not rewrite FloatFactorisation in one_product_lacks_nsz: %p lacks nsz
define float @one_product_lacks_nsz(float %a, float %b, float %c) {
  %p = fmul reassoc float %a, %b
  %q = fmul fast float %a, %c
  %s = fadd fast float %p, %q
  ret float %s
}

; CHECK-LABEL: @the_sum_lacks_all(
; CHECK-NEXT: fmul fast float %a, %b
; SAID: did not rewrite FloatFactorisation in the_sum_lacks_all: %s lacks reassoc, nsz
define float @the_sum_lacks_all(float %a, float %b, float %c) {
  %p = fmul fast float %a, %b
  %q = fmul fast float %a, %c
  %s = fadd float %p, %q
  ret float %s
}

; What lacks flags is a summand as it is.
; CHECK-LABEL: @around_what_lacks_flags(
; CHECK-NEXT: [[STRICT:%.*]] = fmul float %a, %d
; CHECK-NEXT: [[SUM:%.*]] = fadd {{.*}} float %b, %c
; CHECK-NEXT: [[PRODUCT:%.*]] = fmul {{.*}} float %a, [[SUM]]
; CHECK-NEXT: fadd {{.*}} float [[PRODUCT]], [[STRICT]]
; SAID: rewrote FloatFactorisation in around_what_lacks_flags: %a*%b + %a*%c -> %a*(%b + %c)
; SAID: did not rewrite FloatFactorisation in around_what_lacks_flags: %strict lacks reassoc, nsz
define float @around_what_lacks_flags(float %a, float %b, float %c, float %d) {
  %p = fmul fast float %a, %b
  %strict = fmul float %a, %d
  %s = fadd fast float %p, %strict
  %q = fmul fast float %a, %c
  %t = fadd fast float %s, %q
  ret float %t
}

; The factor alone gains nothing: a multiplication and an addition, before and after.
; CHECK-LABEL: @lone(
; CHECK-NEXT: fmul fast float %a, %b
; SAID: did not rewrite FloatFactorisation in lone: no fewer multiplications or additions would remain
define float @lone(float %a, float %b) {
  %p = fmul fast float %a, %b
  %s = fadd fast float %p, %a
  ret float %s
}

; Beside others it stays outside, where it may become a fused addition.
; CHECK-LABEL: @lone_beside_two(
; CHECK-NEXT: [[SUM:%.*]] = fadd {{.*}} float %b, %c
; CHECK-NEXT: [[PRODUCT:%.*]] = fmul {{.*}} float %a, [[SUM]]
; CHECK-NEXT: fadd {{.*}} float [[PRODUCT]], %a
; SAID: rewrote FloatFactorisation in lone_beside_two: %a*%b + %a*%c -> %a*(%b + %c)
; SAID: did not rewrite
define float @lone_beside_two(float %a, float %b, float %c) {
  %p = fmul fast float %a, %b
  %q = fmul fast float %a, %c
  %s = fadd fast float %p, %q
  %t = fadd fast float %s, %a
  ret float %t
}

; a*b - a*b is a NaN where a is infinite, and is not cancelled.
; CHECK-LABEL: @nothing_cancels(
; CHECK: fmul fast float
; CHECK: fmul fast float
; CHECK: fsub fast float
; SAID: did not rewrite {{.*}}factor = %a
; SAID: did not rewrite {{.*}}factor = %b
define float @nothing_cancels(float %a, float %b) {
  %p = fmul fast float %a, %b
  %q = fmul fast float %b, %a
  %s = fsub fast float %p, %q
  ret float %s
}

; CHECK-LABEL: @negations(
; CHECK-NEXT: [[SUM:%.*]] = fsub {{.*}} float %c, %b
; CHECK-NEXT: fmul {{.*}} float %a, [[SUM]]
; SAID: rewrote FloatFactorisation in negations: -%a*%b + %a*%c -> %a*(-%b + %c)
define float @negations(float %a, float %b, float %c) {
  %n = fneg fast float %a
  %p = fmul fast float %n, %b
  %q = fmul fast float %a, %c
  %s = fadd fast float %p, %q
  ret float %s
}

; CHECK-LABEL: @scalable(
; CHECK-NEXT: [[SUM:%.*]] = fadd {{.*}} <vscale x 2 x double> %b, %c
; SAID: rewrote
define <vscale x 2 x double> @scalable(<vscale x 2 x double> %a, <vscale x 2 x double> %b, <vscale x 2 x double> %c) {
  %p = fmul fast <vscale x 2 x double> %a, %b
  %q = fmul fast <vscale x 2 x double> %a, %c
  %s = fadd fast <vscale x 2 x double> %p, %q
  ret <vscale x 2 x double> %s
}

; CHECK-LABEL: @strict(
; CHECK-NEXT: fmul fast float %a, %b
; SAID: did not rewrite FloatFactorisation in strict: the function is `strictfp`
define float @strict(float %a, float %b, float %c) strictfp {
  %p = fmul fast float %a, %b
  %q = fmul fast float %a, %c
  %s = fadd fast float %p, %q
  ret float %s
}

; A number and its negative are one factor.
; CHECK-LABEL: @opposite_numbers(
; CHECK-NEXT: [[SUM:%.*]] = fadd {{.*}} double %a, %b
; CHECK-NEXT: [[PRODUCT:%.*]] = fmul {{.*}} double [[SUM]], 4.0{{.*}}
; CHECK-NEXT: fsub {{.*}} double %c, [[PRODUCT]]
; SAID: rewrote FloatConstantFactorisation in opposite_numbers: -%a*4.000000e+00 - %b*4.000000e+00 -> -4.000000e+00*(%a + %b)
define double @opposite_numbers(double %a, double %b, double %c) {
  %p = fmul fast double %a, 4.0
  %q = fmul fast double %b, -4.0
  %s = fsub fast double %c, %p
  %t = fadd fast double %s, %q
  ret double %t
}

; CHECK-LABEL: @opposite_vectors(
; CHECK-NEXT: [[SUM:%.*]] = fsub {{.*}} <2 x half> %a, %b
; CHECK-NEXT: fmul {{.*}} <2 x half> [[SUM]], {{.*(4200|3[.]0)}}
; SAID: rewrote FloatConstantFactorisation in opposite_vectors: %a*[[THREE:.*(4200|3[.]0.*)]] - %b*[[THREE]] -> [[THREE]]*(%a - %b)
define <2 x half> @opposite_vectors(<2 x half> %a, <2 x half> %b) {
  %p = fmul fast <2 x half> %a, <half 3.0, half 3.0>
  %q = fmul fast <2 x half> %b, <half -3.0, half -3.0>
  %s = fadd fast <2 x half> %p, %q
  ret <2 x half> %s
}

; Other numbers have nothing in common, and nothing is said of them.
; CHECK-LABEL: @other_numbers(
; CHECK-NEXT: fmul fast double %a, 4.0
; CHECK-NEXT: fmul fast double %b, -8.0
define double @other_numbers(double %a, double %b) {
  %p = fmul fast double %a, 4.0
  %q = fmul fast double %b, -8.0
  %s = fadd fast double %p, %q
  ret double %s
}

; CHECK-LABEL: @opposite_numbers_strict(
; CHECK-NEXT: fmul double %a, 4.0
; CHECK-NEXT: fmul fast double %b, -4.0
; SAID: did not rewrite FloatConstantFactorisation in opposite_numbers_strict: %p lacks reassoc, nsz
define double @opposite_numbers_strict(double %a, double %b) {
  %p = fmul double %a, 4.0
  %q = fmul fast double %b, -4.0
  %s = fadd fast double %p, %q
  ret double %s
}
