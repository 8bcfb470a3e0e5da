; ModuleID = 'blocks.c'
source_filename = "blocks.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.Node = type { ptr, i32 }

; Function Attrs: mustprogress nofree nosync nounwind optsize willreturn memory(none) uwtable
define dso_local double @fused(double noundef %a, double noundef %b, double noundef %c) local_unnamed_addr #0 {
entry:
  %0 = tail call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fma.f64(double, double, double) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local double @plain(double noundef %a, double noundef %b, double noundef %c) local_unnamed_addr #2 {
entry:
  %mul = fmul double %a, %b
  %add = fadd double %mul, %c
  ret double %add
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local double @no_product(double noundef %a, double noundef %b, double noundef %c) local_unnamed_addr #2 {
entry:
  %add = fadd double %a, %b
  %add1 = fadd double %add, %c
  ret double %add1
}

; Function Attrs: mustprogress nofree nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i32 @least(i32 noundef %a, i32 noundef %b) local_unnamed_addr #0 {
entry:
  %cond = tail call i32 @llvm.smin.i32(i32 %a, i32 %b)
  ret i32 %cond
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i32 @other(i32 noundef %a, i32 noundef %b, i32 noundef %c) local_unnamed_addr #2 {
entry:
  %cmp = icmp slt i32 %a, %b
  %cond = select i1 %cmp, i32 %a, i32 %c
  ret i32 %cond
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @nested(ptr nocapture noundef %a, i64 noundef %n, i64 noundef %m) local_unnamed_addr #3 {
entry:
  %cmp15 = icmp sgt i64 %n, 0
  br i1 %cmp15, label %for.cond1.preheader.lr.ph, label %for.cond.cleanup

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %cmp213 = icmp sgt i64 %m, 0
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.lr.ph, %for.cond.cleanup3
  %i.016 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc7, %for.cond.cleanup3 ]
  br i1 %cmp213, label %for.body4.lr.ph, label %for.cond.cleanup3

for.body4.lr.ph:                                  ; preds = %for.cond1.preheader
  %mul = mul nsw i64 %i.016, 100
  br label %for.body4

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.cond.cleanup3:                                ; preds = %for.body4, %for.cond1.preheader
  %inc7 = add nuw nsw i64 %i.016, 1
  %exitcond17.not = icmp eq i64 %inc7, %n
  br i1 %exitcond17.not, label %for.cond.cleanup, label %for.cond1.preheader, !llvm.loop !4

for.body4:                                        ; preds = %for.body4.lr.ph, %for.body4
  %j.014 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %add = add nuw nsw i64 %j.014, %mul
  %arrayidx = getelementptr inbounds i32, ptr %a, i64 %add
  %0 = load i32, ptr %arrayidx, align 4
  %add5 = add nsw i32 %0, 1
  store i32 %add5, ptr %arrayidx, align 4
  %inc = add nuw nsw i64 %j.014, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.cond.cleanup3, label %for.body4, !llvm.loop !7
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @in_a_row(ptr nocapture noundef %a, ptr nocapture noundef %b, i64 noundef %n) local_unnamed_addr #3 {
entry:
  %cmp18 = icmp sgt i64 %n, 0
  br i1 %cmp18, label %for.body, label %for.cond.cleanup4

for.cond2.preheader:                              ; preds = %for.body
  br i1 %cmp18, label %for.body5, label %for.cond.cleanup4

for.body:                                         ; preds = %entry, %for.body
  %i.019 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds i32, ptr %a, i64 %i.019
  %0 = load i32, ptr %arrayidx, align 4
  %add = add nsw i32 %0, 1
  store i32 %add, ptr %arrayidx, align 4
  %inc = add nuw nsw i64 %i.019, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body, !llvm.loop !8

for.cond.cleanup4:                                ; preds = %for.body5, %entry, %for.cond2.preheader
  ret void

