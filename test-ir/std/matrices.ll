; ModuleID = 'matrices.c'
source_filename = "matrices.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @scaled(i64 noundef %m, i64 noundef %n, i64 noundef %l, double noundef %t, ptr noalias nocapture noundef readonly %A, ptr noalias nocapture noundef readonly %B, ptr noalias nocapture noundef writeonly %C) local_unnamed_addr #0 {
entry:
  %cmp42 = icmp sgt i64 %m, 0
  br i1 %cmp42, label %for.cond1.preheader.lr.ph, label %for.cond.cleanup

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %cmp240 = icmp sgt i64 %n, 0
  %cmp637 = icmp sgt i64 %l, 0
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.lr.ph, %for.cond.cleanup3
  %i.043 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc22, %for.cond.cleanup3 ]
  br i1 %cmp240, label %for.cond5.preheader.lr.ph, label %for.cond.cleanup3

for.cond5.preheader.lr.ph:                        ; preds = %for.cond1.preheader
  %mul = mul nsw i64 %i.043, %l
  %mul15 = mul nsw i64 %i.043, %n
  br label %for.cond5.preheader

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.cond5.preheader:                              ; preds = %for.cond5.preheader.lr.ph, %for.cond.cleanup7
  %j.041 = phi i64 [ 0, %for.cond5.preheader.lr.ph ], [ %inc19, %for.cond.cleanup7 ]
  br i1 %cmp637, label %for.body8, label %for.cond.cleanup7

for.cond.cleanup3:                                ; preds = %for.cond.cleanup7, %for.cond1.preheader
  %inc22 = add nuw nsw i64 %i.043, 1
  %exitcond45.not = icmp eq i64 %inc22, %m
  br i1 %exitcond45.not, label %for.cond.cleanup, label %for.cond1.preheader, !llvm.loop !4

for.cond.cleanup7:                                ; preds = %for.body8, %for.cond5.preheader
  %x.0.lcssa = phi double [ 0.000000e+00, %for.cond5.preheader ], [ %add13, %for.body8 ]
  %mul14 = fmul double %x.0.lcssa, %t
  %add16 = add nsw i64 %j.041, %mul15
  %arrayidx17 = getelementptr inbounds double, ptr %C, i64 %add16
  store double %mul14, ptr %arrayidx17, align 8
  %inc19 = add nuw nsw i64 %j.041, 1
  %exitcond44.not = icmp eq i64 %inc19, %n
  br i1 %exitcond44.not, label %for.cond.cleanup3, label %for.cond5.preheader, !llvm.loop !7

for.body8:                                        ; preds = %for.cond5.preheader, %for.body8
  %k.039 = phi i64 [ %inc, %for.body8 ], [ 0, %for.cond5.preheader ]
  %x.038 = phi double [ %add13, %for.body8 ], [ 0.000000e+00, %for.cond5.preheader ]
  %add = add nsw i64 %k.039, %mul
  %arrayidx = getelementptr inbounds double, ptr %A, i64 %add
  %0 = load double, ptr %arrayidx, align 8
  %mul9 = mul nsw i64 %k.039, %n
  %add10 = add nsw i64 %mul9, %j.041
  %arrayidx11 = getelementptr inbounds double, ptr %B, i64 %add10
  %1 = load double, ptr %arrayidx11, align 8
  %mul12 = fmul double %0, %1
  %add13 = fadd double %x.038, %mul12
  %inc = add nuw nsw i64 %k.039, 1
  %exitcond.not = icmp eq i64 %inc, %l
  br i1 %exitcond.not, label %for.cond.cleanup7, label %for.body8, !llvm.loop !8
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @onto(i64 noundef %m, i64 noundef %n, i64 noundef %l, double noundef %t, ptr noalias nocapture noundef readonly %A, ptr noalias nocapture noundef readonly %B, ptr noalias nocapture noundef %C) local_unnamed_addr #0 {
entry:
  %cmp51 = icmp sgt i64 %m, 0
  br i1 %cmp51, label %for.cond1.preheader.lr.ph, label %for.cond.cleanup

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %cmp249 = icmp sgt i64 %n, 0
  %cmp646 = icmp sgt i64 %l, 0
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.lr.ph, %for.cond.cleanup3
  %i.052 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc27, %for.cond.cleanup3 ]
  br i1 %cmp249, label %for.cond5.preheader.lr.ph, label %for.cond.cleanup3

