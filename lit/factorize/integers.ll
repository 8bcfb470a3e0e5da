; Integers: sums of products that share a factor, each beside a near miss that stays as it is.
;
; RUN: %opt -load-pass-plugin=%plugin "-passes=idiom-factorize<no-clean-up>" -verify-each -pass-remarks=idiom -pass-remarks-missed=idiom -S %s -o %t.ll 2> %t.said
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck --check-prefix=SAID --implicit-check-not=rewrote --implicit-check-not=rewrite %s < %t.said

; In any order and association.
; CHECK-LABEL: @over_another_term(
; CHECK-NEXT: [[DE:%.*]] = mul i32 %d, %e
; CHECK-NEXT: [[SUM:%.*]] = add i32 %b, [[DE]]
; CHECK-NEXT: [[PRODUCT:%.*]] = mul i32 %a, [[SUM]]
; CHECK-NEXT: [[R:%.*]] = add i32 [[PRODUCT]], %c
; CHECK-NEXT: ret i32 [[R]]
; SAID: rewrote ComplexFactorisation in over_another_term: %a*%b + %a*%d*%e -> %a*(%b + %d*%e)
define i32 @over_another_term(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) {
  %p = mul i32 %a, %b
  %s = add nsw i32 %p, %c
  %q = mul i32 %d, %a
  %r = mul i32 %q, %e
  %t = add nsw i32 %s, %r
  ret i32 %t
}

; Nothing in common.
; CHECK-LABEL: @no_common_factor(
; CHECK-NEXT: mul nsw i32 %a, %b
; CHECK-NEXT: mul nsw i32 %c, %d
; CHECK-NEXT: add nsw i32
define i32 @no_common_factor(i32 %a, i32 %b, i32 %c, i32 %d) {
  %p = mul nsw i32 %a, %b
  %q = mul nsw i32 %c, %d
  %s = add nsw i32 %p, %q
  ret i32 %s
}

; What is added above computes what it did and keeps its flags.
; CHECK-LABEL: @flags_above_stay(
; CHECK-NEXT: [[SUM:%.*]] = add i32 %b, %c
; CHECK-NEXT: [[PRODUCT:%.*]] = mul i32 %a, [[SUM]]
; CHECK-NEXT: add nuw nsw i32 [[PRODUCT]], %d
; SAID: rewrote
define i32 @flags_above_stay(i32 %a, i32 %b, i32 %c, i32 %d) {
  %p = mul nuw nsw i32 %a, %b
  %q = mul nuw nsw i32 %a, %c
  %s = add nuw nsw i32 %p, %q
  %t = add nuw nsw i32 %s, %d
  ret i32 %t
}

; A subtree without the factor stays too.
; CHECK-LABEL: @flags_beside_stay(
; CHECK-NEXT: [[BESIDE:%.*]] = sub nsw i32 %d, %e
; CHECK-NEXT: [[SUM:%.*]] = add i32 %b, %c
; CHECK-NEXT: [[PRODUCT:%.*]] = mul i32 %a, [[SUM]]
; CHECK-NEXT: add i32 [[PRODUCT]], [[BESIDE]]
; SAID: rewrote
define i32 @flags_beside_stay(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) {
  %p = mul i32 %a, %b
  %beside = sub nsw i32 %d, %e
  %s = add i32 %p, %beside
  %q = mul i32 %a, %c
  %t = add i32 %s, %q
  ret i32 %t
}

; CHECK-LABEL: @difference(
; CHECK-NEXT: [[D:%.*]] = sub i8 %c, %b
; CHECK-NEXT: mul i8 %a, [[D]]
; SAID: rewrote ComplexFactorisation in difference: %a*%c - %a*%b -> %a*(%c - %b)
define i8 @difference(i8 %a, i8 %b, i8 %c) {
  %p = mul i8 %a, %b
  %q = mul i8 %c, %a
  %s = sub i8 %q, %p
  ret i8 %s
}

; CHECK-LABEL: @lone(
; CHECK-NEXT: [[SUM:%.*]] = add i32 %b, 1
; CHECK-NEXT: mul i32 %a, [[SUM]]
; SAID: rewrote ComplexFactorisation in lone: %a*%b + %a -> %a*(%b + 1)
define i32 @lone(i32 %a, i32 %b) {
  %p = mul i32 %a, %b
  %s = add i32 %p, %a
  ret i32 %s
}

; CHECK-LABEL: @repeated(
; CHECK-NEXT: [[SUM:%.*]] = add i32 %b, %c
; CHECK-NEXT: [[AA:%.*]] = mul i32 %a, %a
; CHECK-NEXT: mul i32 [[AA]], [[SUM]]
; SAID: rewrote ComplexFactorisation in repeated: %a*%a*%b + %a*%a*%c -> %a*%a*(%b + %c)
define i32 @repeated(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, %b
  %p2 = mul i32 %p, %a
  %q = mul i32 %c, %a
  %q2 = mul i32 %a, %q
  %s = add i32 %p2, %q2
  ret i32 %s
}

; CHECK-LABEL: @three_products(
; CHECK-NEXT: [[BC:%.*]] = add i32 %b, %c
; CHECK-NEXT: [[BCD:%.*]] = sub i32 [[BC]], %d
; CHECK-NEXT: mul i32 %a, [[BCD]]
; SAID: rewrote ComplexFactorisation in three_products: %a*%b + %a*%c - %a*%d -> %a*(%b + %c - %d)
define i32 @three_products(i32 %a, i32 %b, i32 %c, i32 %d) {
  %p = mul i32 %a, %b
  %q = mul i32 %c, %a
  %r = mul i32 %a, %d
  %d2 = sub i32 %q, %r
  %s = add i32 %p, %d2
  ret i32 %s
}

; Of two that overlap, the better one.
; CHECK-LABEL: @overlapping(
; CHECK: add i32 %b, %c
; CHECK: add i32 {{.*}}, %e
; CHECK: mul i32 %a
; CHECK: add i32
; SAID: rewrote ComplexFactorisation in overlapping: %a*%b + %a*%c + %a*%e -> %a*(%b + %c + %e)
define i32 @overlapping(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) {
  %p = mul i32 %a, %b
  %q = mul i32 %d, %b
  %r = mul i32 %a, %c
  %u = mul i32 %a, %e
  %s1 = add i32 %p, %q
  %s2 = add i32 %r, %u
  %s = add i32 %s1, %s2
  ret i32 %s
}

; CHECK-LABEL: @equal_constants(
; CHECK-NEXT: [[SUM:%.*]] = add <2 x i64> %a, %b
; CHECK-NEXT: mul <2 x i64> [[SUM]], {{<i64 6, i64 6>|splat \(i64 6\)}}
; SAID: rewrote ComplexFactorisation in equal_constants: 6*%a + 6*%b -> 6*(%a + %b)
define <2 x i64> @equal_constants(<2 x i64> %a, <2 x i64> %b) {
  %p = mul <2 x i64> %a, <i64 6, i64 6>
  %q = mul <2 x i64> %b, <i64 6, i64 6>
  %s = add <2 x i64> %p, %q
  ret <2 x i64> %s
}

; CHECK-LABEL: @one_multiplication_less(
; CHECK-NEXT: [[B2:%.*]] = shl i32 %b, 1
; CHECK-NEXT: [[SUM:%.*]] = add i32 %a, [[B2]]
; CHECK-NEXT: mul i32 [[SUM]], 6
; SAID: rewrote ConstantFactorisation in one_multiplication_less: 6*%a + 12*%b -> 6*(%a + 2*%b)
define i32 @one_multiplication_less(i32 %a, i32 %b) {
  %p = mul i32 %a, 6
  %q = mul i32 %b, 12
  %s = add i32 %p, %q
  ret i32 %s
}

; CHECK-LABEL: @as_many_multiplications(
; CHECK-NEXT: mul i32 %a, 6
; CHECK-NEXT: mul i32 %b, 9
; SAID: did not rewrite ConstantFactorisation in as_many_multiplications: no fewer multiplications or additions would remain
define i32 @as_many_multiplications(i32 %a, i32 %b) {
  %p = mul i32 %a, 6
  %q = mul i32 %b, 9
  %s = add i32 %p, %q
  ret i32 %s
}

; A power of two is put in front where that saves multiplications.
; CHECK-LABEL: @multiplied_by_four(
; CHECK-NEXT: [[SUM:%.*]] = sub i8 %a, %b
; CHECK-NEXT: shl i8 [[SUM]], 2
; SAID: rewrote ComplexFactorisation in multiplied_by_four: 4*%a - 4*%b -> 4*(%a - %b)
define i8 @multiplied_by_four(i8 %a, i8 %b) {
  %p = mul i8 %a, 4
  %q = mul i8 %b, 4
  %s = sub i8 %p, %q
  ret i8 %s
}

; A shift less is none: addresses and additions take it in.
; CHECK-LABEL: @shifted(
; CHECK-NEXT: shl i8 %a, 2
; CHECK-NEXT: shl i8 %b, 2
; CHECK-NEXT: sub i8
; SAID: did not rewrite ComplexFactorisation in shifted: no fewer multiplications or additions would remain
define i8 @shifted(i8 %a, i8 %b) {
  %p = shl i8 %a, 2
  %q = shl i8 %b, 2
  %s = sub i8 %p, %q
  ret i8 %s
}

; A shift is a product.
; CHECK-LABEL: @shift(
; CHECK-NEXT: [[SUM:%.*]] = add i100 %b, 4
; CHECK-NEXT: mul i100 %a, [[SUM]]
; SAID: rewrote ComplexFactorisation in shift: 4*%a + %a*%b -> %a*(%b + 4)
define i100 @shift(i100 %a, i100 %b) {
  %p = shl i100 %a, 2
  %q = mul i100 %a, %b
  %s = add i100 %p, %q
  ret i100 %s
}

; A shift by a value is none.
; CHECK-LABEL: @shift_by_a_value(
; CHECK-NEXT: shl i32 %a, %n
; CHECK-NEXT: mul i32 %a, %b
; SAID: did not rewrite ComplexFactorisation
define i32 @shift_by_a_value(i32 %a, i32 %b, i32 %n) {
  %p = shl i32 %a, %n
  %q = mul i32 %a, %b
  %s = add i32 %p, %q
  ret i32 %s
}

; A product with another use stays, and nothing is gained.
; CHECK-LABEL: @other_use(
; CHECK-NEXT: [[P:%.*]] = mul i32 %a, %b
; CHECK-NEXT: store i32 [[P]]
; CHECK-NEXT: mul i32 %a, %c
; SAID: did not rewrite ComplexFactorisation in other_use: %p has other uses, so that it would stay
define i32 @other_use(i32 %a, i32 %b, i32 %c, ptr %out) {
  %p = mul i32 %a, %b
  store i32 %p, ptr %out
  %q = mul i32 %a, %c
  %s = add i32 %p, %q
  ret i32 %s
}

; It is a factor like any other value.
; CHECK-LABEL: @shared_product_as_factor(
; CHECK-NEXT: [[P:%.*]] = mul i32 %a, %b
; CHECK-NEXT: [[SUM:%.*]] = add i32 %c, %d
; CHECK-NEXT: mul i32 [[P]], [[SUM]]
; SAID: rewrote ComplexFactorisation in shared_product_as_factor: %c*%p + %d*%p -> %p*(%c + %d)
define i32 @shared_product_as_factor(i32 %a, i32 %b, i32 %c, i32 %d) {
  %p = mul i32 %a, %b
  %q = mul i32 %p, %c
  %r = mul i32 %p, %d
  %s = add i32 %q, %r
  ret i32 %s
}

; Products of narrower numbers wrap elsewhere.
; CHECK-LABEL: @cast(
; CHECK-NEXT: mul nsw i32 %a, %b
; CHECK-NEXT: mul nsw i32 %a, %c
; SAID: did not rewrite ComplexFactorisation in cast: a cast stands between %p and %s
define i64 @cast(i32 %a, i32 %b, i32 %c) {
  %p = mul nsw i32 %a, %b
  %q = mul nsw i32 %a, %c
  %x = sext i32 %p to i64
  %y = sext i32 %q to i64
  %s = add i64 %x, %y
  ret i64 %s
}

; All cancels.
; CHECK-LABEL: @nothing_left(
; CHECK-NEXT: ret i32 %c
; SAID: rewrote ComplexFactorisation in nothing_left: %a*%b - %a*%b -> 0
define i32 @nothing_left(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, %b
  %q = mul i32 %b, %a
  %s = add i32 %p, %c
  %t = sub i32 %s, %q
  ret i32 %t
}

; A factor that is a sum, factorised itself: looked at again.
; CHECK-LABEL: @again(
; CHECK-NEXT: [[CE:%.*]] = add i32 %c, %e
; CHECK: mul i32 %a
; CHECK-NOT: mul i32 %a
; SAID: rewrote ComplexFactorisation in again: %a*%c + %a*%e -> %a*(%c + %e)
; SAID: rewrote ComplexFactorisation
define i32 @again(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) {
  %p = mul i32 %a, %c
  %q = mul i32 %a, %e
  %inner = add i32 %p, %q
  %x = mul i32 %inner, %b
  %y = mul i32 %a, %d
  %s = add i32 %x, %y
  ret i32 %s
}

; Code that is never reached may compute a value from itself.
; CHECK-LABEL: @unreachable(
; SAID-COUNT-3: did not rewrite {{.*}} cannot be reached
define i32 @unreachable(i32 %a) {
  ret i32 %a
dead:
  %p = mul i32 %s, %a
  %s = add i32 %t, %p
  %t = add i32 %s, %a
  br label %dead
}
