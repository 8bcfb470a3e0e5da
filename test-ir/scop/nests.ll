; Loop nests as clang -Os leaves them: a product of matrices, a stencil over time, a reduction, and a gather, whose
; index is loaded.

define void @gemm(i32 %ni, i32 %nj, i32 %nk, double %alpha, double %beta, ptr %C, ptr %A, ptr %B) {
entry:
  %cmp63 = icmp sgt i32 %ni, 0
  br i1 %cmp63, label %for.cond1.preheader.lr.ph, label %for.cond.cleanup

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %cmp257 = icmp sgt i32 %nj, 0
  %cmp761 = icmp sgt i32 %nk, 0
  %0 = sext i32 %nj to i64
  %1 = sext i32 %nk to i64
  %wide.trip.count87 = zext i32 %ni to i64
  %wide.trip.count = zext i32 %nj to i64
  %wide.trip.count79 = zext i32 %nk to i64
  %wide.trip.count72 = zext i32 %nj to i64
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.lr.ph, %for.cond.cleanup8
  %indvars.iv81 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %indvars.iv.next82, %for.cond.cleanup8 ]
  br i1 %cmp257, label %for.body4.lr.ph, label %for.cond6.preheader

for.body4.lr.ph:                                  ; preds = %for.cond1.preheader
  %2 = mul nsw i64 %indvars.iv81, %0
  br label %for.body4

for.cond.cleanup:                                 ; preds = %for.cond.cleanup8, %entry
  ret void

for.cond6.preheader:                              ; preds = %for.body4, %for.cond1.preheader
  br i1 %cmp761, label %for.cond11.preheader.lr.ph, label %for.cond.cleanup8

for.cond11.preheader.lr.ph:                       ; preds = %for.cond6.preheader
  %3 = mul nsw i64 %indvars.iv81, %1
  %4 = mul nsw i64 %indvars.iv81, %0
  br label %for.cond11.preheader

for.body4:                                        ; preds = %for.body4.lr.ph, %for.body4
  %indvars.iv = phi i64 [ 0, %for.body4.lr.ph ], [ %indvars.iv.next, %for.body4 ]
  %5 = add nsw i64 %indvars.iv, %2
  %arrayidx = getelementptr inbounds double, ptr %C, i64 %5
  %6 = load double, ptr %arrayidx, align 8
  %mul5 = fmul fast double %6, %beta
  store double %mul5, ptr %arrayidx, align 8
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond6.preheader, label %for.body4

for.cond11.preheader:                             ; preds = %for.cond11.preheader.lr.ph, %for.cond.cleanup13
  %indvars.iv74 = phi i64 [ 0, %for.cond11.preheader.lr.ph ], [ %indvars.iv.next75, %for.cond.cleanup13 ]
  br i1 %cmp257, label %for.body14.lr.ph, label %for.cond.cleanup13

for.body14.lr.ph:                                 ; preds = %for.cond11.preheader
  %7 = add nsw i64 %indvars.iv74, %3
  %arrayidx18 = getelementptr inbounds double, ptr %A, i64 %7
  %8 = mul nsw i64 %indvars.iv74, %0
  br label %for.body14

for.cond.cleanup8:                                ; preds = %for.cond.cleanup13, %for.cond6.preheader
  %indvars.iv.next82 = add nuw nsw i64 %indvars.iv81, 1
  %exitcond88.not = icmp eq i64 %indvars.iv.next82, %wide.trip.count87
  br i1 %exitcond88.not, label %for.cond.cleanup, label %for.cond1.preheader

for.cond.cleanup13:                               ; preds = %for.body14, %for.cond11.preheader
  %indvars.iv.next75 = add nuw nsw i64 %indvars.iv74, 1
  %exitcond80.not = icmp eq i64 %indvars.iv.next75, %wide.trip.count79
  br i1 %exitcond80.not, label %for.cond.cleanup8, label %for.cond11.preheader

for.body14:                                       ; preds = %for.body14.lr.ph, %for.body14
  %indvars.iv67 = phi i64 [ 0, %for.body14.lr.ph ], [ %indvars.iv.next68, %for.body14 ]
  %9 = load double, ptr %arrayidx18, align 8
  %mul19 = fmul fast double %9, %alpha
  %10 = add nsw i64 %indvars.iv67, %8
  %arrayidx23 = getelementptr inbounds double, ptr %B, i64 %10
  %11 = load double, ptr %arrayidx23, align 8
  %mul24 = fmul fast double %mul19, %11
  %12 = add nsw i64 %indvars.iv67, %4
  %arrayidx28 = getelementptr inbounds double, ptr %C, i64 %12
  %13 = load double, ptr %arrayidx28, align 8
  %add29 = fadd fast double %13, %mul24
  store double %add29, ptr %arrayidx28, align 8
  %indvars.iv.next68 = add nuw nsw i64 %indvars.iv67, 1
  %exitcond73.not = icmp eq i64 %indvars.iv.next68, %wide.trip.count72
  br i1 %exitcond73.not, label %for.cond.cleanup13, label %for.body14
}

