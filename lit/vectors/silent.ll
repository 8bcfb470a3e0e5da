; Without output, a function is read only if two scalars are widened in one product. The rewrites are the same
; as with output.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-vector-products -verify-each -S %s -o %t.silent.ll
; RUN: %FileCheck %s < %t.silent.ll
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-vector-products -pass-remarks=idiom -S %s -o %t.told.ll
; RUN: diff %t.silent.ll %t.told.ll

; A splat of a splat, of another width.
; CHECK-LABEL: @splat_of_a_splat(
; CHECK: fmul {{.*}} float %x, %y
; CHECK: fmul {{.*}} <4 x float>
; CHECK-NOT: fmul
; CHECK: ret
define <4 x float> @splat_of_a_splat(<4 x float> %v, float %x, float %y) {
  %x1 = insertelement <2 x float> poison, float %x, i64 0
  %x2 = shufflevector <2 x float> %x1, <2 x float> poison, <2 x i32> zeroinitializer
  %x4 = shufflevector <2 x float> %x2, <2 x float> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 1>
  %y1 = insertelement <4 x float> poison, float %y, i64 0
  %y4 = shufflevector <4 x float> %y1, <4 x float> poison, <4 x i32> zeroinitializer
  %m = fmul fast <4 x float> %v, %x4
  %n = fmul fast <4 x float> %m, %y4
  ret <4 x float> %n
}

; Both scalars in the first lane of one vector.
; CHECK-LABEL: @multiplied_in_a_lane(
; CHECK: fmul {{.*}} float
; CHECK-NOT: fmul {{.*}} <4 x float>
; CHECK: ret
define <4 x float> @multiplied_in_a_lane(float %x, float %y) {
  %x1 = insertelement <4 x float> poison, float %x, i64 0
  %y1 = insertelement <4 x float> poison, float %y, i64 0
  %m = fmul fast <4 x float> %x1, %y1
  %s = shufflevector <4 x float> %m, <4 x float> poison, <4 x i32> zeroinitializer
  %n = fmul fast <4 x float> %s, <float 2.0, float 2.0, float 2.0, float 2.0>
  ret <4 x float> %n
}

; No lane of these is all lanes.
; CHECK-LABEL: @reversed(
; CHECK: shufflevector
; CHECK-NEXT: fmul fast <4 x float>
; CHECK-NEXT: fmul fast <4 x float>
; CHECK-NEXT: ret
define <4 x float> @reversed(<4 x float> %v, <4 x float> %w) {
  %r = shufflevector <4 x float> %w, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %m = fmul fast <4 x float> %v, %r
  %n = fmul fast <4 x float> %m, <float 2.0, float 2.0, float 2.0, float 2.0>
  ret <4 x float> %n
}
