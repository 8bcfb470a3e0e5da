; ModuleID = 'large.c'
source_filename = "large.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree nosync nounwind optsize memory(argmem: readwrite) uwtable
define dso_local void @kernels(ptr noalias nocapture noundef %a, ptr noalias nocapture noundef readonly %b, ptr noalias nocapture noundef %c, ptr noalias nocapture noundef %d, i64 noundef %n, i64 noundef %m, i64 noundef %p, double noundef %alpha) local_unnamed_addr #0 {
entry:
  %cmp257 = icmp sgt i64 %n, 0
  br i1 %cmp257, label %for.cond1.preheader.lr.ph, label %for.cond68.preheader

for.cond1.preheader.lr.ph:                        ; preds = %entry
  %cmp2255 = icmp sgt i64 %m, 0
  %cmp7253 = icmp sgt i64 %p, 0
  br label %for.cond1.preheader

for.cond1.preheader:                              ; preds = %for.cond1.preheader.lr.ph, %for.cond.cleanup3
  %i.0258 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc26, %for.cond.cleanup3 ]
  br i1 %cmp2255, label %for.body4.lr.ph, label %for.cond.cleanup3

for.body4.lr.ph:                                  ; preds = %for.cond1.preheader
  %mul = mul nsw i64 %i.0258, %m
  %mul10 = mul nsw i64 %i.0258, %p
  br label %for.body4

for.cond29.preheader:                             ; preds = %for.cond.cleanup3
  br i1 %cmp257, label %for.cond34.preheader.lr.ph, label %for.cond68.preheader

for.cond34.preheader.lr.ph:                       ; preds = %for.cond29.preheader
  %cmp35262 = icmp sgt i64 %m, 0
  %cmp43259 = icmp sgt i64 %p, 0
  br label %for.cond34.preheader

for.cond.cleanup3:                                ; preds = %for.cond.cleanup8, %for.cond1.preheader
  %inc26 = add nuw nsw i64 %i.0258, 1
  %exitcond281.not = icmp eq i64 %inc26, %n
  br i1 %exitcond281.not, label %for.cond29.preheader, label %for.cond1.preheader, !llvm.loop !4

for.body4:                                        ; preds = %for.body4.lr.ph, %for.cond.cleanup8
  %j.0256 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc23, %for.cond.cleanup8 ]
  %add = add nsw i64 %j.0256, %mul
  %arrayidx = getelementptr inbounds double, ptr %c, i64 %add
  %0 = load double, ptr %arrayidx, align 8
  %mul5 = fmul double %0, %alpha
  store double %mul5, ptr %arrayidx, align 8
  br i1 %cmp7253, label %for.body9, label %for.cond.cleanup8

for.cond6.for.cond.cleanup8_crit_edge:            ; preds = %for.body9
  store double %add21, ptr %arrayidx, align 8
  br label %for.cond.cleanup8

for.cond.cleanup8:                                ; preds = %for.cond6.for.cond.cleanup8_crit_edge, %for.body4
  %inc23 = add nuw nsw i64 %j.0256, 1
  %exitcond280.not = icmp eq i64 %inc23, %m
  br i1 %exitcond280.not, label %for.cond.cleanup3, label %for.body4, !llvm.loop !7

for.body9:                                        ; preds = %for.body4, %for.body9
  %1 = phi double [ %add21, %for.body9 ], [ %mul5, %for.body4 ]
  %k.0254 = phi i64 [ %inc, %for.body9 ], [ 0, %for.body4 ]
  %add11 = add nsw i64 %k.0254, %mul10
  %arrayidx12 = getelementptr inbounds double, ptr %a, i64 %add11
  %2 = load double, ptr %arrayidx12, align 8
  %mul13 = fmul double %2, %alpha
  %mul14 = mul nsw i64 %k.0254, %m
  %add15 = add nsw i64 %mul14, %j.0256
  %arrayidx16 = getelementptr inbounds double, ptr %b, i64 %add15
  %3 = load double, ptr %arrayidx16, align 8
  %mul17 = fmul double %mul13, %3
  %add21 = fadd double %1, %mul17
  %inc = add nuw nsw i64 %k.0254, 1
  %exitcond.not = icmp eq i64 %inc, %p
  br i1 %exitcond.not, label %for.cond6.for.cond.cleanup8_crit_edge, label %for.body9, !llvm.loop !8

