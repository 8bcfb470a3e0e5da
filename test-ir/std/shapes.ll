; Loops as other front ends and passes leave them, without a block of their own before the loop or at its end.

declare void @g(i64)
declare i1 @h(i64)

; clang would give the loop a block of its own in front, with one start in a phi.
define void @two_entries(ptr %a, i64 %n, i1 %c, i64 %k) {
entry:
  br i1 %c, label %other, label %loop
other:
  call void @g(i64 %k)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %k, %other ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %p
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret void
}

; The same with one entry.
define void @one_entry(ptr %a, i64 %n, i1 %c, i64 %k) {
entry:
  br i1 %c, label %other, label %out
other:
  call void @g(i64 %k)
  br label %loop
loop:
  %i = phi i64 [ %k, %other ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %p
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret void
}

; Two ways back to the start, in steps of two and of one.
define void @two_ways_back(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %skip, %skipping ], [ %next, %end ]
  %c = call i1 @h(i64 %i)
  br i1 %c, label %skipping, label %end
skipping:
  %skip = add i64 %i, 2
  br label %loop
end:
  %next = add i64 %i, 1
  %done = icmp uge i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret void
}

; Not rotated: the test is at the start.
define void @test_in_front(ptr %a, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i64 %i, %n
  br i1 %c, label %body, label %out
body:
  %p = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %p
  %next = add i64 %i, 1
  br label %head
out:
  ret void
}

; The bound comes first in the comparison, the step first in the sum, the iterator is narrower than its address.
define void @operands_swapped(ptr %a, i32 %n, i32 %s) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %wide
  store float 1.0, ptr %p
  %next = add i32 %s, %i
  %more = icmp sgt i32 %n, %next
  br i1 %more, label %loop, label %out
out:
  ret void
}

; The bound is read again in every round.
define void @bound_in_memory(ptr %a, ptr %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  store i64 1, ptr %p
  %next = add i64 %i, 1
  %end = load i64, ptr %n
  %more = icmp slt i64 %next, %end
  br i1 %more, label %loop, label %out
out:
  ret void
}
