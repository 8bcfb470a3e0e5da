define double @dot(ptr %x, ptr %y, i64 %n) {
entry:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %exit, label %loop

exit:
  %result = phi double [ 0.0, %entry ], [ %sum.next, %loop ]
  ret double %result

loop:
  %i = phi i64 [ %i.next, %loop ], [ 0, %entry ]
  %sum = phi double [ %sum.next, %loop ], [ 0.0, %entry ]
  %x.at = getelementptr inbounds double, ptr %x, i64 %i
  %x.i = load double, ptr %x.at
  %y.at = getelementptr inbounds double, ptr %y, i64 %i
  %y.i = load double, ptr %y.at
  %product = fmul double %x.i, %y.i
  %sum.next = fadd double %sum, %product
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %loop
}