for.cond34.preheader:                             ; preds = %for.cond34.preheader.lr.ph, %for.cond.cleanup36
  %i28.0265 = phi i64 [ 0, %for.cond34.preheader.lr.ph ], [ %inc66, %for.cond.cleanup36 ]
  br i1 %cmp35262, label %for.body37.lr.ph, label %for.cond.cleanup36

for.body37.lr.ph:                                 ; preds = %for.cond34.preheader
  %mul38 = mul nsw i64 %i28.0265, %m
  %mul46 = mul nsw i64 %i28.0265, %p
  br label %for.body37

for.cond68.preheader:                             ; preds = %for.cond.cleanup36, %entry, %for.cond29.preheader
  %cmp69270 = icmp sgt i64 %p, 0
  br i1 %cmp69270, label %for.cond73.preheader.lr.ph, label %for.cond119.preheader

for.cond73.preheader.lr.ph:                       ; preds = %for.cond68.preheader
  %sub = add i64 %n, -1
  %cmp74268 = icmp sgt i64 %n, 2
  %cmp80266 = icmp sgt i64 %m, 2
  %4 = add i64 %m, -2
  br label %for.cond73.preheader

for.cond.cleanup36:                               ; preds = %for.cond.cleanup44, %for.cond34.preheader
  %inc66 = add nuw nsw i64 %i28.0265, 1
  %exitcond284.not = icmp eq i64 %inc66, %n
  br i1 %exitcond284.not, label %for.cond68.preheader, label %for.cond34.preheader, !llvm.loop !9

for.body37:                                       ; preds = %for.body37.lr.ph, %for.cond.cleanup44
  %j33.0263 = phi i64 [ 0, %for.body37.lr.ph ], [ %add51, %for.cond.cleanup44 ]
  %add39 = add nsw i64 %j33.0263, %mul38
  %arrayidx40 = getelementptr inbounds double, ptr %d, i64 %add39
  %add51 = add nuw nsw i64 %j33.0263, 1
  br i1 %cmp43259, label %for.body45, label %for.cond.cleanup44

for.cond.cleanup44:                               ; preds = %for.body45, %for.body37
  %storemerge.lcssa = phi double [ 0.000000e+00, %for.body37 ], [ %add58, %for.body45 ]
  store double %storemerge.lcssa, ptr %arrayidx40, align 8
  %exitcond283.not = icmp eq i64 %add51, %m
  br i1 %exitcond283.not, label %for.cond.cleanup36, label %for.body37, !llvm.loop !10

for.body45:                                       ; preds = %for.body37, %for.body45
  %k41.0261 = phi i64 [ %add49, %for.body45 ], [ 0, %for.body37 ]
  %storemerge260 = phi double [ %add58, %for.body45 ], [ 0.000000e+00, %for.body37 ]
  %add47 = add nsw i64 %k41.0261, %mul46
  %arrayidx48 = getelementptr inbounds double, ptr %c, i64 %add47
  %5 = load double, ptr %arrayidx48, align 8
  %call = tail call double @weight(double noundef %5) #2
  %add49 = add nuw nsw i64 %k41.0261, 1
  %mul50 = mul nsw i64 %add49, %m
  %add52 = add i64 %add51, %mul50
  %arrayidx53 = getelementptr inbounds double, ptr %b, i64 %add52
  %6 = load double, ptr %arrayidx53, align 8
  %mul54 = fmul double %call, %6
  %add58 = fadd double %storemerge260, %mul54
  %exitcond282.not = icmp eq i64 %add49, %p
  br i1 %exitcond282.not, label %for.cond.cleanup44, label %for.body45, !llvm.loop !11

for.cond73.preheader:                             ; preds = %for.cond73.preheader.lr.ph, %for.cond.cleanup75
  %t.0271 = phi i64 [ 0, %for.cond73.preheader.lr.ph ], [ %inc116, %for.cond.cleanup75 ]
  br i1 %cmp74268, label %for.cond78.preheader, label %for.cond.cleanup75

