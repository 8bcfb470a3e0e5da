; Guards by branches: the sum behind a `zext` comes apart like one behind a `sext` if it cannot be negative.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-flatten-gep -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: @guarded(
; CHECK: %[[N:.*]] = sext i32 %n to i64
; CHECK: %[[S:.*]] = add i64 %[[N]], -1
; CHECK: mul i64 %[[S]], 8
define ptr @guarded(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %else
then:
  %last = add nsw i32 %n, -1
  %index = zext i32 %last to i64
  %p = getelementptr double, ptr %a, i64 %index
  ret ptr %p
else:
  ret ptr %a
}

; One too few.
; CHECK-LABEL: @guarded_by_less(
; CHECK: %index = zext i32 %last to i64
; CHECK: mul i64 %index, 8
define ptr @guarded_by_less(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, -1
  br i1 %c, label %then, label %else
then:
  %last = add nsw i32 %n, -1
  %index = zext i32 %last to i64
  %p = getelementptr double, ptr %a, i64 %index
  ret ptr %p
else:
  ret ptr %a
}

; On the other side it is not so.
; CHECK-LABEL: @other_side(
; CHECK: %index = zext i32 %last to i64
; CHECK: mul i64 %index, 8
define ptr @other_side(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %else
then:
  ret ptr %a
else:
  %last = add nsw i32 %n, -1
  %index = zext i32 %last to i64
  %p = getelementptr double, ptr %a, i64 %index
  ret ptr %p
}

; Here one comes from both sides.
; CHECK-LABEL: @joined(
; CHECK: %index = zext i32 %last to i64
; CHECK: mul i64 %index, 8
define ptr @joined(ptr %a, i32 %n, i1 %d) {
entry:
  %c = icmp slt i32 %n, 1
  br i1 %c, label %then, label %else
then:
  br i1 %d, label %else, label %out
else:
  %last = add nsw i32 %n, -1
  %index = zext i32 %last to i64
  %p = getelementptr double, ptr %a, i64 %index
  ret ptr %p
out:
  ret ptr %a
}

; The sum may wrap.
; CHECK-LABEL: @wraps(
; CHECK: %index = zext i32 %last to i64
; CHECK: mul i64 %index, 8
define ptr @wraps(ptr %a, i32 %n, i32 %m) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %else
then:
  %last = add i32 %n, %m
  %index = zext i32 %last to i64
  %p = getelementptr double, ptr %a, i64 %index
  ret ptr %p
else:
  ret ptr %a
}

; No flag is needed where both parts have bounds: 1 to 2^31 - 1, and 0 to 255.
; CHECK-LABEL: @fits(
; CHECK-DAG: sext i32 %n to i64
; CHECK-DAG: zext i8 %m to i64
; CHECK: add i64
; CHECK-NEXT: mul i64 {{.*}}, 8
define ptr @fits(ptr %a, i32 %n, i8 %m) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %else
then:
  %more = zext i8 %m to i32
  %last = add i32 %n, %more
  %index = zext i32 %last to i64
  %p = getelementptr double, ptr %a, i64 %index
  ret ptr %p
else:
  ret ptr %a
}
