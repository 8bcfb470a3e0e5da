; Loops in loops, by themselves and with profiles; what is used behind them.

; A loop of n rounds in each round of another one.
define i32 @inner(i32 %n, ptr %p) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %again ]
  br label %loop
loop:
  %j = phi i32 [ 0, %outer ], [ %j.next, %loop ]
  store volatile i32 %j, ptr %p
  %j.next = add nsw i32 %j, 1
  %last = icmp eq i32 %j.next, %n
  br i1 %last, label %again, label %loop
again:
  %i.next = add nsw i32 %i, 1
  %end = icmp eq i32 %i.next, 100
  br i1 %end, label %out, label %outer
out:
  ret i32 0
}

; The code says that the inner loop has 64 rounds.
define i32 @inner_of_64(ptr %p) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %again ]
  br label %loop
loop:
  %j = phi i32 [ 0, %outer ], [ %j.next, %loop ]
  store volatile i32 %j, ptr %p
  %j.next = add nsw i32 %j, 1
  %last = icmp eq i32 %j.next, 64
  br i1 %last, label %again, label %loop
again:
  %i.next = add nsw i32 %i, 1
  %end = icmp eq i32 %i.next, 100
  br i1 %end, label %out, label %outer
out:
  ret i32 0
}

; A profile says that the inner loop has 1000 rounds.
define i32 @inner_of_many(i32 %n, ptr %p) !prof !0 {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %again ]
  br label %loop
loop:
  %j = phi i32 [ 0, %outer ], [ %j.next, %loop ]
  store volatile i32 %j, ptr %p
  %j.next = add nsw i32 %j, 1
  %last = icmp eq i32 %j.next, %n
  br i1 %last, label %again, label %loop, !prof !1
again:
  %i.next = add nsw i32 %i, 1
  %end = icmp eq i32 %i.next, 100
  br i1 %end, label %out, label %outer, !prof !2
out:
  ret i32 0
}

; One loop, of 4 rounds by its profile; its last counter is the result.
define i32 @few(i32 %n, ptr %p) !prof !0 {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j.next, %loop ]
  store volatile i32 %j, ptr %p
  %j.next = add nsw i32 %j, 1
  %last = icmp eq i32 %j.next, %n
  br i1 %last, label %out, label %loop, !prof !3
out:
  ret i32 %j.next
}

; Behind the loop nothing but whether it came to its end is used.
define i1 @equal(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %b = getelementptr inbounds i8, ptr %q, i64 %i
  %x = load i8, ptr %a
  %y = load i8, ptr %b
  %same = icmp eq i8 %x, %y
  br i1 %same, label %more, label %out
more:
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %out, label %loop
out:
  %all = phi i1 [ false, %loop ], [ true, %more ]
  ret i1 %all
}

; Nothing of the loop is used behind it.
define void @forgotten(i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j.next, %loop ]
  store volatile i32 %j, ptr %p
  %j.next = add nsw i32 %j, 1
  %last = icmp ult i32 %j.next, 8
  br i1 %last, label %loop, label %out
out:
  ret void
}

; A flag in memory ends it.
define void @until(ptr %p, ptr %flag) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j.next, %loop ]
  store volatile i32 %j, ptr %p
  %j.next = add nsw i32 %j, 1
  %ended = load volatile i1, ptr %flag
  br i1 %ended, label %out, label %loop
out:
  ret void
}

!0 = !{!"function_entry_count", i64 10}
!1 = !{!"branch_weights", i32 1, i32 999}
!2 = !{!"branch_weights", i32 1, i32 99}
!3 = !{!"branch_weights", i32 1, i32 3}