for.cond5.preheader.lr.ph:                        ; preds = %for.cond1.preheader
  %mul = mul nsw i64 %i.052, %l
  %mul15 = mul nsw i64 %i.052, %n
  br label %for.cond5.preheader

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.cond5.preheader:                              ; preds = %for.cond5.preheader.lr.ph, %for.cond.cleanup7
  %j.050 = phi i64 [ 0, %for.cond5.preheader.lr.ph ], [ %inc24, %for.cond.cleanup7 ]
  br i1 %cmp646, label %for.body8, label %for.cond.cleanup7

for.cond.cleanup3:                                ; preds = %for.cond.cleanup7, %for.cond1.preheader
  %inc27 = add nuw nsw i64 %i.052, 1
  %exitcond54.not = icmp eq i64 %inc27, %m
  br i1 %exitcond54.not, label %for.cond.cleanup, label %for.cond1.preheader, !llvm.loop !9

for.cond.cleanup7:                                ; preds = %for.body8, %for.cond5.preheader
  %x.0.lcssa = phi double [ 0.000000e+00, %for.cond5.preheader ], [ %add13, %for.body8 ]
  %mul14 = fmul double %x.0.lcssa, %t
  %add16 = add nsw i64 %j.050, %mul15
  %arrayidx17 = getelementptr inbounds double, ptr %C, i64 %add16
  %0 = load double, ptr %arrayidx17, align 8
  %mul18 = fmul double %0, 2.000000e+00
  %add19 = fadd double %mul14, %mul18
  store double %add19, ptr %arrayidx17, align 8
  %inc24 = add nuw nsw i64 %j.050, 1
  %exitcond53.not = icmp eq i64 %inc24, %n
  br i1 %exitcond53.not, label %for.cond.cleanup3, label %for.cond5.preheader, !llvm.loop !10

for.body8:                                        ; preds = %for.cond5.preheader, %for.body8
  %k.048 = phi i64 [ %inc, %for.body8 ], [ 0, %for.cond5.preheader ]
  %x.047 = phi double [ %add13, %for.body8 ], [ 0.000000e+00, %for.cond5.preheader ]
  %add = add nsw i64 %k.048, %mul
  %arrayidx = getelementptr inbounds double, ptr %A, i64 %add
  %1 = load double, ptr %arrayidx, align 8
  %mul9 = mul nsw i64 %k.048, %n
  %add10 = add nsw i64 %mul9, %j.050
  %arrayidx11 = getelementptr inbounds double, ptr %B, i64 %add10
  %2 = load double, ptr %arrayidx11, align 8
  %mul12 = fmul double %1, %2
  %add13 = fadd double %x.047, %mul12
  %inc = add nuw nsw i64 %k.048, 1
  %exitcond.not = icmp eq i64 %inc, %l
  br i1 %exitcond.not, label %for.cond.cleanup7, label %for.body8, !llvm.loop !11
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @lower(i64 noundef %n, i64 noundef %l, ptr noalias nocapture noundef readonly %A, ptr noalias nocapture noundef writeonly %C) local_unnamed_addr #0 {
entry:
  %cmp43 = icmp sgt i64 %n, 0
  br i1 %cmp43, label %for.cond1.preheader.lr.ph, label %for.cond.cleanup

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %cmp639 = icmp sgt i64 %l, 0
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.lr.ph, %for.cond.cleanup3
  %indvars.iv = phi i64 [ 1, %for.cond1.preheader.lr.ph ], [ %indvars.iv.next, %for.cond.cleanup3 ]
  %i.044 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %add, %for.cond.cleanup3 ]
  %mul15 = mul nsw i64 %i.044, %n
  %mul = mul nsw i64 %i.044, %l
  br label %for.cond5.preheader

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.cond5.preheader:                              ; preds = %for.cond1.preheader, %for.cond.cleanup7
  %j.042 = phi i64 [ 0, %for.cond1.preheader ], [ %inc19, %for.cond.cleanup7 ]
  br i1 %cmp639, label %for.body8.lr.ph, label %for.cond.cleanup7

for.body8.lr.ph:                                  ; preds = %for.cond5.preheader
  %mul10 = mul nsw i64 %j.042, %l
  br label %for.body8

