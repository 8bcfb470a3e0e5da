; ModuleID = 'regions.c'
source_filename = "regions.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind optsize uwtable
define dso_local void @if_then(i32 noundef %c) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @f() #2
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  tail call void @g() #2
  ret void
}

; Function Attrs: optsize
declare void @f() local_unnamed_addr #1

; Function Attrs: optsize
declare void @g() local_unnamed_addr #1

; Function Attrs: nounwind optsize uwtable
define dso_local void @if_else(i32 noundef %c) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.else, label %if.then

if.then:                                          ; preds = %entry
  tail call void @f() #2
  br label %if.end

if.else:                                          ; preds = %entry
  tail call void @g() #2
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  tail call void @h() #2
  ret void
}

; Function Attrs: optsize
declare void @h() local_unnamed_addr #1

; Function Attrs: nounwind optsize uwtable
define dso_local void @guarded(ptr nocapture noundef writeonly %a, i64 noundef %n) local_unnamed_addr #0 {
entry:
  %cmp = icmp sgt i64 %n, 0
  br i1 %cmp, label %do.body, label %if.end

do.body:                                          ; preds = %entry, %do.body
  %i.0 = phi i64 [ %inc, %do.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds float, ptr %a, i64 %i.0
  store float 1.000000e+00, ptr %arrayidx, align 4
  %inc = add nuw nsw i64 %i.0, 1
  %cmp1.not = icmp eq i64 %inc, %n
  br i1 %cmp1.not, label %if.end, label %do.body, !llvm.loop !4

if.end:                                           ; preds = %do.body, %entry
  tail call void @f() #2
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @in_sequence(i32 noundef %c, i32 noundef %d) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @f() #2
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %tobool1.not = icmp eq i32 %d, 0
  br i1 %tobool1.not, label %if.end3, label %if.then2

if.then2:                                         ; preds = %if.end
  tail call void @g() #2
  br label %if.end3

if.end3:                                          ; preds = %if.then2, %if.end
  tail call void @h() #2
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @nested(i32 noundef %c, i32 noundef %d) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.end3, label %if.then

if.then:                                          ; preds = %entry
  tail call void @f() #2
  %tobool1.not = icmp eq i32 %d, 0
  br i1 %tobool1.not, label %if.end, label %if.then2

if.then2:                                         ; preds = %if.then
  tail call void @g() #2
  br label %if.end

if.end:                                           ; preds = %if.then2, %if.then
  tail call void @f() #2
  br label %if.end3

if.end3:                                          ; preds = %if.end, %entry
  tail call void @h() #2
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @nested_at_the_end(i32 noundef %c, i32 noundef %d) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.end3, label %if.then

if.then:                                          ; preds = %entry
  tail call void @f() #2
  %tobool1.not = icmp eq i32 %d, 0
  br i1 %tobool1.not, label %if.end3, label %if.then2

if.then2:                                         ; preds = %if.then
  tail call void @g() #2
  br label %if.end3

if.end3:                                          ; preds = %if.then, %if.then2, %entry
  tail call void @h() #2
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local i32 @early_return(i32 noundef %c) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @f() #2
  br label %return

if.end:                                           ; preds = %entry
  tail call void @g() #2
  br label %return

return:                                           ; preds = %if.end, %if.then
  %retval.0 = phi i32 [ 1, %if.then ], [ 2, %if.end ]
  ret i32 %retval.0
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @three_ways(i32 noundef %c) local_unnamed_addr #0 {
entry:
  switch i32 %c, label %sw.epilog [
    i32 1, label %sw.bb
    i32 2, label %sw.bb1
    i32 3, label %sw.bb2
  ]

sw.bb:                                            ; preds = %entry
  tail call void @f() #2
  br label %sw.epilog

sw.bb1:                                           ; preds = %entry
  tail call void @g() #2
  br label %sw.epilog

sw.bb2:                                           ; preds = %entry
  tail call void @h() #2
  br label %sw.epilog

sw.epilog:                                        ; preds = %entry, %sw.bb2, %sw.bb1, %sw.bb
  tail call void @f() #2
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @shared_arm(i32 noundef %c, i32 noundef %d) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %other, label %if.then

if.then:                                          ; preds = %entry
  tail call void @f() #2
  %tobool1.not = icmp eq i32 %d, 0
  br i1 %tobool1.not, label %if.end, label %other

if.end:                                           ; preds = %if.then
  tail call void @g() #2
  br label %if.end3

other:                                            ; preds = %entry, %if.then
  tail call void @h() #2
  br label %if.end3

if.end3:                                          ; preds = %other, %if.end
  tail call void @f() #2
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @either(i32 noundef %c, i32 noundef %d) local_unnamed_addr #0 {
entry:
  %0 = or i32 %d, %c
  %or.cond.not = icmp eq i32 %0, 0
  br i1 %or.cond.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  tail call void @h() #2
  br label %if.end

if.end:                                           ; preds = %entry, %if.then
  tail call void @f() #2
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @either_call(i32 noundef %c, i32 noundef %d) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.end, label %yes

if.end:                                           ; preds = %entry
  tail call void @f() #2
  %tobool1.not = icmp eq i32 %d, 0
  br i1 %tobool1.not, label %if.end3, label %yes

yes:                                              ; preds = %if.end, %entry
  tail call void @h() #2
  br label %if.end3

if.end3:                                          ; preds = %yes, %if.end
  tail call void @f() #2
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local void @never_back(i32 noundef %c) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq i32 %c, 0
  br i1 %tobool.not, label %if.end, label %for.cond

for.cond:                                         ; preds = %entry, %for.cond
  tail call void @f() #2
  br label %for.cond, !llvm.loop !7

if.end:                                           ; preds = %entry
  tail call void @g() #2
  ret void
}

attributes #0 = { nounwind optsize uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { optsize "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind optsize }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !6}