for.cond119.preheader:                            ; preds = %for.cond.cleanup75, %for.cond68.preheader
  br i1 %cmp257, label %for.cond129.preheader.lr.ph, label %for.cond.cleanup121

for.cond78.preheader:                             ; preds = %for.cond73.preheader, %for.cond.cleanup81
  %i72.0269 = phi i64 [ %inc113.pre-phi, %for.cond.cleanup81 ], [ 1, %for.cond73.preheader ]
  br i1 %cmp80266, label %for.body82.lr.ph, label %for.cond78.preheader.for.cond.cleanup81_crit_edge

for.cond78.preheader.for.cond.cleanup81_crit_edge: ; preds = %for.cond78.preheader
  %.pre289 = add nuw nsw i64 %i72.0269, 1
  br label %for.cond.cleanup81

for.body82.lr.ph:                                 ; preds = %for.cond78.preheader
  %mul83 = mul nsw i64 %i72.0269, %m
  %sub96 = add nsw i64 %i72.0269, -1
  %mul97 = mul nsw i64 %sub96, %m
  %add101 = add nuw nsw i64 %i72.0269, 1
  %mul102 = mul nsw i64 %add101, %m
  br label %for.body82

for.cond.cleanup75:                               ; preds = %for.cond.cleanup81, %for.cond73.preheader
  %inc116 = add nuw nsw i64 %t.0271, 1
  %exitcond287.not = icmp eq i64 %inc116, %p
  br i1 %exitcond287.not, label %for.cond119.preheader, label %for.cond73.preheader, !llvm.loop !12

for.cond.cleanup81:                               ; preds = %for.body82, %for.cond78.preheader.for.cond.cleanup81_crit_edge
  %inc113.pre-phi = phi i64 [ %.pre289, %for.cond78.preheader.for.cond.cleanup81_crit_edge ], [ %add101, %for.body82 ]
  %exitcond286.not = icmp eq i64 %inc113.pre-phi, %sub
  br i1 %exitcond286.not, label %for.cond.cleanup75, label %for.cond78.preheader, !llvm.loop !13

for.body82:                                       ; preds = %for.body82.lr.ph, %for.body82
  %j77.0267 = phi i64 [ 1, %for.body82.lr.ph ], [ %inc110, %for.body82 ]
  %add84 = add nsw i64 %j77.0267, %mul83
  %arrayidx85 = getelementptr inbounds double, ptr %b, i64 %add84
  %7 = load double, ptr %arrayidx85, align 8
  %sub88 = add nsw i64 %add84, -1
  %arrayidx89 = getelementptr inbounds double, ptr %b, i64 %sub88
  %8 = load double, ptr %arrayidx89, align 8
  %add90 = fadd double %7, %8
  %add93 = add nsw i64 %add84, 1
  %arrayidx94 = getelementptr inbounds double, ptr %b, i64 %add93
  %9 = load double, ptr %arrayidx94, align 8
  %add95 = fadd double %add90, %9
  %add98 = add nsw i64 %j77.0267, %mul97
  %arrayidx99 = getelementptr inbounds double, ptr %b, i64 %add98
  %10 = load double, ptr %arrayidx99, align 8
  %add100 = fadd double %add95, %10
  %add103 = add nsw i64 %j77.0267, %mul102
  %arrayidx104 = getelementptr inbounds double, ptr %b, i64 %add103
  %11 = load double, ptr %arrayidx104, align 8
  %add105 = fadd double %add100, %11
  %div = fdiv double %add105, 5.000000e+00
  %arrayidx108 = getelementptr inbounds double, ptr %a, i64 %add84
  store double %div, ptr %arrayidx108, align 8
  %inc110 = add nuw nsw i64 %j77.0267, 1
  %exitcond285.not = icmp eq i64 %j77.0267, %4
  br i1 %exitcond285.not, label %for.cond.cleanup81, label %for.body82, !llvm.loop !14

