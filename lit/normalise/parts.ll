; Several spellings of LLVM within an index: the lower half of a number, quotients that are multiplied again,
; choices between constants.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-flatten-gep -verify-each -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-normalize -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: @low_by_mask(
; CHECK-NEXT: %[[L:.*]] = trunc i64 %x to i32
; CHECK-NEXT: %[[W:.*]] = zext i32 %[[L]] to i64
; CHECK-NEXT: mul i64 %[[W]], 4
define ptr @low_by_mask(ptr %a, i64 %x) {
  %low = and i64 %x, 4294967295
  %p = getelementptr i32, ptr %a, i64 %low
  ret ptr %p
}

; CHECK-LABEL: @low_by_shifted_mask(
; CHECK-NEXT: %[[L:.*]] = trunc i64 %x to i32
; CHECK-NEXT: %[[W:.*]] = zext i32 %[[L]] to i64
; CHECK-NEXT: mul i64 %[[W]], 4
define ptr @low_by_shifted_mask(ptr %a, i64 %x) {
  %up = shl i64 %x, 2
  %low = and i64 %up, 17179869180
  %p = getelementptr i8, ptr %a, i64 %low
  ret ptr %p
}

; CHECK-LABEL: @low_by_shifts(
; CHECK-NEXT: %[[L:.*]] = trunc i64 %x to i32
; CHECK-NEXT: %[[W:.*]] = sext i32 %[[L]] to i64
; CHECK-NEXT: mul i64 %[[W]], 4
define ptr @low_by_shifts(ptr %a, i64 %x) {
  %up = shl i64 %x, 32
  %low = ashr exact i64 %up, 30
  %p = getelementptr i8, ptr %a, i64 %low
  ret ptr %p
}

; Another mask is what the program says.
; CHECK-LABEL: @byte(
; CHECK-NEXT: %low = and i64 %x, 255
; CHECK-NEXT: mul i64 %low, 4
define ptr @byte(ptr %a, i64 %x) {
  %low = and i64 %x, 255
  %p = getelementptr i32, ptr %a, i64 %low
  ret ptr %p
}

; A mask that keeps all there is.
; CHECK-LABEL: @keeps_all(
; CHECK-NEXT: %x = zext i8 %b to i64
; CHECK-NEXT: mul i64 %x, 4
define ptr @keeps_all(ptr %a, i8 %b) {
  %x = zext i8 %b to i64
  %low = and i64 %x, 255
  %p = getelementptr i32, ptr %a, i64 %low
  ret ptr %p
}

; CHECK-LABEL: @length(
; CHECK-NEXT: %p = getelementptr i8, ptr %a, i64 %bytes
define ptr @length(ptr %a, i64 %bytes) {
  %count = ashr exact i64 %bytes, 2
  %p = getelementptr i32, ptr %a, i64 %count
  ret ptr %p
}

; With a remainder it does not come apart.
; CHECK-LABEL: @rounded_down(
; CHECK-NEXT: %count = ashr i64 %bytes, 2
; CHECK-NEXT: mul i64 %count, 4
define ptr @rounded_down(ptr %a, i64 %bytes) {
  %count = ashr i64 %bytes, 2
  %p = getelementptr i32, ptr %a, i64 %count
  ret ptr %p
}

; CHECK-LABEL: @choice_of_elements(
; CHECK-NEXT: %[[C:.*]] = select i1 %c, i64 3, i64 7
; CHECK-NEXT: mul i64 %[[C]], 4
define ptr @choice_of_elements(ptr %a, i1 %c) {
  %k = select i1 %c, i64 3, i64 7
  %p = getelementptr i32, ptr %a, i64 %k
  ret ptr %p
}

; CHECK-LABEL: @choice_of_bytes(
; CHECK-NEXT: %[[C:.*]] = select i1 %c, i64 3, i64 7
; CHECK-NEXT: mul i64 %[[C]], 4
define ptr @choice_of_bytes(ptr %a, i1 %c) {
  %k = select i1 %c, i64 12, i64 28
  %p = getelementptr i8, ptr %a, i64 %k
  ret ptr %p
}

; CHECK-LABEL: @choice_of_one(
; CHECK-NEXT: %[[C:.*]] = zext i1 %c to i64
; CHECK-NEXT: mul i64 %[[C]], 4
define ptr @choice_of_one(ptr %a, i1 %c) {
  %k = select i1 %c, i64 4, i64 0
  %p = getelementptr i8, ptr %a, i64 %k
  ret ptr %p
}

; A choice within a row.
; CHECK-LABEL: @in_a_row(
; CHECK: %[[C:.*]] = zext i1 %c to i64
; CHECK-NEXT: %[[S:.*]] = mul i64 %[[C]], 3
; CHECK: mul i64 {{.*}}, 4
; CHECK-NEXT: %p = getelementptr i8, ptr %a, i64
define ptr @in_a_row(ptr %a, i64 %i, i1 %c) {
  %k = select i1 %c, i64 12, i64 0
  %row = getelementptr [7 x i32], ptr %a, i64 %i
  %p = getelementptr i8, ptr %row, i64 %k
  ret ptr %p
}
