; Loads that stand in the loops, as before they are moved out of them, and that are not carried out in each run.

; all
define void @inner_bound(i32 %n, ptr %m, ptr noalias %a) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %outer, label %exit
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %first = load i32, ptr %m, align 4
  %any = icmp sgt i32 %first, 0
  br i1 %any, label %inner, label %latch
inner:
  %j = phi i32 [ 0, %outer ], [ %more, %inner ]
  %sum = add nsw i32 %i, %j
  %at = sext i32 %sum to i64
  %to = getelementptr inbounds i32, ptr %a, i64 %at
  store i32 %j, ptr %to, align 4
  %more = add nuw nsw i32 %j, 1
  %bound = load i32, ptr %m, align 4
  %again = icmp slt i32 %more, %bound
  br i1 %again, label %inner, label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %round = icmp slt i32 %next, %n
  br i1 %round, label %outer, label %exit
exit:
  ret void
}

; all
define void @rows_of_rows(i64 %n, ptr %p, i64 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %matrix = load ptr, ptr %p, align 8
  %slot = getelementptr inbounds ptr, ptr %matrix, i64 %k
  %row = load ptr, ptr %slot, align 8
  %to = getelementptr inbounds i64, ptr %row, i64 %i
  store i64 %i, ptr %to, align 8
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; all
define void @two_types(ptr noalias %p, ptr noalias %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %narrow = load i32, ptr %p, align 8
  %by = sext i32 %narrow to i64
  %sum = add nsw i64 %i, %by
  %to = getelementptr inbounds i64, ptr %a, i64 %sum
  store i64 %i, ptr %to, align 8
  %next = add nuw nsw i64 %i, 1
  %wide = load i64, ptr %p, align 8
  %again = icmp slt i64 %next, %wide
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; all
define void @element_of_an_element(ptr noalias %p, i64 %k, ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i64, ptr %p, i64 %k
  %index = load i64, ptr %from, align 8
  %other = getelementptr inbounds i64, ptr %p, i64 %index
  %offset = load i64, ptr %other, align 8
  %sum = add nsw i64 %i, %offset
  %to = getelementptr inbounds i64, ptr %a, i64 %sum
  store i64 %i, ptr %to, align 8
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The condition is about data: what is loaded for it is written in the loop.
; all
define void @condition_that_is_written(ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %now = load i64, ptr %b, align 8
  %low = icmp slt i64 %now, 5
  br i1 %low, label %then, label %latch
then:
  %to = getelementptr inbounds i64, ptr %b, i64 %i
  store i64 %i, ptr %to, align 8
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The first store is to the row that the second load stands for.
; none
define void @row_that_is_replaced(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = load ptr, ptr %p, align 8
  %to = getelementptr inbounds i64, ptr %row, i64 %i
  store i64 %i, ptr %to, align 8
  store ptr %q, ptr %p, align 8
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; none
define void @set_by_a_call(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 16, i1 false)
  %next = add nuw nsw i64 %i, 1
  %bound = load i64, ptr %p, align 8
  %again = icmp slt i64 %next, %bound
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
