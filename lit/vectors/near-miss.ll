; Products that stay, and the reasons.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-vector-products -verify-each -pass-remarks=idiom -pass-remarks-missed=idiom -S %s -o %t.ll 2> %t.said
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck --check-prefix=SAID --implicit-check-not=rewrote --implicit-check-not=rewrite %s < %t.said

; CHECK-LABEL: @no_flags(
; CHECK-COUNT-2: shufflevector
; CHECK-NEXT: fmul nnan ninf nsz arcp contract afn <4 x float>
; CHECK-NEXT: fmul fast <4 x float>
; SAID: did not rewrite FloatingPointAssociativeReorder in no_flags: %p lacks reassoc (value = %q)
define <4 x float> @no_flags(<4 x float> %a, float %s, float %t) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul nnan ninf nsz arcp contract afn <4 x float> %a, %sv
  %q = fmul fast <4 x float> %p, %tv
  ret <4 x float> %q
}

; CHECK-LABEL: @top_lacks_flags(
; CHECK-COUNT-2: shufflevector
; CHECK-NEXT: fmul fast <4 x float>
; CHECK-NEXT: fmul nsz <4 x float>
; SAID: did not rewrite FloatingPointAssociativeReorder in top_lacks_flags: %q lacks reassoc (value = %q)
define <4 x float> @top_lacks_flags(<4 x float> %a, float %s, float %t) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %a, %sv
  %q = fmul nsz <4 x float> %p, %tv
  ret <4 x float> %q
}

; One is no splat: two lanes repeat.
; CHECK-LABEL: @two_lanes(
; CHECK-COUNT-2: fmul fast <4 x float>
define <4 x float> @two_lanes(<4 x float> %a, <4 x float> %b, float %t) {
  %sv = shufflevector <4 x float> %b, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %a, %sv
  %q = fmul fast <4 x float> %p, %tv
  ret <4 x float> %q
}

; Lanes of another vector beside those of a splat.
; CHECK-LABEL: @mixed(
; CHECK-COUNT-2: fmul fast <4 x float>
define <4 x float> @mixed(<4 x float> %a, <4 x float> %b, float %s, float %t) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %sw = shufflevector <4 x float> %sv, <4 x float> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %a, %sw
  %q = fmul fast <4 x float> %p, %tv
  ret <4 x float> %q
}

; The scalar is put into the second lane; the first one is another.
; CHECK-LABEL: @second_lane(
; CHECK-COUNT-2: fmul fast <4 x float>
define <4 x float> @second_lane(<4 x float> %a, <4 x float> %b, float %s, float %t) {
  %si = insertelement <4 x float> %b, float %s, i64 1
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %a, %sv
  %q = fmul fast <4 x float> %p, %tv
  ret <4 x float> %q
}

; Constants of which not all lanes are one number.
; CHECK-LABEL: @no_splat_constant(
; CHECK-COUNT-2: fmul fast <2 x float>
define <2 x float> @no_splat_constant(<2 x float> %a, float %s) {
  %si = insertelement <2 x float> poison, float %s, i64 0
  %sv = shufflevector <2 x float> %si, <2 x float> poison, <2 x i32> zeroinitializer
  %p = fmul fast <2 x float> %a, <float 2.0, float 3.0>
  %q = fmul fast <2 x float> %p, %sv
  ret <2 x float> %q
}

; A sum in between is no product.
; CHECK-LABEL: @sum(
; CHECK-COUNT-2: fmul fast <2 x float>
define <2 x float> @sum(<2 x float> %a, <2 x float> %b, float %s, float %t) {
  %si = insertelement <2 x float> poison, float %s, i64 0
  %sv = shufflevector <2 x float> %si, <2 x float> poison, <2 x i32> zeroinitializer
  %ti = insertelement <2 x float> poison, float %t, i64 0
  %tv = shufflevector <2 x float> %ti, <2 x float> poison, <2 x i32> zeroinitializer
  %p = fmul fast <2 x float> %a, %sv
  %r = fadd fast <2 x float> %p, %b
  %q = fmul fast <2 x float> %r, %tv
  ret <2 x float> %q
}

; The bits of another type are no splat of the scalar.
; CHECK-LABEL: @behind_a_cast(
; CHECK-COUNT-2: fmul fast <4 x float>
define <4 x float> @behind_a_cast(<4 x float> %a, double %s, float %t) {
  %si = insertelement <2 x double> poison, double %s, i64 0
  %sv = shufflevector <2 x double> %si, <2 x double> poison, <2 x i32> zeroinitializer
  %sc = bitcast <2 x double> %sv to <4 x float>
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %a, %sc
  %q = fmul fast <4 x float> %p, %tv
  ret <4 x float> %q
}

; Both splats stay.
; CHECK-LABEL: @both_stay(
; CHECK-COUNT-2: fmul fast <4 x float>
; SAID: did not rewrite FloatingPointAssociativeReorder in both_stay: the widened scalars have other uses, so that no fewer instructions would remain
define <4 x float> @both_stay(<4 x float> %a, float %s, float %t, ptr %o) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  store volatile <4 x float> %sv, ptr %o
  store volatile <4 x float> %tv, ptr %o
  %p = fmul fast <4 x float> %a, %sv
  %q = fmul fast <4 x float> %p, %tv
  ret <4 x float> %q
}

; The inner product has another use, and would stay.
; CHECK-LABEL: @inner_stays(
; CHECK-COUNT-2: fmul fast <4 x float>
; SAID: did not rewrite FloatingPointAssociativeReorder in inner_stays: %p has other uses, so that it would stay
define <4 x float> @inner_stays(<4 x float> %a, float %s, float %t, ptr %o) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %a, %sv
  store volatile <4 x float> %p, ptr %o
  %q = fmul fast <4 x float> %p, %tv
  ret <4 x float> %q
}

; CHECK-LABEL: @strict(
; CHECK-COUNT-2: fmul fast <4 x float>
; SAID: did not rewrite FloatingPointAssociativeReorder in strict: the function is `strictfp`
define <4 x float> @strict(<4 x float> %a, float %s, float %t) strictfp {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %a, %sv
  %q = fmul fast <4 x float> %p, %tv
  ret <4 x float> %q
}

; Integers are not looked at.
; CHECK-LABEL: @integers(
; CHECK-COUNT-2: mul <4 x i32>
define <4 x i32> @integers(<4 x i32> %a, i32 %s, i32 %t) {
  %si = insertelement <4 x i32> poison, i32 %s, i64 0
  %sv = shufflevector <4 x i32> %si, <4 x i32> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x i32> poison, i32 %t, i64 0
  %tv = shufflevector <4 x i32> %ti, <4 x i32> poison, <4 x i32> zeroinitializer
  %p = mul <4 x i32> %a, %sv
  %q = mul <4 x i32> %p, %tv
  ret <4 x i32> %q
}
