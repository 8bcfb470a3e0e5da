; Scalars that were widened to vectors are multiplied as scalars and widened once.
;
; RUN: %opt -load-pass-plugin=%plugin "-passes=idiom-vector-products<no-clean-up>" -verify-each -pass-remarks=idiom -pass-remarks-missed=idiom -S %s -o %t.ll 2> %t.said
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck --check-prefix=SAID --implicit-check-not=rewrote --implicit-check-not=rewrite %s < %t.said

; The example of the literature: a*b*vec(c)*d*vec(e).
; CHECK-LABEL: @shader(
; CHECK-NEXT: [[S:%.*]] = fmul reassoc nsz arcp contract afn float %c, %e
; CHECK-NEXT: [[I:%.*]] = insertelement <4 x float> poison, float [[S]], i64 0
; CHECK-NEXT: [[V:%.*]] = shufflevector <4 x float> [[I]], <4 x float> poison, <4 x i32> zeroinitializer
; CHECK-NEXT: [[P:%.*]] = fmul reassoc nsz arcp contract afn <4 x float> %a, %b
; CHECK-NEXT: [[Q:%.*]] = fmul reassoc nsz arcp contract afn <4 x float> [[P]], %d
; CHECK-NEXT: [[R:%.*]] = fmul reassoc nsz arcp contract afn <4 x float> [[Q]], [[V]]
; CHECK-NEXT: ret <4 x float> [[R]]
; SAID: rewrote FloatingPointAssociativeReorder in shader: %a*%b*%d*%cv*%ev -> %a*%b*%d*splat(%c*%e)
define <4 x float> @shader(<4 x float> %a, <4 x float> %b, float %c, <4 x float> %d, float %e) {
  %ci = insertelement <4 x float> poison, float %c, i64 0
  %cv = shufflevector <4 x float> %ci, <4 x float> poison, <4 x i32> zeroinitializer
  %ei = insertelement <4 x float> poison, float %e, i64 0
  %ev = shufflevector <4 x float> %ei, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul fast <4 x float> %a, %b
  %q = fmul fast <4 x float> %p, %cv
  %r = fmul fast <4 x float> %q, %d
  %s = fmul fast <4 x float> %r, %ev
  ret <4 x float> %s
}

; Any association, a width of 3, halves; what all flags have in common.
; CHECK-LABEL: @balanced(
; CHECK-NEXT: [[S:%.*]] = fmul reassoc contract half %s, %t
; CHECK-NEXT: [[I:%.*]] = insertelement <3 x half> poison, half [[S]], i64 0
; CHECK-NEXT: [[V:%.*]] = shufflevector <3 x half> [[I]], <3 x half> poison, <3 x i32> zeroinitializer
; CHECK-NEXT: [[P:%.*]] = fmul reassoc contract <3 x half> %a, %b
; CHECK-NEXT: fmul reassoc contract <3 x half> [[P]], [[V]]
; CHECK-NEXT: ret
; SAID: rewrote FloatingPointAssociativeReorder in balanced
define <3 x half> @balanced(<3 x half> %a, <3 x half> %b, half %s, half %t) {
  %si = insertelement <3 x half> undef, half %s, i32 0
  %sv = shufflevector <3 x half> %si, <3 x half> undef, <3 x i32> zeroinitializer
  %ti = insertelement <3 x half> undef, half %t, i32 0
  %tv = shufflevector <3 x half> %ti, <3 x half> undef, <3 x i32> zeroinitializer
  %p = fmul reassoc contract nsz <3 x half> %sv, %a
  %q = fmul reassoc contract arcp <3 x half> %b, %tv
  %r = fmul reassoc contract nsz arcp <3 x half> %p, %q
  ret <3 x half> %r
}

; No vector remains to be multiplied.
; CHECK-LABEL: @only_scalars(
; CHECK-NEXT: [[S:%.*]] = fmul reassoc double %s, %t
; CHECK-NEXT: [[I:%.*]] = insertelement <2 x double> poison, double [[S]], i64 0
; CHECK-NEXT: [[V:%.*]] = shufflevector <2 x double> [[I]], <2 x double> poison, <2 x i32> zeroinitializer
; CHECK-NEXT: ret <2 x double> [[V]]
; SAID: rewrote FloatingPointAssociativeReorder in only_scalars: %sv*%tv -> splat(%s*%t)
define <2 x double> @only_scalars(double %s, double %t) {
  %si = insertelement <2 x double> poison, double %s, i64 0
  %sv = shufflevector <2 x double> %si, <2 x double> poison, <2 x i32> zeroinitializer
  %ti = insertelement <2 x double> poison, double %t, i64 0
  %tv = shufflevector <2 x double> %ti, <2 x double> poison, <2 x i32> zeroinitializer
  %p = fmul reassoc <2 x double> %sv, %tv
  ret <2 x double> %p
}

; A constant in all lanes is a scalar, and comes last.
; CHECK-LABEL: @constant(
; CHECK-NEXT: [[S:%.*]] = fmul reassoc float %s, 2.500000e+00
; CHECK: shufflevector
; CHECK-NEXT: fmul reassoc <8 x float> %a,
; CHECK-NEXT: ret
; SAID: rewrote FloatingPointAssociativeReorder in constant: %a*{{.*}} -> %a*splat(%s*2.500000e+00)
define <8 x float> @constant(<8 x float> %a, float %s) {
  %si = insertelement <8 x float> poison, float %s, i64 0
  %sv = shufflevector <8 x float> %si, <8 x float> poison, <8 x i32> zeroinitializer
  %p = fmul reassoc <8 x float> %a, <float 2.5, float 2.5, float 2.5, float 2.5, float 2.5, float 2.5, float 2.5, float 2.5>
  %q = fmul reassoc <8 x float> %p, %sv
  ret <8 x float> %q
}

; One splat as a factor twice.
; CHECK-LABEL: @square(
; CHECK-NEXT: fmul reassoc float %s, %s
; CHECK: shufflevector
; CHECK-NEXT: fmul reassoc <4 x float> %a,
; CHECK-NEXT: ret
; SAID: rewrote FloatingPointAssociativeReorder in square: %a*%sv*%sv -> %a*splat(%s*%s)
define <4 x float> @square(<4 x float> %a, float %s) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul reassoc <4 x float> %sv, %sv
  %q = fmul reassoc <4 x float> %a, %p
  ret <4 x float> %q
}

; Splats of splats, of another width, under any mask.
; CHECK-LABEL: @splats_of_splats(
; CHECK-NEXT: fmul reassoc float %s, %t
; CHECK-NEXT: insertelement <2 x float> poison
; CHECK-NEXT: shufflevector <2 x float>
; CHECK-NEXT: fmul reassoc <2 x float> %a,
; CHECK-NEXT: ret
; SAID: rewrote FloatingPointAssociativeReorder in splats_of_splats
define <2 x float> @splats_of_splats(<2 x float> %a, float %s, float %t) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %sw = shufflevector <4 x float> %sv, <4 x float> poison, <2 x i32> <i32 3, i32 1>
  %ti = insertelement <8 x float> poison, float %t, i64 0
  %tv = shufflevector <8 x float> %ti, <8 x float> poison, <8 x i32> zeroinitializer
  %tw = shufflevector <8 x float> %tv, <8 x float> poison, <4 x i32> zeroinitializer
  %tx = shufflevector <4 x float> %tw, <4 x float> undef, <2 x i32> <i32 1, i32 2>
  %p = fmul reassoc <2 x float> %a, %sw
  %q = fmul reassoc <2 x float> %tx, %p
  ret <2 x float> %q
}

; How instcombine writes the product of two splats.
; CHECK-LABEL: @in_the_first_lane(
; CHECK-NEXT: [[ST:%.*]] = fmul reassoc float %s, %t
; CHECK-NEXT: fmul reassoc float [[ST]], %u
; CHECK: shufflevector
; CHECK-NEXT: fmul reassoc <4 x float> %a,
; CHECK-NEXT: ret
; SAID: rewrote FloatingPointAssociativeReorder in in_the_first_lane: %a*%stv*%uv -> %a*splat(%s*%t*%u)
define <4 x float> @in_the_first_lane(<4 x float> %a, float %s, float %t, float %u) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %ui = insertelement <4 x float> poison, float %u, i64 0
  %st = fmul reassoc <4 x float> %si, %ti
  %stv = shufflevector <4 x float> %st, <4 x float> poison, <4 x i32> zeroinitializer
  %uv = shufflevector <4 x float> %ui, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul reassoc <4 x float> %a, %stv
  %q = fmul reassoc <4 x float> %p, %uv
  ret <4 x float> %q
}

; A width that is not known.
; CHECK-LABEL: @scalable(
; CHECK-NEXT: fmul reassoc float %s, %t
; CHECK-NEXT: insertelement <vscale x 4 x float> poison
; CHECK-NEXT: shufflevector <vscale x 4 x float> {{.*}}, <vscale x 4 x i32> zeroinitializer
; CHECK-NEXT: fmul reassoc <vscale x 4 x float> %a,
; CHECK-NEXT: ret
; SAID: rewrote FloatingPointAssociativeReorder in scalable
define <vscale x 4 x float> @scalable(<vscale x 4 x float> %a, float %s, float %t) {
  %si = insertelement <vscale x 4 x float> poison, float %s, i64 0
  %sv = shufflevector <vscale x 4 x float> %si, <vscale x 4 x float> poison, <vscale x 4 x i32> zeroinitializer
  %ti = insertelement <vscale x 4 x float> poison, float %t, i64 0
  %tv = shufflevector <vscale x 4 x float> %ti, <vscale x 4 x float> poison, <vscale x 4 x i32> zeroinitializer
  %p = fmul reassoc <vscale x 4 x float> %a, %sv
  %q = fmul reassoc <vscale x 4 x float> %p, %tv
  ret <vscale x 4 x float> %q
}

; Two products with the same scalars share the one splat, which each alone would not pay for.
; CHECK-LABEL: @together(
; CHECK: fmul reassoc float %s, %t
; CHECK-NOT: fmul reassoc float
; CHECK: [[V:%.*]] = shufflevector
; CHECK-NOT: shufflevector
; CHECK: fmul reassoc <4 x float> %a, [[V]]
; CHECK: fmul reassoc <4 x float> %b, [[V]]
; CHECK-NEXT: store
; CHECK-NEXT: ret
; SAID-COUNT-2: rewrote FloatingPointAssociativeReorder in together
define <4 x float> @together(<4 x float> %a, <4 x float> %b, float %s, float %t, ptr %o) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul reassoc <4 x float> %a, %sv
  %q = fmul reassoc <4 x float> %p, %tv
  %u = fmul reassoc <4 x float> %tv, %b
  %w = fmul reassoc <4 x float> %u, %sv
  store <4 x float> %w, ptr %o
  ret <4 x float> %q
}

; One splat stays for its other use; the other one makes place.
; CHECK-LABEL: @one_stays(
; CHECK: shufflevector
; CHECK: fmul reassoc float %s, %t
; CHECK: shufflevector
; CHECK-NEXT: fmul reassoc <4 x float> %a,
; CHECK-NEXT: ret
; SAID: rewrote FloatingPointAssociativeReorder in one_stays
define <4 x float> @one_stays(<4 x float> %a, float %s, float %t, ptr %o) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %sv = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  store <4 x float> %sv, ptr %o
  %ti = insertelement <4 x float> poison, float %t, i64 0
  %tv = shufflevector <4 x float> %ti, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul reassoc <4 x float> %a, %sv
  %q = fmul reassoc <4 x float> %p, %tv
  ret <4 x float> %q
}
