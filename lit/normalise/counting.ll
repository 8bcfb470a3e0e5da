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

; Twice a number that counts down from one of 31 bits: the mask keeps 2^32 - 2, and cuts nothing off.
; CHECK-LABEL: @doubled(
; CHECK: %offset = add i64 %k, -1
; CHECK-NEXT: mul i64 %offset, 16
define void @doubled(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %before, label %out
before:
  %start = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ %start, %before ], [ %next, %loop ]
  %next = add nsw i64 %k, -1
  %twice = shl nuw i64 %next, 1
  %even = and i64 %twice, 4294967294
  %p = getelementptr inbounds double, ptr %a, i64 %even
  store double 1.0, ptr %p
  %again = icmp ugt i64 %k, 1
  br i1 %again, label %loop, label %out
out:
  ret void
}

; Of 33 bits one is cut off.
; CHECK-LABEL: @doubled_of_more(
; CHECK: and i64 %twice, 4294967294
define void @doubled_of_more(ptr %a, i64 %n) {
entry:
  %c = icmp sgt i64 %n, 0
  br i1 %c, label %loop, label %out
loop:
  %k = phi i64 [ %n, %entry ], [ %next, %loop ]
  %next = add nsw i64 %k, -1
  %twice = shl nuw i64 %next, 1
  %even = and i64 %twice, 4294967294
  %p = getelementptr inbounds double, ptr %a, i64 %even
  store double 1.0, ptr %p
  %again = icmp ugt i64 %k, 1
  br i1 %again, label %loop, label %out
out:
  ret void
}

; `31 - j`, of a number up to 31, as LLVM 17 and 18 spell it.
; CHECK-LABEL: @mirrored(
; CHECK: [[BACK:%.*]] = add i64 %j, -31
; CHECK-NEXT: mul i64 [[BACK]], -8
define void @mirrored(ptr %a) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %low = and i64 %j, 4294967295
  %back = xor i64 %low, 31
  %p = getelementptr double, ptr %a, i64 %back
  store double 1.0, ptr %p
  %next = add nuw nsw i64 %j, 1
  %done = icmp eq i64 %next, 32
  br i1 %done, label %out, label %loop
out:
  ret void
}

; A number up to 32 has a bit that stays.
; CHECK-LABEL: @mirrored_too_far(
; CHECK: xor i64
define void @mirrored_too_far(ptr %a) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %back = xor i64 %j, 31
  %p = getelementptr double, ptr %a, i64 %back
  store double 1.0, ptr %p
  %next = add nuw nsw i64 %j, 1
  %done = icmp eq i64 %next, 33
  br i1 %done, label %out, label %loop
out:
  ret void
}
