; An `or` whose operands share no set bit becomes an `add` that does not wrap, signed or unsigned.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-or-to-add -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: @low_and_high(
; CHECK: %r = add nuw nsw i32 %high, %low
define i32 @low_and_high(i32 %x, i32 %y) {
  %high = shl i32 %x, 4
  %low = and i32 %y, 15
  %r = or i32 %high, %low
  ret i32 %r
}

; CHECK-LABEL: @one_bit_in_common(
; CHECK: %r = or i32 %high, %low
define i32 @one_bit_in_common(i32 %x, i32 %y) {
  %high = shl i32 %x, 3
  %low = and i32 %y, 15
  %r = or i32 %high, %low
  ret i32 %r
}

; CHECK-LABEL: @widened(
; CHECK: %r = add nuw nsw i64 %high, %low
define i64 @widened(i32 %x, i32 %y) {
  %a = zext i32 %x to i64
  %high = shl i64 %a, 32
  %low = zext i32 %y to i64
  %r = or i64 %high, %low
  ret i64 %r
}

; The sign is not known.
; CHECK-LABEL: @sign_extended(
; CHECK: %r = or i64 %high, %low
define i64 @sign_extended(i32 %x, i32 %y) {
  %a = zext i32 %x to i64
  %high = shl i64 %a, 32
  %low = sext i32 %y to i64
  %r = or i64 %high, %low
  ret i64 %r
}

; CHECK-LABEL: @masked(
; CHECK: %r = add nuw nsw i8 %a, %b
define i8 @masked(i8 %x, i8 %y) {
  %a = and i8 %x, -86
  %b = and i8 %y, 85
  %r = or i8 %a, %b
  ret i8 %r
}

; CHECK-LABEL: @multiples(
; CHECK: %r = add nuw nsw i16 %a, %b
define i16 @multiples(i16 %x, i16 %y) {
  %a = mul i16 %x, 24
  %b = lshr i16 %y, 13
  %r = or i16 %a, %b
  ret i16 %r
}

; CHECK-LABEL: @not_multiples_enough(
; CHECK: %r = or i16 %a, %b
define i16 @not_multiples_enough(i16 %x, i16 %y) {
  %a = mul i16 %x, 20
  %b = lshr i16 %y, 13
  %r = or i16 %a, %b
  ret i16 %r
}

; CHECK-LABEL: @lanes(
; CHECK: %r = add nuw nsw <4 x i32> %a, %b
define <4 x i32> @lanes(<4 x i32> %x, <4 x i32> %y) {
  %a = and <4 x i32> %x, <i32 240, i32 240, i32 240, i32 240>
  %b = and <4 x i32> %y, <i32 15, i32 15, i32 15, i32 15>
  %r = or <4 x i32> %a, %b
  ret <4 x i32> %r
}

; In one lane there is a bit in common.
; CHECK-LABEL: @other_lanes(
; CHECK: %r = or <2 x i32> %a, %b
define <2 x i32> @other_lanes(<2 x i32> %x, <2 x i32> %y) {
  %a = and <2 x i32> %x, <i32 240, i32 248>
  %b = and <2 x i32> %y, <i32 15, i32 15>
  %r = or <2 x i32> %a, %b
  ret <2 x i32> %r
}

; CHECK-LABEL: @wide(
; CHECK: %r = add nuw nsw i128 %high, %low
define i128 @wide(i64 %x, i64 %y) {
  %a = zext i64 %x to i128
  %high = shl i128 %a, 64
  %low = zext i64 %y to i128
  %r = or i128 %high, %low
  ret i128 %r
}

; Nothing is known of integers over 128 bits.
; CHECK-LABEL: @too_wide(
; CHECK: %r = or i200 %high, 1
define i200 @too_wide(i200 %x) {
  %high = shl i200 %x, 64
  %r = or i200 %high, 1
  ret i200 %r
}

; CHECK-LABEL: @single_bits(
; CHECK: %r = or i1 %x, %y
; CHECK: %s = add nuw nsw i1 %x, false
define i1 @single_bits(i1 %x, i1 %y) {
  %r = or i1 %x, %y
  %s = or i1 %x, false
  %t = xor i1 %r, %s
  ret i1 %t
}

; A cycle that the entry does not reach.
; CHECK-LABEL: @unreachable(
; CHECK: %r = or i8 %r, 0
define i8 @unreachable() {
  ret i8 0
dead:
  %r = or i8 %r, 0
  br label %dead
}