for.cond.cleanup3:                                ; preds = %for.cond.cleanup7
  %add = add nuw nsw i64 %i.044, 1
  %indvars.iv.next = add nuw i64 %indvars.iv, 1
  %exitcond46.not = icmp eq i64 %add, %n
  br i1 %exitcond46.not, label %for.cond.cleanup, label %for.cond1.preheader, !llvm.loop !12

for.cond.cleanup7:                                ; preds = %for.body8, %for.cond5.preheader
  %x.0.lcssa = phi double [ 0.000000e+00, %for.cond5.preheader ], [ %add14, %for.body8 ]
  %add16 = add nsw i64 %j.042, %mul15
  %arrayidx17 = getelementptr inbounds double, ptr %C, i64 %add16
  store double %x.0.lcssa, ptr %arrayidx17, align 8
  %inc19 = add nuw nsw i64 %j.042, 1
  %exitcond45.not = icmp eq i64 %inc19, %indvars.iv
  br i1 %exitcond45.not, label %for.cond.cleanup3, label %for.cond5.preheader, !llvm.loop !13

for.body8:                                        ; preds = %for.body8.lr.ph, %for.body8
  %k.041 = phi i64 [ 0, %for.body8.lr.ph ], [ %inc, %for.body8 ]
  %x.040 = phi double [ 0.000000e+00, %for.body8.lr.ph ], [ %add14, %for.body8 ]
  %add9 = add nsw i64 %k.041, %mul
  %arrayidx = getelementptr inbounds double, ptr %A, i64 %add9
  %0 = load double, ptr %arrayidx, align 8
  %add11 = add nsw i64 %k.041, %mul10
  %arrayidx12 = getelementptr inbounds double, ptr %A, i64 %add11
  %1 = load double, ptr %arrayidx12, align 8
  %mul13 = fmul double %0, %1
  %add14 = fadd double %x.040, %mul13
  %inc = add nuw nsw i64 %k.041, 1
  %exitcond.not = icmp eq i64 %inc, %l
  br i1 %exitcond.not, label %for.cond.cleanup7, label %for.body8, !llvm.loop !14
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @upper(i64 noundef %n, i64 noundef %l, ptr noalias nocapture noundef readonly %A, ptr noalias nocapture noundef writeonly %C) local_unnamed_addr #0 {
entry:
  %cmp44 = icmp sgt i64 %n, 0
  br i1 %cmp44, label %for.cond1.preheader.lr.ph, label %for.cond.cleanup

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %cmp639 = icmp sgt i64 %l, 0
  br label %for.cond5.preheader.lr.ph

for.cond5.preheader.lr.ph:                        ; preds = %for.cond.cleanup3, %for.cond1.preheader.lr.ph
  %i.045 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc21, %for.cond.cleanup3 ]
  %mul = mul nsw i64 %i.045, %l
  %mul14 = mul nsw i64 %i.045, %n
  br label %for.cond5.preheader

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.cond5.preheader:                              ; preds = %for.cond5.preheader.lr.ph, %for.cond.cleanup7
  %j.043 = phi i64 [ %i.045, %for.cond5.preheader.lr.ph ], [ %inc18, %for.cond.cleanup7 ]
  br i1 %cmp639, label %for.body8.lr.ph, label %for.cond.cleanup7

for.body8.lr.ph:                                  ; preds = %for.cond5.preheader
  %mul9 = mul nsw i64 %j.043, %l
  br label %for.body8

for.cond.cleanup3:                                ; preds = %for.cond.cleanup7
  %inc21 = add nuw nsw i64 %i.045, 1
  %exitcond46.not = icmp eq i64 %inc21, %n
  br i1 %exitcond46.not, label %for.cond.cleanup, label %for.cond5.preheader.lr.ph, !llvm.loop !15

for.cond.cleanup7:                                ; preds = %for.body8, %for.cond5.preheader
  %x.0.lcssa = phi double [ 0.000000e+00, %for.cond5.preheader ], [ %add13, %for.body8 ]
  %add15 = add nsw i64 %j.043, %mul14
  %arrayidx16 = getelementptr inbounds double, ptr %C, i64 %add15
  store double %x.0.lcssa, ptr %arrayidx16, align 8
  %inc18 = add nuw nsw i64 %j.043, 1
  %cmp2 = icmp slt i64 %inc18, %n
  br i1 %cmp2, label %for.cond5.preheader, label %for.cond.cleanup3, !llvm.loop !16

