; Proven rewrites are applied in every spelling; near misses stay.
;
; REQUIRES: z3
; RUN: rm -rf %t && mkdir %t && cp %S/Inputs/xor.candl %t/x.candl
; RUN: %idiom prove %t/x.candl | %FileCheck %s --check-prefix=PROVE
; RUN: env IDIOM_APPLY=%t/x.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -verify-each -S %s 2> %t/log | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=LOG < %t/log
;
; Nothing without a name, nothing without the proof, nothing by a proof of another version.
; RUN: %not %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s -o %t/unnamed.ll 2>&1 | %FileCheck %s --check-prefix=NONE
; RUN: %opt -passes=no-op-function -S %s -o %t/plain.ll
; RUN: sed 's/"version": 2/"version": 99/' %t/x.candl.proof > %t/other.proof && cp %S/Inputs/xor.candl %t/other.candl && mv %t/other.proof %t/other.candl.proof
; RUN: env IDIOM_APPLY=%t/other.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s -o %t/other.ll 2> %t/other.log
; RUN: diff %t/plain.ll %t/other.ll
; RUN: %FileCheck %s --check-prefix=OTHER < %t/other.log

; PROVE: XorByAnds: proven
; OTHER: did not rewrite XorByAnds in two: {{.*}}other.candl.proof counts for nothing: it is of version 99
; OTHER: counts for nothing, so XorByAnds is not applied: it is of version 99
; NONE: nothing to apply

; LOG: rewrote XorByAnds in two: sub(or(%x, %y), and(%x, %y)) → xor(%x, %y); proven (

; CHECK-LABEL: @two(
; CHECK-NEXT: %r = xor i32 %x, %y
; CHECK-NEXT: ret i32 %r
define i32 @two(i32 %x, i32 %y) {
  %o = or i32 %x, %y
  %a = and i32 %x, %y
  %r = sub i32 %o, %a
  ret i32 %r
}

; Operands in the other order, and flags, which only help.
; CHECK-LABEL: @exchanged(
; CHECK-NEXT: xor i16
; CHECK-NEXT: ret
define i16 @exchanged(i16 %x, i16 %y) {
  %a = and i16 %y, %x
  %o = or i16 %x, %y
  %r = sub nuw nsw i16 %o, %a
  ret i16 %r
}

; Both operands are one value.
; CHECK-LABEL: @same(
; CHECK-NOT: sub
define i32 @same(i32 %x) {
  %o = or i32 %x, %x
  %a = and i32 %x, %x
  %r = sub i32 %o, %a
  ret i32 %r
}

; What stays in use stays, and is no part of what is saved.
; CHECK-LABEL: @shared(
; CHECK: or i32
; CHECK: xor i32
define i32 @shared(i32 %x, i32 %y, ptr %p) {
  %o = or i32 %x, %y
  store i32 %o, ptr %p
  %a = and i32 %x, %y
  %r = sub i32 %o, %a
  ret i32 %r
}

; CHECK-LABEL: @the_other_way_round(
; CHECK: sub
define i32 @the_other_way_round(i32 %x, i32 %y) {
  %o = or i32 %x, %y
  %a = and i32 %x, %y
  %r = sub i32 %a, %o
  ret i32 %r
}

; CHECK-LABEL: @other_operands(
; CHECK: sub
define i32 @other_operands(i32 %x, i32 %y, i32 %z) {
  %o = or i32 %x, %y
  %a = and i32 %x, %z
  %r = sub i32 %o, %a
  ret i32 %r
}

; A conversion in between, which the pattern looks through: the form is another one.
; CHECK-LABEL: @cast(
; CHECK: sub
define i32 @cast(i32 %x, i8 %y) {
  %s = sext i8 %y to i32
  %z = zext i8 %y to i32
  %o = or i32 %x, %s
  %a = and i32 %x, %z
  %r = sub i32 %o, %a
  ret i32 %r
}

; CHECK-LABEL: @vector(
; CHECK: sub
define <4 x i32> @vector(<4 x i32> %x, <4 x i32> %y) {
  %o = or <4 x i32> %x, %y
  %a = and <4 x i32> %x, %y
  %r = sub <4 x i32> %o, %a
  ret <4 x i32> %r
}
