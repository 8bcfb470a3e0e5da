; Trip counts of loops decide whether bits are lost: in `and`, in `trunc`, and in a sum without flags.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-flatten-gep -verify-each -S %s | %FileCheck %s

; Down from a number of 32 bits, and not past 0.
; CHECK-LABEL: @down(
; CHECK: %next = add nsw i64 %k, -1
; CHECK-NEXT: %offset = add i64 %k, -1
; CHECK-NEXT: mul i64 %offset, 4
define void @down(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %before, label %out
before:
  %start = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ %start, %before ], [ %next, %loop ]
  %next = add nsw i64 %k, -1
  %low = and i64 %next, 4294967295
  %p = getelementptr inbounds i32, ptr %a, i64 %low
  store i32 1, ptr %p
  %again = icmp sgt i64 %k, 1
  br i1 %again, label %loop, label %out
out:
  ret void
}

; Here the last one is -1. What is left is spelt as casts, which the model skips.
; CHECK-LABEL: @one_too_far(
; CHECK: %[[LOW:.*]] = trunc i64 %next to i32
; CHECK-NEXT: %[[INDEX:.*]] = zext i32 %[[LOW]] to i64
; CHECK-NEXT: mul i64 %[[INDEX]], 4
define void @one_too_far(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %before, label %out
before:
  %start = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ %start, %before ], [ %next, %loop ]
  %next = add nsw i64 %k, -1
  %low = and i64 %next, 4294967295
  %p = getelementptr inbounds i32, ptr %a, i64 %low
  store i32 1, ptr %p
  %again = icmp sgt i64 %k, 0
  br i1 %again, label %loop, label %out
out:
  ret void
}

; `a[n - 1 - k]`, for k up to n: the sum in 32 bits has no flag, and does not wrap.
; CHECK-LABEL: @reversed(
; CHECK: %[[N:.*]] = sext i32 %n to i64
; CHECK: sub i64 %[[N]], %k
; CHECK-NEXT: add i64 {{.*}}, -1
; CHECK-NEXT: mul i64 {{.*}}, 4
define void @reversed(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %before, label %out
before:
  %stop = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %before ], [ %next, %loop ]
  %narrow = trunc i64 %k to i32
  %not = xor i32 %narrow, -1
  %from.end = add i32 %not, %n
  %index = sext i32 %from.end to i64
  %p = getelementptr inbounds i32, ptr %a, i64 %index
  store i32 1, ptr %p
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %stop
  br i1 %done, label %out, label %loop
out:
  ret void
}

; Without the guard k starts past its end, and counts through all numbers.
; CHECK-LABEL: @unguarded(
; CHECK: %index = sext i32 %from.end to i64
; CHECK: mul i64 %index, 4
define void @unguarded(ptr %a, i32 %n) {
entry:
  %stop = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %narrow = trunc i64 %k to i32
  %not = xor i32 %narrow, -1
  %from.end = add i32 %not, %n
  %index = sext i32 %from.end to i64
  %p = getelementptr inbounds i32, ptr %a, i64 %index
  store i32 1, ptr %p
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %stop
  br i1 %done, label %out, label %loop
out:
  ret void
}

; Steps of two pass the stop by.
; CHECK-LABEL: @by_twos(
; CHECK: %index = sext i32 %narrow to i64
; CHECK: mul i64 %index, 4
define void @by_twos(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %before, label %out
before:
  %stop = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %before ], [ %next, %loop ]
  %narrow = trunc i64 %k to i32
  %index = sext i32 %narrow to i64
  %p = getelementptr inbounds i32, ptr %a, i64 %index
  store i32 1, ptr %p
  %next = add i64 %k, 2
  %done = icmp eq i64 %next, %stop
  br i1 %done, label %out, label %loop
out:
  ret void
}

; The lower bits of the next one are not 0 when the loop goes round, so it is not.
; CHECK-LABEL: @until_low_bits_are_0(
; CHECK: %next = add nsw i64 %k, -1
; CHECK: %offset = add i64 %k, -1
; CHECK-NEXT: mul i64 %offset, 4
define void @until_low_bits_are_0(ptr %a, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %out, label %before
before:
  %start = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ %start, %before ], [ %next, %loop ]
  %next = add nsw i64 %k, -1
  %low = and i64 %next, 4294967295
  %p = getelementptr inbounds i32, ptr %a, i64 %low
  store i32 1, ptr %p
  %done = icmp eq i64 %low, 0
  br i1 %done, label %out, label %loop
out:
  ret void
}

; That they are 0 says nothing of the rest.
; CHECK-LABEL: @while_low_bits_are_0(
; CHECK: %[[LOW:.*]] = trunc i64 %next to i32
; CHECK-NEXT: zext i32 %[[LOW]] to i64
define void @while_low_bits_are_0(ptr %a, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %out, label %before
before:
  %start = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ %start, %before ], [ %next, %loop ]
  %next = add nsw i64 %k, -1
  %low = and i64 %next, 4294967295
  %p = getelementptr inbounds i32, ptr %a, i64 %low
  store i32 1, ptr %p
  %again = icmp eq i64 %low, 0
  br i1 %again, label %loop, label %out
out:
  ret void
}
