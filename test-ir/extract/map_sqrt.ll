define void @map_sqrt(i64, ptr) {
  %3 = icmp eq i64 %0, 0
  br i1 %3, label %5, label %4

4:
  br label %6

5:
  ret void

6:
  %7 = phi i64 [ %10, %8 ], [ 0, %4 ]
  br label %12

8:
  %9 = getelementptr double, ptr %1, i64 %7
  store double %19, ptr %9
  %10 = add nuw i64 %7, 1
  %11 = icmp eq i64 %10, %0
  br i1 %11, label %5, label %6

12:
  %13 = phi i64 [ 0, %6 ], [ %20, %12 ]
  %14 = phi double [ 1.0, %6 ], [ %19, %12 ]
  %15 = getelementptr inbounds double, ptr %1, i64 %13
  %16 = load double, ptr %15
  %17 = fdiv double %16, %14
  %18 = fadd double %14, %17
  %19 = fmul double %18, 5.0
  %20 = add nuw nsw i64 %13, 1
  %21 = icmp eq i64 %20, 10
  br i1 %21, label %8, label %12
}