define void @jacobi2d(i32 %t, i32 %n, ptr %A, ptr %B) {
entry:
  %cmp158 = icmp sgt i32 %t, 0
  br i1 %cmp158, label %for.cond1.preheader.lr.ph, label %for.cond.cleanup

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %sub = add i32 %n, -1
  %cmp2152 = icmp sgt i32 %n, 2
  %0 = sext i32 %n to i64
  %wide.trip.count174 = zext i32 %sub to i64
  %wide.trip.count194 = zext i32 %sub to i64
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.lr.ph, %for.cond.cleanup46
  %s.0159 = phi i32 [ 0, %for.cond1.preheader.lr.ph ], [ %inc94, %for.cond.cleanup46 ]
  br i1 %cmp2152, label %for.body9.lr.ph, label %for.cond.cleanup46

for.cond.cleanup:                                 ; preds = %for.cond.cleanup46, %entry
  ret void

for.cond43.preheader:                             ; preds = %for.cond.cleanup8
  br i1 %cmp2152, label %for.body53.lr.ph, label %for.cond.cleanup46

for.body9.lr.ph:                                  ; preds = %for.cond1.preheader, %for.cond.cleanup8
  %indvars.iv166 = phi i64 [ %2, %for.cond.cleanup8 ], [ 1, %for.cond1.preheader ]
  %1 = mul nsw i64 %indvars.iv166, %0
  %2 = add nuw nsw i64 %indvars.iv166, 1
  %3 = mul nsw i64 %2, %0
  %4 = add nsw i64 %indvars.iv166, -1
  %5 = mul nsw i64 %4, %0
  br label %for.body9

for.cond.cleanup8:                                ; preds = %for.body9
  %exitcond175.not = icmp eq i64 %2, %wide.trip.count174
  br i1 %exitcond175.not, label %for.cond43.preheader, label %for.body9.lr.ph

for.body9:                                        ; preds = %for.body9.lr.ph, %for.body9
  %indvars.iv = phi i64 [ 1, %for.body9.lr.ph ], [ %indvars.iv.next, %for.body9 ]
  %6 = add nsw i64 %indvars.iv, %1
  %arrayidx = getelementptr inbounds double, ptr %A, i64 %6
  %7 = load double, ptr %arrayidx, align 8
  %8 = add nsw i64 %6, -1
  %arrayidx14 = getelementptr inbounds double, ptr %A, i64 %8
  %9 = load double, ptr %arrayidx14, align 8
  %add15 = fadd fast double %9, %7
  %10 = add nsw i64 %6, 1
  %arrayidx20 = getelementptr inbounds double, ptr %A, i64 %10
  %11 = load double, ptr %arrayidx20, align 8
  %add21 = fadd fast double %add15, %11
  %12 = add nsw i64 %indvars.iv, %3
  %arrayidx26 = getelementptr inbounds double, ptr %A, i64 %12
  %13 = load double, ptr %arrayidx26, align 8
  %add27 = fadd fast double %add21, %13
  %14 = add nsw i64 %indvars.iv, %5
  %arrayidx32 = getelementptr inbounds double, ptr %A, i64 %14
  %15 = load double, ptr %arrayidx32, align 8
  %add33 = fadd fast double %add27, %15
  %mul34 = fmul fast double %add33, 2.000000e-01
  %arrayidx38 = getelementptr inbounds double, ptr %B, i64 %6
  store double %mul34, ptr %arrayidx38, align 8
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count174
  br i1 %exitcond.not, label %for.cond.cleanup8, label %for.body9

for.body53.lr.ph:                                 ; preds = %for.cond43.preheader, %for.cond.cleanup52
  %indvars.iv186 = phi i64 [ %17, %for.cond.cleanup52 ], [ 1, %for.cond43.preheader ]
  %16 = mul nsw i64 %indvars.iv186, %0
  %17 = add nuw nsw i64 %indvars.iv186, 1
  %18 = mul nsw i64 %17, %0
  %19 = add nsw i64 %indvars.iv186, -1
  %20 = mul nsw i64 %19, %0
  br label %for.body53

for.cond.cleanup46:                               ; preds = %for.cond.cleanup52, %for.cond1.preheader, %for.cond43.preheader
  %inc94 = add nuw nsw i32 %s.0159, 1
  %exitcond196.not = icmp eq i32 %inc94, %t
  br i1 %exitcond196.not, label %for.cond.cleanup, label %for.cond1.preheader

for.cond.cleanup52:                               ; preds = %for.body53
  %exitcond195.not = icmp eq i64 %17, %wide.trip.count194
  br i1 %exitcond195.not, label %for.cond.cleanup46, label %for.body53.lr.ph

for.body53:                                       ; preds = %for.body53.lr.ph, %for.body53
  %indvars.iv176 = phi i64 [ 1, %for.body53.lr.ph ], [ %indvars.iv.next177, %for.body53 ]
  %21 = add nsw i64 %indvars.iv176, %16
  %arrayidx57 = getelementptr inbounds double, ptr %B, i64 %21
  %22 = load double, ptr %arrayidx57, align 8
  %23 = add nsw i64 %21, -1
  %arrayidx62 = getelementptr inbounds double, ptr %B, i64 %23
  %24 = load double, ptr %arrayidx62, align 8
  %add63 = fadd fast double %24, %22
  %25 = add nsw i64 %21, 1
  %arrayidx68 = getelementptr inbounds double, ptr %B, i64 %25
  %26 = load double, ptr %arrayidx68, align 8
  %add69 = fadd fast double %add63, %26
  %27 = add nsw i64 %indvars.iv176, %18
  %arrayidx74 = getelementptr inbounds double, ptr %B, i64 %27
  %28 = load double, ptr %arrayidx74, align 8
  %add75 = fadd fast double %add69, %28
  %29 = add nsw i64 %indvars.iv176, %20
  %arrayidx80 = getelementptr inbounds double, ptr %B, i64 %29
  %30 = load double, ptr %arrayidx80, align 8
  %add81 = fadd fast double %add75, %30
  %mul82 = fmul fast double %add81, 2.000000e-01
  %arrayidx86 = getelementptr inbounds double, ptr %A, i64 %21
  store double %mul82, ptr %arrayidx86, align 8
  %indvars.iv.next177 = add nuw nsw i64 %indvars.iv176, 1
  %exitcond185.not = icmp eq i64 %indvars.iv.next177, %wide.trip.count194
  br i1 %exitcond185.not, label %for.cond.cleanup52, label %for.body53
}

