; A phi whose values are one computation becomes that computation.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-merge-phi -verify-each -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-normalize -verify-each -S %s | %FileCheck --check-prefix=ALL %s

; Where %i is 0, 1 is %i + 1.
; CHECK-LABEL: @next_is_one(
; CHECK: join:
; CHECK-NEXT: %[[N:.*]] = add i64 %i, 1
; CHECK-NEXT: ret i64 %[[N]]
define i64 @next_is_one(i64 %i) {
  %first = icmp eq i64 %i, 0
  br i1 %first, label %join, label %other

other:
  %next = add nsw i64 %i, 1
  br label %join

join:
  %p = phi i64 [ 1, %0 ], [ %next, %other ]
  ret i64 %p
}

; Spelt alike, with the flags of both.
; CHECK-LABEL: @alike(
; CHECK: join:
; CHECK-NEXT: %[[M:.*]] = mul nsw i64 %i, 8
; CHECK-NEXT: %[[N:.*]] = add i64 %[[M]], %j
; CHECK-NEXT: ret i64 %[[N]]
define i64 @alike(i64 %i, i64 %j, i1 %c) {
  br i1 %c, label %one, label %other

one:
  %m = mul nuw nsw i64 %i, 8
  %s = add nuw i64 %m, %j
  br label %join

other:
  %n = mul nsw i64 %i, 8
  %t = add nsw i64 %n, %j
  br label %join

join:
  %p = phi i64 [ %s, %one ], [ %t, %other ]
  ret i64 %p
}

; The value itself.
; CHECK-LABEL: @itself(
; CHECK: join:
; CHECK-NEXT: ret i32 %x
define i32 @itself(i32 %x, i32 %y) {
  switch i32 %y, label %other [ i32 3, label %join ]

other:
  %is = icmp ne i32 %x, 7
  br i1 %is, label %join, label %seven

seven:
  br label %join

join:
  %p = phi i32 [ %x, %0 ], [ %x, %other ], [ 7, %seven ]
  ret i32 %p
}

; The address of the first element is that of the array.
; ALL-LABEL: @address(
; ALL: join:
; ALL-NEXT: %[[O:.*]] = mul i64 %i, 8
; ALL-NEXT: %[[P:.*]] = getelementptr i8, ptr %a, i64 %[[O]]
; ALL-NEXT: ret ptr %[[P]]
define ptr @address(ptr %a, i64 %i) {
  %first = icmp eq i64 %i, 0
  br i1 %first, label %join, label %other

other:
  %q = getelementptr inbounds double, ptr %a, i64 %i
  br label %join

join:
  %p = phi ptr [ %a, %0 ], [ %q, %other ]
  ret ptr %p
}

; 2 is not %i + 1.
; CHECK-LABEL: @other_number(
; CHECK: %p = phi i64 [ 2, %0 ], [ %next, %other ]
define i64 @other_number(i64 %i) {
  %first = icmp eq i64 %i, 0
  br i1 %first, label %join, label %other

other:
  %next = add nsw i64 %i, 1
  br label %join

join:
  %p = phi i64 [ 2, %0 ], [ %next, %other ]
  ret i64 %p
}

; The comparison says so on the other edge.
; CHECK-LABEL: @other_edge(
; CHECK: %p = phi i64 [ 1, %0 ], [ %next, %other ]
define i64 @other_edge(i64 %i) {
  %first = icmp ne i64 %i, 0
  br i1 %first, label %join, label %other

other:
  %next = add nsw i64 %i, 1
  br label %join

join:
  %p = phi i64 [ 1, %0 ], [ %next, %other ]
  ret i64 %p
}

; %j may be poison where %i is 0, and 0 is not.
; CHECK-LABEL: @times_nothing(
; CHECK: %p = phi i64 [ 0, %0 ], [ %m, %other ]
define i64 @times_nothing(i64 %i, i64 %j) {
  %first = icmp eq i64 %i, 0
  br i1 %first, label %join, label %other

other:
  %m = mul i64 %i, %j
  br label %join

join:
  %p = phi i64 [ 0, %0 ], [ %m, %other ]
  ret i64 %p
}

; What is added is not there before the phi.
; CHECK-LABEL: @of_memory(
; CHECK: %p = phi i64 [ %s, %one ], [ %t, %other ]
define i64 @of_memory(i64 %i, ptr %a, i1 %c) {
  br i1 %c, label %one, label %other

one:
  %v = load i64, ptr %a
  %s = add i64 %v, %i
  br label %join

other:
  %w = load i64, ptr %a
  %t = add i64 %w, %i
  br label %join

join:
  %p = phi i64 [ %s, %one ], [ %t, %other ]
  ret i64 %p
}

; A loop's iterator is none.
; CHECK-LABEL: @iterator(
; CHECK: %k = phi i64 [ 0, %0 ], [ %next, %loop ]
define void @iterator(ptr %a) {
  br label %loop

loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  store i64 %k, ptr %a
  %next = add i64 %k, 1
  %more = icmp ne i64 %next, 9
  br i1 %more, label %loop, label %out

out:
  ret void
}

; What follows another phi by a round is that one less its step.
; CHECK-LABEL: @a_round_behind(
; CHECK: loop:
; CHECK-NEXT: %ahead = phi i64 [ 2, %0 ], [ %next, %loop ]
; CHECK-NEXT: %[[I:.*]] = add i64 %ahead, -1
; CHECK-NEXT: %p = getelementptr double, ptr %a, i64 %[[I]]
define void @a_round_behind(ptr %a, i64 %n) {
  br label %loop

loop:
  %ahead = phi i64 [ 2, %0 ], [ %next, %loop ]
  %i = phi i64 [ 1, %0 ], [ %ahead, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 0.0, ptr %p
  %next = add nuw i64 %ahead, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

; Of wrapping sums in few bits too; then nothing need be compared.
; CHECK-LABEL: @without_flags(
; CHECK: add i8 %ahead, -56
define void @without_flags(ptr %a, i1 %c) {
  br label %loop

loop:
  %i = phi i8 [ 100, %0 ], [ %ahead, %loop ]
  %ahead = phi i8 [ -100, %0 ], [ %next, %loop ]
  store i8 %i, ptr %a
  %next = add i8 %ahead, 56
  br i1 %c, label %exit, label %loop

exit:
  ret void
}

; It begins elsewhere; what goes on with it is poison when the other is not.
; CHECK-LABEL: @begins_elsewhere(
; CHECK: %i = phi i64
define void @begins_elsewhere(ptr %a, i64 %n) {
  br label %loop

loop:
  %ahead = phi i64 [ 2, %0 ], [ %next, %loop ]
  %i = phi i64 [ 0, %0 ], [ %ahead, %loop ]
  store i64 %i, ptr %a
  %next = add i64 %ahead, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

; CHECK-LABEL: @more_poison(
; CHECK: %i = phi i64
define void @more_poison(ptr %a, i64 %n) {
  br label %loop

loop:
  %ahead = phi i64 [ 2, %0 ], [ %next, %loop ]
  %i = phi i64 [ 1, %0 ], [ %ahead, %loop ]
  store i64 %i, ptr %a
  %next = add nuw i64 %ahead, 1
  %done = icmp eq i64 %ahead, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

; Nothing can stand before a landing pad.
; CHECK-LABEL: @landing(
; CHECK: %i = phi i32
; CHECK-NEXT: %pad = landingpad
declare void @may(i32)
declare i32 @__gxx_personality_v0(...)
define i32 @landing() personality ptr @__gxx_personality_v0 {
  invoke void @may(i32 0)
          to label %exit unwind label %again

again:
  %ahead = phi i32 [ 2, %0 ], [ %next, %again ]
  %i = phi i32 [ 1, %0 ], [ %ahead, %again ]
  %pad = landingpad { ptr, i32 }
          catch ptr null
  %next = add i32 %ahead, 1
  invoke void @may(i32 %i)
          to label %exit unwind label %again

exit:
  ret i32 0
}
