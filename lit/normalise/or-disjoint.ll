; The flag `disjoint` proves that no bit is shared, whatever is known otherwise.
;
; REQUIRES: at-least-18
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-or-to-add -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: @flag(
; CHECK: %r = add nuw nsw i32 %x, %y
; CHECK: %s = or i32 %r, %y
; CHECK: %t = add nuw nsw i200 %w, 1
define i32 @flag(i32 %x, i32 %y, i200 %w, ptr %p) {
  %r = or disjoint i32 %x, %y
  %s = or i32 %r, %y
  %t = or disjoint i200 %w, 1
  store i200 %t, ptr %p
  ret i32 %s
}

; Conditions too: with `disjoint`, true and true is poison.
; CHECK-LABEL: @conditions(
; CHECK: %r = add nuw nsw <2 x i1> %x, %y
define <2 x i1> @conditions(<2 x i1> %x, <2 x i1> %y) {
  %r = or disjoint <2 x i1> %x, %y
  ret <2 x i1> %r
}
