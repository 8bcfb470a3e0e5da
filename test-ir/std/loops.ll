; ModuleID = 'loops.c'
source_filename = "loops.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @up(ptr nocapture noundef writeonly %a, i64 noundef %n) local_unnamed_addr #0 {
entry:
  %cmp3 = icmp sgt i64 %n, 0
  br i1 %cmp3, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %entry, %for.body
  %i.04 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.04
  store float 1.000000e+00, ptr %arrayidx, align 4
  %inc = add nuw nsw i64 %i.04, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !4
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @fixed(ptr nocapture noundef writeonly %a) local_unnamed_addr #0 {
entry:
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  ret void

for.body:                                         ; preds = %entry, %for.body
  %indvars.iv = phi i64 [ 3, %entry ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %indvars.iv
  store float 1.000000e+00, ptr %arrayidx, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 7
  %cmp = icmp ult i64 %indvars.iv, 93
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !7
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @down(ptr nocapture noundef writeonly %a, i64 noundef %n) local_unnamed_addr #0 {
entry:
  %cmp3 = icmp sgt i64 %n, 0
  br i1 %cmp3, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %entry, %for.body
  %i.04 = phi i64 [ %dec, %for.body ], [ %n, %entry ]
  %dec = add nsw i64 %i.04, -1
  %conv = sitofp i64 %dec to float
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %dec
  store float %conv, ptr %arrayidx, align 4
  %cmp = icmp ugt i64 %i.04, 1
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !8
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @narrow(ptr nocapture noundef writeonly %a, i32 noundef %n) local_unnamed_addr #0 {
entry:
  %cmp4 = icmp sgt i32 %n, 0
  br i1 %cmp4, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %n to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %0 = trunc i64 %indvars.iv to i32
  %conv = sitofp i32 %0 to float
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %indvars.iv
  store float %conv, ptr %arrayidx, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !9
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @wraps(ptr nocapture noundef writeonly %a, i32 noundef %n) local_unnamed_addr #0 {
entry:
  %cmp.not3 = icmp eq i32 %n, 0
  br i1 %cmp.not3, label %for.cond.cleanup, label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %entry, %for.body
  %i.04 = phi i32 [ %add, %for.body ], [ 0, %entry ]
  %idxprom = zext i32 %i.04 to i64
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %idxprom
  store float 1.000000e+00, ptr %arrayidx, align 4
  %add = add i32 %i.04, 3
  %cmp.not = icmp eq i32 %add, %n
  br i1 %cmp.not, label %for.cond.cleanup, label %for.body, !llvm.loop !10
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @variable_step(ptr nocapture noundef writeonly %a, i64 noundef %from, i64 noundef %to, i64 noundef %step) local_unnamed_addr #0 {
entry:
  %cmp3 = icmp slt i64 %from, %to
  br i1 %cmp3, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %entry, %for.body
  %i.04 = phi i64 [ %add, %for.body ], [ %from, %entry ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.04
  store float 1.000000e+00, ptr %arrayidx, align 4
  %add = add nsw i64 %i.04, %step
  %cmp = icmp slt i64 %add, %to
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !11
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @many_blocks(ptr nocapture noundef %a, i64 noundef %n, i64 noundef %k) local_unnamed_addr #1 {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:                               ; preds = %entry
  %mul = shl nuw nsw i64 %k, 1
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %mul
  br label %for.body

for.cond.cleanup:                                 ; preds = %if.end, %entry
  ret void

for.body:                                         ; preds = %for.body.preheader, %if.end
  %i.09 = phi i64 [ %inc, %if.end ], [ 0, %for.body.preheader ]
  %cmp1 = icmp eq i64 %i.09, %k
  br i1 %cmp1, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  store float 2.000000e+00, ptr %arrayidx, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  %arrayidx2 = getelementptr inbounds float, ptr %a, i64 %i.09
  %0 = load float, ptr %arrayidx2, align 4
  %add = fadd float %0, 1.000000e+00
  store float %add, ptr %arrayidx2, align 4
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !12
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable
define dso_local float @sum(ptr nocapture noundef readonly %a, i64 noundef %n) local_unnamed_addr #2 {
entry:
  %cmp4 = icmp sgt i64 %n, 0
  br i1 %cmp4, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %s.0.lcssa = phi float [ 0.000000e+00, %entry ], [ %add, %for.body ]
  ret float %s.0.lcssa

for.body:                                         ; preds = %entry, %for.body
  %i.06 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %s.05 = phi float [ %add, %for.body ], [ 0.000000e+00, %entry ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.06
  %0 = load float, ptr %arrayidx, align 4
  %add = fadd float %s.05, %0
  %inc = add nuw nsw i64 %i.06, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !13
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @nest(ptr nocapture noundef writeonly %a, i64 noundef %n, i64 noundef %m) local_unnamed_addr #0 {
entry:
  %cmp15 = icmp sgt i64 %n, 0
  br i1 %cmp15, label %for.cond1.preheader.lr.ph, label %for.cond.cleanup

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %cmp213 = icmp sgt i64 %m, 0
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.lr.ph, %for.cond.cleanup3
  %i.016 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc6, %for.cond.cleanup3 ]
  br i1 %cmp213, label %for.body4.lr.ph, label %for.cond.cleanup3

for.body4.lr.ph:                                  ; preds = %for.cond1.preheader
  %mul = mul nsw i64 %i.016, %m
  br label %for.body4

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.cond.cleanup3:                                ; preds = %for.body4, %for.cond1.preheader
  %inc6 = add nuw nsw i64 %i.016, 1
  %exitcond17.not = icmp eq i64 %inc6, %n
  br i1 %exitcond17.not, label %for.cond.cleanup, label %for.cond1.preheader, !llvm.loop !14

for.body4:                                        ; preds = %for.body4.lr.ph, %for.body4
  %j.014 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %add = add nsw i64 %j.014, %mul
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %add
  store float 1.000000e+00, ptr %arrayidx, align 4
  %inc = add nuw nsw i64 %j.014, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.cond.cleanup3, label %for.body4, !llvm.loop !15
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable
define dso_local i64 @two_exits(ptr nocapture noundef readonly %a, i64 noundef %n) local_unnamed_addr #2 {
entry:
  %cmp.not5 = icmp sgt i64 %n, 0
  br i1 %cmp.not5, label %for.body, label %cleanup

for.body:                                         ; preds = %entry, %for.inc
  %i.06 = phi i64 [ %inc, %for.inc ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.06
  %0 = load float, ptr %arrayidx, align 4
  %cmp1 = fcmp oeq float %0, 0.000000e+00
  br i1 %cmp1, label %cleanup, label %for.inc

for.inc:                                          ; preds = %for.body
  %inc = add nuw nsw i64 %i.06, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %cleanup, label %for.body, !llvm.loop !16

cleanup:                                          ; preds = %for.inc, %for.body, %entry
  %spec.select = phi i64 [ -1, %entry ], [ %i.06, %for.body ], [ -1, %for.inc ]
  ret i64 %spec.select
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable
define dso_local i64 @moving_end(ptr nocapture noundef readonly %a, i64 noundef %n) local_unnamed_addr #2 {
entry:
  %cmp6 = icmp sgt i64 %n, 0
  br i1 %cmp6, label %for.body, label %for.end

for.body:                                         ; preds = %entry, %for.body
  %i.08 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %n.addr.07 = phi i64 [ %n.addr.1, %for.body ], [ %n, %entry ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.08
  %0 = load float, ptr %arrayidx, align 4
  %cmp1 = fcmp oeq float %0, 0.000000e+00
  %dec = sext i1 %cmp1 to i64
  %n.addr.1 = add nsw i64 %n.addr.07, %dec
  %inc = add nuw nsw i64 %i.08, 1
  %cmp = icmp slt i64 %inc, %n.addr.1
  br i1 %cmp, label %for.body, label %for.end, !llvm.loop !17

for.end:                                          ; preds = %for.body, %entry
  %i.0.lcssa = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  ret i64 %i.0.lcssa
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @doubling(ptr nocapture noundef writeonly %a, i64 noundef %n) local_unnamed_addr #0 {
entry:
  %cmp3 = icmp sgt i64 %n, 1
  br i1 %cmp3, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %entry, %for.body
  %i.04 = phi i64 [ %mul, %for.body ], [ 1, %entry ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.04
  store float 1.000000e+00, ptr %arrayidx, align 4
  %mul = shl nsw i64 %i.04, 1
  %cmp = icmp slt i64 %mul, %n
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !18
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(write, inaccessiblemem: none) uwtable
define dso_local void @pointers(ptr noundef writeonly %a, ptr noundef readnone %end) local_unnamed_addr #3 {
entry:
  %cmp.not3 = icmp eq ptr %a, %end
  br i1 %cmp.not3, label %for.end, label %for.body

for.body:                                         ; preds = %entry, %for.body
  %a.addr.04 = phi ptr [ %incdec.ptr, %for.body ], [ %a, %entry ]
  store float 1.000000e+00, ptr %a.addr.04, align 4
  %incdec.ptr = getelementptr inbounds float, ptr %a.addr.04, i64 1
  %cmp.not = icmp eq ptr %incdec.ptr, %end
  br i1 %cmp.not, label %for.end, label %for.body, !llvm.loop !19

for.end:                                          ; preds = %for.body, %entry
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(read, inaccessiblemem: none) uwtable
define dso_local i32 @list(ptr noundef readonly %p) local_unnamed_addr #4 {
entry:
  %tobool.not3 = icmp eq ptr %p, null
  br i1 %tobool.not3, label %for.end, label %for.body

for.body:                                         ; preds = %entry, %for.body
  %n.05 = phi i32 [ %inc, %for.body ], [ 0, %entry ]
  %p.addr.04 = phi ptr [ %0, %for.body ], [ %p, %entry ]
  %inc = add nuw nsw i32 %n.05, 1
  %0 = load ptr, ptr %p.addr.04, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %for.end, label %for.body, !llvm.loop !20

for.end:                                          ; preds = %for.body, %entry
  %n.0.lcssa = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  ret i32 %n.0.lcssa
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) uwtable
define dso_local float @straight(ptr nocapture noundef readonly %a) local_unnamed_addr #5 {
entry:
  %0 = load float, ptr %a, align 4
  %arrayidx1 = getelementptr inbounds float, ptr %a, i64 1
  %1 = load float, ptr %arrayidx1, align 4
  %add = fadd float %0, %1
  ret float %add
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @two_starts(ptr nocapture noundef writeonly %a, i64 noundef %n, i32 noundef %c, i64 noundef %k) local_unnamed_addr #6 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %do.body.preheader, label %if.then

if.then:                                          ; preds = %entry
  %call = tail call i64 @g(i64 noundef %k) #8
  br label %do.body.preheader

do.body.preheader:                                ; preds = %if.then, %entry
  %i.1.ph = phi i64 [ 0, %entry ], [ %k, %if.then ]
  br label %do.body

do.body:                                          ; preds = %do.body.preheader, %do.body
  %i.1 = phi i64 [ %inc, %do.body ], [ %i.1.ph, %do.body.preheader ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.1
  store float 1.000000e+00, ptr %arrayidx, align 4
  %inc = add nsw i64 %i.1, 1
  %cmp.not = icmp eq i64 %inc, %n
  br i1 %cmp.not, label %do.end, label %do.body, !llvm.loop !21

do.end:                                           ; preds = %do.body
  ret void
}

; Function Attrs: optsize
declare i64 @g(i64 noundef) local_unnamed_addr #7

; Function Attrs: nounwind optsize uwtable
define dso_local void @two_steps(ptr nocapture noundef writeonly %a, i64 noundef %n) local_unnamed_addr #6 {
entry:
  br label %do.body

do.body:                                          ; preds = %do.cond, %entry
  %i.0 = phi i64 [ 0, %entry ], [ %i.1, %do.cond ]
  %call = tail call i64 @h(i64 noundef %i.0) #8
  %tobool.not = icmp eq i64 %call, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %do.body
  %call1 = tail call i64 @g(i64 noundef %i.0) #8
  %add = add nsw i64 %i.0, 2
  br label %do.cond

if.end:                                           ; preds = %do.body
  %inc = add nsw i64 %i.0, 1
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.0
  store float 1.000000e+00, ptr %arrayidx, align 4
  br label %do.cond

do.cond:                                          ; preds = %if.end, %if.then
  %i.1 = phi i64 [ %add, %if.then ], [ %inc, %if.end ]
  %cmp.not = icmp eq i64 %i.1, %n
  br i1 %cmp.not, label %do.end, label %do.body, !llvm.loop !22

do.end:                                           ; preds = %do.cond
  ret void
}

; Function Attrs: optsize
declare i64 @h(i64 noundef) local_unnamed_addr #7

; Function Attrs: nounwind optsize uwtable
define dso_local void @exit_in_the_middle(i64 noundef %n) local_unnamed_addr #6 {
entry:
  br label %do.body

do.body:                                          ; preds = %do.body.backedge, %entry
  %k.0 = phi i64 [ 0, %entry ], [ %k.0.be, %do.body.backedge ]
  %call = tail call i64 @g(i64 noundef %k.0) #8
  %inc = add nuw nsw i64 %k.0, 1
  %cmp.not = icmp eq i64 %inc, %n
  br i1 %cmp.not, label %do.end, label %do.body.backedge

do.body.backedge:                                 ; preds = %do.body, %cleanup
  %k.0.be = phi i64 [ %inc, %do.body ], [ 0, %cleanup ]
  br label %do.body, !llvm.loop !23

do.end:                                           ; preds = %do.body
  %call1 = tail call i64 @h(i64 noundef %n) #8
  %tobool.not = icmp eq i64 %call1, 0
  br i1 %tobool.not, label %cleanup, label %for.end

cleanup:                                          ; preds = %do.end
  %call2 = tail call i64 @g(i64 noundef -1) #8
  br label %do.body.backedge

for.end:                                          ; preds = %do.end
  ret void
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable
define dso_local void @ahead(ptr nocapture noundef writeonly %a, i64 noundef %n) local_unnamed_addr #0 {
entry:
  %cmp4 = icmp sgt i64 %n, 3
  br i1 %cmp4, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %entry
  ret void

for.body:                                         ; preds = %entry, %for.body
  %i.05 = phi i64 [ %add1, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.05
  store float 1.000000e+00, ptr %arrayidx, align 4
  %add1 = add nuw nsw i64 %i.05, 2
  %add = add nuw nsw i64 %i.05, 5
  %cmp = icmp slt i64 %add, %n
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !llvm.loop !24
}

attributes #0 = { nofree norecurse nosync nounwind optsize memory(argmem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree norecurse nosync nounwind optsize memory(write, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree norecurse nosync nounwind optsize memory(read, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind optsize uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { optsize "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind optsize }

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
!24 = distinct !{!24, !5, !6}