define double @indirect(i32 %n, ptr %a, ptr %idx) {
entry:
  %cmp6 = icmp sgt i32 %n, 0
  br i1 %cmp6, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %n to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %s.0.lcssa = phi double [ 0.000000e+00, %entry ], [ %add, %for.body ]
  ret double %s.0.lcssa

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %s.07 = phi double [ 0.000000e+00, %for.body.preheader ], [ %add, %for.body ]
  %arrayidx = getelementptr inbounds i32, ptr %idx, i64 %indvars.iv
  %0 = load i32, ptr %arrayidx, align 4
  %idxprom1 = sext i32 %0 to i64
  %arrayidx2 = getelementptr inbounds double, ptr %a, i64 %idxprom1
  %1 = load double, ptr %arrayidx2, align 8
  %add = fadd fast double %1, %s.07
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define double @dot(i32 %n, ptr %a, ptr %b) {
entry:
  %cmp7 = icmp sgt i32 %n, 0
  br i1 %cmp7, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %n to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %s.0.lcssa = phi double [ 0.000000e+00, %entry ], [ %add, %for.body ]
  ret double %s.0.lcssa

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %s.08 = phi double [ 0.000000e+00, %for.body.preheader ], [ %add, %for.body ]
  %arrayidx = getelementptr inbounds double, ptr %a, i64 %indvars.iv
  %0 = load double, ptr %arrayidx, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %b, i64 %indvars.iv
  %1 = load double, ptr %arrayidx2, align 8
  %mul = fmul fast double %1, %0
  %add = fadd fast double %mul, %s.08
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

; The iterator is cut and widened again before it is compared, as clang 19 leaves it of nussinov: for i up to m.
; all
define void @cut_and_widened(i64 %m, ptr %a) {
entry:
  %some = icmp sgt i64 %m, 0
  br i1 %some, label %body, label %exit

body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr inbounds i32, ptr %a, i64 %i
  store i32 1, ptr %at, align 4
  %next = add nuw nsw i64 %i, 1
  %cut = trunc i64 %next to i32
  %wide = sext i32 %cut to i64
  %more = icmp slt i64 %wide, %m
  br i1 %more, label %body, label %exit

exit:
  ret void
}

; Cut to 8 bits it does not count on: for most m this ends never.
; none
define void @cut_to_a_byte(i64 %m, ptr %a) {
entry:
  br label %body

body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr inbounds i32, ptr %a, i64 %i
  store i32 1, ptr %at, align 4
  %next = add nuw nsw i64 %i, 1
  %cut = trunc i64 %next to i8
  %wide = sext i8 %cut to i64
  %more = icmp slt i64 %wide, %m
  br i1 %more, label %body, label %exit

exit:
  ret void
}
