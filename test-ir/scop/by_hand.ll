; Loops that clang seldom writes.

; all
define void @goes_on_where_it_is_met(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 7, %entry ], [ %i.next, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add nsw i64 %i, 1
  %more = icmp eq i64 %i, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

; none
define void @counts_away(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add nsw i64 %i, 1
  %more = icmp sgt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

; some
define void @counts_away_around(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner

inner:
  %j = phi i64 [ 0, %loop ], [ %j.next, %inner ]
  %p = getelementptr [9 x double], ptr %a, i64 %i, i64 %j
  store double 1.0, ptr %p
  %j.next = add nsw i64 %j, 2
  %again = icmp ult i64 %j.next, 9
  br i1 %again, label %inner, label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp sgt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

; all
define void @bytes_that_stay(ptr %a) {
entry:
  br label %loop

loop:
  %i = phi i8 [ -100, %entry ], [ %i.next, %loop ]
  %wide = sext i8 %i to i64
  %p = getelementptr double, ptr %a, i64 %wide
  store double 1.0, ptr %p
  %i.next = add nsw i8 %i, 3
  %more = icmp slt i8 %i.next, 50
  br i1 %more, label %loop, label %out

out:
  ret void
}

; none
define void @bytes_that_go_round(ptr %a) {
entry:
  br label %loop

loop:
  %i = phi i8 [ -100, %entry ], [ %i.next, %loop ]
  %wide = sext i8 %i to i64
  %p = getelementptr double, ptr %a, i64 %wide
  store double 1.0, ptr %p
  %i.next = add i8 %i, 3
  %more = icmp slt i8 %i.next, 50
  br i1 %more, label %loop, label %out

out:
  ret void
}

; all
define void @leaves_unless_below(ptr %a, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ %n, %entry ], [ %i.next, %latch ]
  %far = add nsw i32 %i, -4
  %is_far = icmp ugt i32 %far, 3
  br i1 %is_far, label %then, label %latch

then:
  %wide = sext i32 %far to i64
  %p = getelementptr double, ptr %a, i64 %wide
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = sub nsw i32 %i, 2
  %done = icmp sge i32 -3, %i.next
  br i1 %done, label %out, label %loop

out:
  ret void
}

; none
define void @compared_behind_zero(i32 %n, ptr %a) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = zext i32 %i to i64
  %p = getelementptr inbounds i32, ptr %a, i64 %at
  store i32 1, ptr %p
  %next = add nuw i32 %i, 1
  %tested = add nuw i32 %next, -3
  %more = icmp ult i32 %tested, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; all
define void @counted_down(i32 %s, i32 %n, ptr %a) {
entry:
  br label %loop

loop:
  %i = phi i32 [ %s, %entry ], [ %next, %loop ]
  %at = zext i32 %i to i64
  %p = getelementptr inbounds i32, ptr %a, i64 %at
  store i32 1, ptr %p
  %next = add nuw i32 %i, -1
  %more = icmp ugt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}