for.body8:                                        ; preds = %for.body8.lr.ph, %for.body8
  %k.041 = phi i64 [ 0, %for.body8.lr.ph ], [ %inc, %for.body8 ]
  %x.040 = phi double [ 0.000000e+00, %for.body8.lr.ph ], [ %add13, %for.body8 ]
  %add = add nsw i64 %k.041, %mul
  %arrayidx = getelementptr inbounds double, ptr %A, i64 %add
  %0 = load double, ptr %arrayidx, align 8
  %add10 = add nsw i64 %k.041, %mul9
  %arrayidx11 = getelementptr inbounds double, ptr %A, i64 %add10
  %1 = load double, ptr %arrayidx11, align 8
  %mul12 = fmul double %0, %1
  %add13 = fadd double %x.040, %mul12
  %inc = add nuw nsw i64 %k.041, 1
  %exitcond.not = icmp eq i64 %inc, %l
  br i1 %exitcond.not, label %for.cond.cleanup7, label %for.body8, !llvm.loop !17
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @forward(i64 noundef %n, ptr noalias nocapture noundef readonly %L, ptr noalias nocapture noundef %x) local_unnamed_addr #0 {
entry:
  %cmp35 = icmp sgt i64 %n, 0
  br i1 %cmp35, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %i.031 = add nuw i64 %n, 1
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup3
  %i.036 = phi i64 [ 0, %for.body.lr.ph ], [ %inc13, %for.cond.cleanup3 ]
  %arrayidx = getelementptr inbounds double, ptr %x, i64 %i.036
  %0 = load double, ptr %arrayidx, align 8
  %cmp232.not = icmp eq i64 %i.036, 0
  br i1 %cmp232.not, label %for.cond.cleanup3, label %for.body4.lr.ph

for.body4.lr.ph:                                  ; preds = %for.body
  %mul = mul nsw i64 %i.036, %n
  br label %for.body4

for.cond.cleanup3:                                ; preds = %for.body4, %for.body
  %s.0.lcssa = phi double [ %0, %for.body ], [ %sub, %for.body4 ]
  %add9 = mul i64 %i.036, %i.031
  %arrayidx10 = getelementptr inbounds double, ptr %L, i64 %add9
  %1 = load double, ptr %arrayidx10, align 8
  %div = fdiv double %s.0.lcssa, %1
  store double %div, ptr %arrayidx, align 8
  %inc13 = add nuw nsw i64 %i.036, 1
  %exitcond37.not = icmp eq i64 %inc13, %n
  br i1 %exitcond37.not, label %for.cond.cleanup, label %for.body, !llvm.loop !18

for.body4:                                        ; preds = %for.body4.lr.ph, %for.body4
  %j.034 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %s.033 = phi double [ %0, %for.body4.lr.ph ], [ %sub, %for.body4 ]
  %add = add nsw i64 %j.034, %mul
  %arrayidx5 = getelementptr inbounds double, ptr %L, i64 %add
  %2 = load double, ptr %arrayidx5, align 8
  %arrayidx6 = getelementptr inbounds double, ptr %x, i64 %j.034
  %3 = load double, ptr %arrayidx6, align 8
  %mul7 = fmul double %2, %3
  %sub = fsub double %s.033, %mul7
  %inc = add nuw nsw i64 %j.034, 1
  %exitcond.not = icmp eq i64 %inc, %i.036
  br i1 %exitcond.not, label %for.cond.cleanup3, label %for.body4, !llvm.loop !19
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @backward(i64 noundef %n, ptr noalias nocapture noundef readonly %U, ptr noalias nocapture noundef %x) local_unnamed_addr #0 {
entry:
  %cmp38 = icmp sgt i64 %n, 0
  br i1 %cmp38, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %i.033 = add nuw i64 %n, 1
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup3
  %i.0.in39 = phi i64 [ %n, %for.body.lr.ph ], [ %i.040, %for.cond.cleanup3 ]
  %i.040 = add nsw i64 %i.0.in39, -1
  %arrayidx = getelementptr inbounds double, ptr %x, i64 %i.040
  %0 = load double, ptr %arrayidx, align 8
  %cmp234 = icmp slt i64 %i.0.in39, %n
  br i1 %cmp234, label %for.body4.lr.ph, label %for.cond.cleanup3