for.cond129.preheader.lr.ph:                      ; preds = %for.cond119.preheader, %for.cond.cleanup126
  %k118.0279 = phi i64 [ %inc157, %for.cond.cleanup126 ], [ 0, %for.cond119.preheader ]
  %mul140 = mul nsw i64 %k118.0279, %m
  br label %for.cond129.preheader

for.cond.cleanup121:                              ; preds = %for.cond.cleanup126, %for.cond119.preheader
  ret void

for.cond129.preheader:                            ; preds = %for.cond129.preheader.lr.ph, %for.cond.cleanup131
  %i123.0277 = phi i64 [ %k118.0279, %for.cond129.preheader.lr.ph ], [ %inc154, %for.cond.cleanup131 ]
  %cmp130272.not = icmp eq i64 %i123.0277, 0
  br i1 %cmp130272.not, label %for.cond.cleanup131, label %for.body132.lr.ph

for.body132.lr.ph:                                ; preds = %for.cond129.preheader
  %mul133 = mul nsw i64 %i123.0277, %m
  br label %for.body132

for.cond.cleanup126:                              ; preds = %for.cond.cleanup131
  %inc157 = add nuw nsw i64 %k118.0279, 1
  %exitcond288.not = icmp eq i64 %inc157, %n
  br i1 %exitcond288.not, label %for.cond.cleanup121, label %for.cond129.preheader.lr.ph, !llvm.loop !15

for.cond.cleanup131:                              ; preds = %for.inc145, %for.cond129.preheader
  %mul150.pre-phi = phi i64 [ 0, %for.cond129.preheader ], [ %mul133, %for.inc145 ]
  %s.0.lcssa = phi double [ 0.000000e+00, %for.cond129.preheader ], [ %s.1, %for.inc145 ]
  %call148 = tail call double @weight(double noundef %s.0.lcssa) #2
  %div149 = fdiv double %s.0.lcssa, %call148
  %add151 = add nsw i64 %mul150.pre-phi, %k118.0279
  %arrayidx152 = getelementptr inbounds double, ptr %d, i64 %add151
  store double %div149, ptr %arrayidx152, align 8
  %inc154 = add nuw nsw i64 %i123.0277, 1
  %cmp125 = icmp slt i64 %inc154, %n
  br i1 %cmp125, label %for.cond129.preheader, label %for.cond.cleanup126, !llvm.loop !16

for.body132:                                      ; preds = %for.body132.lr.ph, %for.inc145
  %j128.0274 = phi i64 [ 0, %for.body132.lr.ph ], [ %inc146, %for.inc145 ]
  %s.0273 = phi double [ 0.000000e+00, %for.body132.lr.ph ], [ %s.1, %for.inc145 ]
  %add134 = add nsw i64 %j128.0274, %mul133
  %arrayidx135 = getelementptr inbounds double, ptr %a, i64 %add134
  %12 = load double, ptr %arrayidx135, align 8
  %cmp136 = fcmp ogt double %12, %alpha
  br i1 %cmp136, label %if.then, label %for.inc145

if.then:                                          ; preds = %for.body132
  %add141 = add nsw i64 %j128.0274, %mul140
  %arrayidx142 = getelementptr inbounds double, ptr %c, i64 %add141
  %13 = load double, ptr %arrayidx142, align 8
  %mul143 = fmul double %12, %13
  %add144 = fadd double %s.0273, %mul143
  br label %for.inc145

for.inc145:                                       ; preds = %for.body132, %if.then
  %s.1 = phi double [ %add144, %if.then ], [ %s.0273, %for.body132 ]
  %inc146 = add nuw nsw i64 %j128.0274, 1
  %cmp130 = icmp ult i64 %inc146, %i123.0277
  br i1 %cmp130, label %for.body132, label %for.cond.cleanup131, !llvm.loop !17
}

; Function Attrs: mustprogress nofree nosync nounwind optsize willreturn memory(none)
declare double @weight(double noundef) local_unnamed_addr #1

attributes #0 = { nofree nosync nounwind optsize memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree nosync nounwind optsize willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind optsize willreturn memory(none) }

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
