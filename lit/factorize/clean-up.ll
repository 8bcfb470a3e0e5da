; The result of a rewrite is tidy by itself: by default only instructions that equal another value or have no
; use are removed, and the rest stays as it is, whatever instcombine would make of it.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-factorize -verify-each -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin "-passes=idiom-factorize<clean-up>" -verify-each -S %s | %FileCheck --check-prefix=COMBINED %s
; RUN: %opt -load-pass-plugin=%plugin "-passes=idiom-factorize<no-clean-up>" -verify-each -S %s | %FileCheck --check-prefix=RAW %s

; CHECK-LABEL: @f(
; CHECK-NEXT: %sum = add i32 %b, %c
; CHECK-NEXT: %product = mul i32 %a, %sum
; CHECK-NEXT: %twice = mul i32 %product, 2
; CHECK-NEXT: ret i32 %twice
; COMBINED-LABEL: @f(
; COMBINED-NOT: %unused
; COMBINED: shl i32 %product, 1
; RAW-LABEL: @f(
; RAW: %unused
; RAW: mul i32 %product, 2
define i32 @f(i32 %a, i32 %b, i32 %c, i32 %d) {
  %unused = xor i32 %d, 5
  %p = mul i32 %a, %b
  %q = mul i32 %a, %c
  %s = add i32 %p, %q
  %twice = mul i32 %s, 2
  ret i32 %twice
}

; What only a cancelled product used.
; CHECK-LABEL: @cancelled(
; CHECK-NEXT: ret i32 %c
; RAW-LABEL: @cancelled(
; RAW-NEXT: xor
; RAW-NEXT: add i32 0, %c
define i32 @cancelled(i32 %a, i32 %b, i32 %c) {
  %x = xor i32 %a, 5
  %p = mul i32 %x, %b
  %q = mul i32 %x, %b
  %s = sub i32 %p, %q
  %t = add i32 %s, %c
  ret i32 %t
}

; Nothing is rewritten.
; CHECK-LABEL: @left_alone(
; CHECK-NEXT: xor
; CHECK-NEXT: mul i32 %a, 2
define i32 @left_alone(i32 %a) {
  %unused = xor i32 %a, 5
  %twice = mul i32 %a, 2
  ret i32 %twice
}