for.body4.lr.ph:                                  ; preds = %for.body
  %mul = mul nsw i64 %i.040, %n
  br label %for.body4

for.cond.cleanup3:                                ; preds = %for.body4, %for.body
  %s.0.lcssa = phi double [ %0, %for.body ], [ %sub9, %for.body4 ]
  %add11 = mul i64 %i.040, %i.033
  %arrayidx12 = getelementptr inbounds double, ptr %U, i64 %add11
  %1 = load double, ptr %arrayidx12, align 8
  %div = fdiv double %s.0.lcssa, %1
  store double %div, ptr %arrayidx, align 8
  %cmp = icmp sgt i64 %i.0.in39, 1
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !20

for.body4:                                        ; preds = %for.body4.lr.ph, %for.body4
  %j.036 = phi i64 [ %i.0.in39, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %s.035 = phi double [ %0, %for.body4.lr.ph ], [ %sub9, %for.body4 ]
  %add5 = add nsw i64 %j.036, %mul
  %arrayidx6 = getelementptr inbounds double, ptr %U, i64 %add5
  %2 = load double, ptr %arrayidx6, align 8
  %arrayidx7 = getelementptr inbounds double, ptr %x, i64 %j.036
  %3 = load double, ptr %arrayidx7, align 8
  %mul8 = fmul double %2, %3
  %sub9 = fsub double %s.035, %mul8
  %inc = add nsw i64 %j.036, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup3, label %for.body4, !llvm.loop !21
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable
define dso_local double @every_third(i64 noundef %n, ptr nocapture noundef readonly %A) local_unnamed_addr #1 {
entry:
  %cmp20 = icmp sgt i64 %n, 0
  br i1 %cmp20, label %for.body4.lr.ph, label %for.cond.cleanup

for.body4.lr.ph:                                  ; preds = %entry, %for.cond.cleanup3
  %i.022 = phi i64 [ %inc8, %for.cond.cleanup3 ], [ 0, %entry ]
  %s.021 = phi double [ %add6, %for.cond.cleanup3 ], [ 0.000000e+00, %entry ]
  %mul = mul nsw i64 %i.022, %n
  br label %for.body4

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  %s.0.lcssa = phi double [ 0.000000e+00, %entry ], [ %add6, %for.cond.cleanup3 ]
  ret double %s.0.lcssa

for.cond.cleanup3:                                ; preds = %for.body4
  %inc8 = add nuw nsw i64 %i.022, 1
  %exitcond24.not = icmp eq i64 %inc8, %n
  br i1 %exitcond24.not, label %for.cond.cleanup, label %for.body4.lr.ph, !llvm.loop !22

for.body4:                                        ; preds = %for.body4.lr.ph, %for.body4
  %j.019 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %s.118 = phi double [ %s.021, %for.body4.lr.ph ], [ %add6, %for.body4 ]
  %add = add nsw i64 %j.019, %mul
  %mul5 = mul nsw i64 %add, 3
  %arrayidx = getelementptr inbounds double, ptr %A, i64 %mul5
  %0 = load double, ptr %arrayidx, align 8
  %add6 = fadd double %s.118, %0
  %inc = add nuw nsw i64 %j.019, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup3, label %for.body4, !llvm.loop !23
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) uwtable
define dso_local double @one(ptr nocapture noundef readonly %A) local_unnamed_addr #2 {
entry:
  %arrayidx = getelementptr inbounds double, ptr %A, i64 1
  %0 = load double, ptr %arrayidx, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %A, i64 2
  %1 = load double, ptr %arrayidx1, align 8
  %add = fadd double %0, %1
  ret double %add
}

attributes #0 = { nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !5, !6}
!12 = distinct !{!12, !5, !6}
!13 = distinct !{!13, !5, !6}
!14 = distinct !{!14, !5, !6}
!15 = distinct !{!15, !5, !6}
!16 = distinct !{!16, !5, !6}
!17 = distinct !{!17, !5, !6}
!18 = distinct !{!18, !5, !6}
!19 = distinct !{!19, !5, !6}
!20 = distinct !{!20, !5, !6}
!21 = distinct !{!21, !5, !6}
!22 = distinct !{!22, !5, !6}
!23 = distinct !{!23, !5, !6}
