; A counter is cut before it is compared: a bound that lies behind its start is met 4294967296 rounds later, whatever flags the counter has.
; all
define void @cut(ptr %a, i32 %n) {
entry:
  %less = add i32 %n, -3
  %enters = icmp ult i32 %less, -2
  br i1 %enters, label %head, label %exit

head:
  %i = phi i64 [ 2, %entry ], [ %next, %head ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  store i32 1, ptr %p, align 4
  %next = add nuw nsw i64 %i, 1
  %low = trunc i64 %next to i32
  %met = icmp eq i32 %n, %low
  br i1 %met, label %exit, label %head

exit:
  ret void
}
