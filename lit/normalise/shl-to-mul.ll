; A shift left by a constant becomes a multiplication, with the flags that then hold.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-shl-to-mul -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: @flags(
; CHECK: %a = mul i32 %x, 8
; CHECK: %b = mul nuw i32 %a, 8
; CHECK: %c = mul nsw i32 %b, 8
; CHECK: %d = mul nuw nsw i32 %c, 1073741824
define i32 @flags(i32 %x) {
  %a = shl i32 %x, 3
  %b = shl nuw i32 %a, 3
  %c = shl nsw i32 %b, 3
  %d = shl nuw nsw i32 %c, 30
  ret i32 %d
}

; -1 shifted into the sign does not wrap; multiplied by the smallest number it does.
; CHECK-LABEL: @into_the_sign(
; CHECK: %a = mul i32 %x, -2147483648
; CHECK: %b = mul nuw i8 %y, -128
; CHECK: %c = mul i1 %z, true
define i32 @into_the_sign(i32 %x, i8 %y, i1 %z, ptr %p) {
  %a = shl nsw i32 %x, 31
  %b = shl nuw nsw i8 %y, 7
  %c = shl nsw i1 %z, 0
  store i8 %b, ptr %p
  store i1 %c, ptr %p
  ret i32 %a
}

; Poison stays.
; CHECK-LABEL: @out_of_range(
; CHECK: %a = shl i32 %x, 32
; CHECK: %b = shl i8 %y, -1
; CHECK: %c = shl i32 %x, %n
; CHECK: %d = shl i128 %w, 18446744073709551616
; CHECK: %e = shl <2 x i8> %v, <i8 1, i8 2>
; CHECK: %f = shl i32 %x, undef
define void @out_of_range(i32 %x, i8 %y, i32 %n, i128 %w, <2 x i8> %v, ptr %p) {
  %a = shl i32 %x, 32
  %b = shl i8 %y, -1
  %c = shl i32 %x, %n
  %d = shl i128 %w, 18446744073709551616
  %e = shl <2 x i8> %v, <i8 1, i8 2>
  %f = shl i32 %x, undef
  store volatile i32 %a, ptr %p
  store volatile i8 %b, ptr %p
  store volatile i32 %c, ptr %p
  store volatile i128 %d, ptr %p
  store volatile <2 x i8> %e, ptr %p
  store volatile i32 %f, ptr %p
  ret void
}

; CHECK-LABEL: @widths(
; CHECK: %a = mul nsw i128 %x, 1267650600228229401496703205376
; CHECK: %b = mul i200 %y, -803469022129495137770981046170581301261101496891396417650688
; CHECK: %c = mul nuw <4 x i16> %z, {{<i16 4, i16 4, i16 4, i16 4>|splat \(i16 4\)}}
; CHECK: %d = mul <vscale x 2 x i64> %s, {{.*i64 2}}
define void @widths(i128 %x, i200 %y, <4 x i16> %z, <vscale x 2 x i64> %s, ptr %p) {
  %a = shl nsw i128 %x, 100
  %b = shl nsw i200 %y, 199
  %c = shl nuw <4 x i16> %z, <i16 2, i16 2, i16 2, i16 2>
  %d = shl <vscale x 2 x i64> %s, shufflevector (<vscale x 2 x i64> insertelement (<vscale x 2 x i64> poison, i64 1, i64 0), <vscale x 2 x i64> poison, <vscale x 2 x i32> zeroinitializer)
  store volatile i128 %a, ptr %p
  store volatile i200 %b, ptr %p
  store volatile <4 x i16> %c, ptr %p
  store volatile <vscale x 2 x i64> %d, ptr %p
  ret void
}