for.body5:                                        ; preds = %for.cond2.preheader, %for.body5
  %i1.021 = phi i64 [ %inc9, %for.body5 ], [ 0, %for.cond2.preheader ]
  %arrayidx6 = getelementptr inbounds i32, ptr %a, i64 %i1.021
  %1 = load i32, ptr %arrayidx6, align 4
  %arrayidx7 = getelementptr inbounds i32, ptr %b, i64 %i1.021
  %2 = load i32, ptr %arrayidx7, align 4
  %xor = xor i32 %2, %1
  store i32 %xor, ptr %arrayidx7, align 4
  %inc9 = add nuw nsw i64 %i1.021, 1
  %exitcond22.not = icmp eq i64 %inc9, %n
  br i1 %exitcond22.not, label %for.cond.cleanup4, label %for.body5, !llvm.loop !9
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable
define dso_local i64 @search(ptr nocapture noundef readonly %a, i64 noundef %n) local_unnamed_addr #4 {
entry:
  %cmp.not5 = icmp sgt i64 %n, 0
  br i1 %cmp.not5, label %for.body, label %cleanup

for.body:                                         ; preds = %entry, %for.inc
  %i.06 = phi i64 [ %inc, %for.inc ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds i32, ptr %a, i64 %i.06
  %0 = load i32, ptr %arrayidx, align 4
  %cmp1 = icmp eq i32 %0, 0
  br i1 %cmp1, label %cleanup, label %for.inc

for.inc:                                          ; preds = %for.body
  %inc = add nuw nsw i64 %i.06, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %cleanup, label %for.body, !llvm.loop !10

cleanup:                                          ; preds = %for.inc, %for.body, %entry
  %spec.select = phi i64 [ -1, %entry ], [ %i.06, %for.body ], [ -1, %for.inc ]
  ret i64 %spec.select
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(read, inaccessiblemem: none) uwtable
define dso_local i32 @walk(ptr noundef readonly %p, ptr noundef readnone %end) local_unnamed_addr #5 {
entry:
  br label %do.body

do.body:                                          ; preds = %do.body, %entry
  %p.addr.0 = phi ptr [ %p, %entry ], [ %incdec.ptr, %do.body ]
  %s.0 = phi i32 [ 0, %entry ], [ %xor, %do.body ]
  %incdec.ptr = getelementptr inbounds i32, ptr %p.addr.0, i64 1
  %0 = load i32, ptr %p.addr.0, align 4
  %xor = xor i32 %0, %s.0
  %cmp.not = icmp eq ptr %incdec.ptr, %end
  br i1 %cmp.not, label %do.end, label %do.body, !llvm.loop !11

do.end:                                           ; preds = %do.body
  ret i32 %xor
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable
define dso_local i32 @indexed(ptr nocapture noundef readonly %p, i64 noundef %n) local_unnamed_addr #4 {
entry:
  %cmp4 = icmp sgt i64 %n, 0
  br i1 %cmp4, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %s.0.lcssa = phi i32 [ 0, %entry ], [ %xor, %for.body ]
  ret i32 %s.0.lcssa

for.body:                                         ; preds = %entry, %for.body
  %i.06 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %s.05 = phi i32 [ %xor, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds i32, ptr %p, i64 %i.06
  %0 = load i32, ptr %arrayidx, align 4
  %xor = xor i32 %0, %s.05
  %inc = add nuw nsw i64 %i.06, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !12
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(read, inaccessiblemem: none) uwtable
define dso_local i32 @list(ptr nocapture noundef readonly %p) local_unnamed_addr #5 {
entry:
  br label %do.body

do.body:                                          ; preds = %do.body, %entry
  %p.addr.0 = phi ptr [ %p, %entry ], [ %1, %do.body ]
  %s.0 = phi i32 [ 0, %entry ], [ %xor, %do.body ]
  %value = getelementptr inbounds %struct.Node, ptr %p.addr.0, i64 0, i32 1
  %0 = load i32, ptr %value, align 8
  %xor = xor i32 %0, %s.0
  %1 = load ptr, ptr %p.addr.0, align 8
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %do.end, label %do.body, !llvm.loop !13

do.end:                                           ; preds = %do.body
  ret i32 %xor
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i32 @joined(i32 noundef %c, i32 noundef %a, i32 noundef %b) local_unnamed_addr #2 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.else, label %if.then

if.then:                                          ; preds = %entry
  %div = sdiv i32 %a, %b
  br label %if.end

if.else:                                          ; preds = %entry
  %mul = mul nsw i32 %b, %a
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %r.0 = phi i32 [ %div, %if.then ], [ %mul, %if.else ]
  %add = add nsw i32 %r.0, 1
  ret i32 %add
}

; Function Attrs: nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @deep(ptr nocapture noundef %a, i64 noundef %n) local_unnamed_addr #3 {
entry:
  %cmp30 = icmp sgt i64 %n, 0
  br i1 %cmp30, label %for.cond5.preheader.lr.ph, label %for.cond.cleanup

for.cond5.preheader.lr.ph:                        ; preds = %entry, %for.cond.cleanup3
  %i.031 = phi i64 [ %inc16, %for.cond.cleanup3 ], [ 0, %entry ]
  %mul = mul nsw i64 %i.031, 100
  br label %for.body8.lr.ph

for.cond.cleanup:                                 ; preds = %for.cond.cleanup3, %entry
  ret void

for.body8.lr.ph:                                  ; preds = %for.cond.cleanup7, %for.cond5.preheader.lr.ph
  %j.029 = phi i64 [ 0, %for.cond5.preheader.lr.ph ], [ %inc13, %for.cond.cleanup7 ]
  %mul9 = mul nsw i64 %j.029, 10
  %add = add nuw nsw i64 %mul9, %mul
  br label %for.body8

for.cond.cleanup3:                                ; preds = %for.cond.cleanup7
  %inc16 = add nuw nsw i64 %i.031, 1
  %exitcond33.not = icmp eq i64 %inc16, %n
  br i1 %exitcond33.not, label %for.cond.cleanup, label %for.cond5.preheader.lr.ph, !llvm.loop !14

for.cond.cleanup7:                                ; preds = %for.body8
  %inc13 = add nuw nsw i64 %j.029, 1
  %exitcond32.not = icmp eq i64 %inc13, %n
  br i1 %exitcond32.not, label %for.cond.cleanup3, label %for.body8.lr.ph, !llvm.loop !15

for.body8:                                        ; preds = %for.body8.lr.ph, %for.body8
  %k.027 = phi i64 [ 0, %for.body8.lr.ph ], [ %inc, %for.body8 ]
  %add10 = add nuw nsw i64 %add, %k.027
  %arrayidx = getelementptr inbounds i32, ptr %a, i64 %add10
  %0 = load i32, ptr %arrayidx, align 4
  %add11 = add nsw i32 %0, 1
  store i32 %add11, ptr %arrayidx, align 4
  %inc = add nuw nsw i64 %k.027, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup7, label %for.body8, !llvm.loop !16
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: write) uwtable
define dso_local i32 @written(i32 noundef %c, i32 noundef %a, i32 noundef %b, ptr nocapture noundef writeonly %p) local_unnamed_addr #6 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.else, label %if.then

if.then:                                          ; preds = %entry
  store i32 %a, ptr %p, align 4
  %div = sdiv i32 %a, %b
  br label %if.end

if.else:                                          ; preds = %entry
  %mul = mul nsw i32 %b, %a
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %r.0 = phi i32 [ %div, %if.then ], [ %mul, %if.else ]
  %add = add nsw i32 %r.0, 1
  ret i32 %add
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #7

attributes #0 = { mustprogress nofree nosync nounwind optsize willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree norecurse nosync nounwind optsize memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree norecurse nosync nounwind optsize memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nofree norecurse nosync nounwind optsize memory(read, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
