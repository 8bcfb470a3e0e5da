; Half of the bits, by a mask that is compared or by two shifts, becomes two casts.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-restore-casts -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: @compared(
; CHECK-NEXT: %[[N:.*]] = trunc i64 %i to i32
; CHECK-NEXT: %[[W:.*]] = zext i32 %[[N]] to i64
; CHECK-NEXT: %c = icmp eq i64 %[[W]], 100
define i1 @compared(i64 %i) {
  %half = and i64 %i, 4294967295
  %c = icmp eq i64 %half, 100
  ret i1 %c
}

; CHECK-LABEL: @shifted(
; CHECK-NEXT: %[[S:.*]] = shl i64 %i, 1
; CHECK-NEXT: %[[N:.*]] = trunc i64 %[[S]] to i32
; CHECK-NEXT: %[[W:.*]] = sext i32 %[[N]] to i64
; CHECK-NEXT: ret i64 %[[W]]
define i64 @shifted(i64 %i, i32 %unused) {
  %up = shl nuw i64 %i, 33
  %down = ashr exact i64 %up, 32
  ret i64 %down
}

; CHECK-LABEL: @other_bits(
; CHECK-NEXT: %some = and i64 %i, 4294967294
; CHECK-NEXT: %c = icmp eq i64 %some, 100
define i1 @other_bits(i64 %i, i32 %unused) {
  %some = and i64 %i, 4294967294
  %c = icmp eq i64 %some, 100
  ret i1 %c
}

; CHECK-LABEL: @not_compared(
; CHECK-NEXT: %half = and i64 %i, 4294967295
; CHECK-NEXT: ret i64 %half
define i64 @not_compared(i64 %i, i32 %unused) {
  %half = and i64 %i, 4294967295
  ret i64 %half
}

; CHECK-LABEL: @shifted_back_less(
; CHECK: %down = ashr i64 %up, 31
define i64 @shifted_back_less(i64 %i, i32 %unused) {
  %up = shl i64 %i, 33
  %down = ashr i64 %up, 31
  ret i64 %down
}

; CHECK-LABEL: @shifted_by_less(
; CHECK: %down = ashr i64 %up, 32
define i64 @shifted_by_less(i64 %i, i32 %unused) {
  %up = shl i64 %i, 31
  %down = ashr i64 %up, 32
  ret i64 %down
}
