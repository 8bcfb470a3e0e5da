; ModuleID = 'chains.c'
source_filename = "chains.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: write) uwtable
define dso_local i32 @sum_of_sums(ptr nocapture noundef writeonly %p, i32 noundef %a, i32 noundef %b, i32 noundef %c, i32 noundef %d) local_unnamed_addr #0 {
entry:
  %add = add nsw i32 %b, %a
  store i32 %add, ptr %p, align 4
  %add1 = add nsw i32 %d, %c
  %arrayidx2 = getelementptr inbounds i32, ptr %p, i64 1
  store i32 %add1, ptr %arrayidx2, align 4
  %add5 = add nsw i32 %add1, %add
  ret i32 %add5
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i32 @sum_of_three(i32 noundef %a, i32 noundef %b, i32 noundef %c) local_unnamed_addr #1 {
entry:
  %add = add nsw i32 %b, %a
  %add1 = add nsw i32 %add, %c
  ret i32 %add1
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i32 @difference(i32 noundef %a, i32 noundef %b, i32 noundef %c, i32 noundef %d) local_unnamed_addr #1 {
entry:
  %add1.neg = add i32 %b, %a
  %0 = add i32 %c, %d
  %sub = sub i32 %add1.neg, %0
  ret i32 %sub
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i32 @products(i32 noundef %a, i32 noundef %b, i32 noundef %c) local_unnamed_addr #1 {
entry:
  %mul = mul nsw i32 %b, %a
  %mul1 = mul nsw i32 %mul, %c
  ret i32 %mul1
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i32 @mixed(i32 noundef %a, i32 noundef %b, i32 noundef %c, i32 noundef %d) local_unnamed_addr #1 {
entry:
  %mul = mul nsw i32 %b, %a
  %mul1 = mul nsw i32 %d, %c
  %add = add nsw i32 %mul1, %mul
  ret i32 %add
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local float @float_products(float noundef %a, float noundef %b, float noundef %c) local_unnamed_addr #1 {
entry:
  %mul = fmul float %a, %b
  %mul1 = fmul float %mul, %c
  ret float %mul1
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local float @float_mixed(float noundef %a, float noundef %b, float noundef %c) local_unnamed_addr #1 {
entry:
  %mul = fmul float %a, %b
  %add = fadd float %mul, %c
  ret float %add
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) uwtable
define dso_local i32 @long_sum(ptr nocapture noundef readonly %a) local_unnamed_addr #2 {
entry:
  %0 = load i32, ptr %a, align 4
  %arrayidx1 = getelementptr inbounds i32, ptr %a, i64 1
  %1 = load i32, ptr %arrayidx1, align 4
  %add = add nsw i32 %1, %0
  %arrayidx2 = getelementptr inbounds i32, ptr %a, i64 2
  %2 = load i32, ptr %arrayidx2, align 4
  %add3 = add nsw i32 %add, %2
  %arrayidx4 = getelementptr inbounds i32, ptr %a, i64 3
  %3 = load i32, ptr %arrayidx4, align 4
  %add5 = add nsw i32 %add3, %3
  %arrayidx6 = getelementptr inbounds i32, ptr %a, i64 4
  %4 = load i32, ptr %arrayidx6, align 4
  %add7 = add nsw i32 %add5, %4
  %arrayidx8 = getelementptr inbounds i32, ptr %a, i64 5
  %5 = load i32, ptr %arrayidx8, align 4
  %add9 = add nsw i32 %add7, %5
  ret i32 %add9
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local float @wide(i32 noundef %n, double noundef %x, float noundef %y) local_unnamed_addr #1 {
entry:
  %mul = fmul double %x, %x
  %conv = fptrunc double %mul to float
  %mul1 = fmul float %conv, %y
  %conv2 = sitofp i32 %n to float
  %add = fadd float %mul1, %conv2
  ret float %add
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i64 @widened(i32 noundef %a, i32 noundef %b, i64 noundef %c) local_unnamed_addr #1 {
entry:
  %add = add nsw i32 %b, %a
  %conv = sext i32 %add to i64
  %add1 = add nsw i64 %conv, %c
  ret i64 %add1
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local i32 @or_ed(i32 noundef %a, i32 noundef %b) local_unnamed_addr #1 {
entry:
  %or = or i32 %b, %a
  ret i32 %or
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable
define dso_local void @no_value() local_unnamed_addr #1 {
entry:
  ret void
}

; Function Attrs: nounwind optsize uwtable
define dso_local i32 @eight(i32 noundef %a) local_unnamed_addr #3 {
entry:
  %call = tail call i32 @external(i32 noundef %a, i32 noundef 1, i32 noundef 2, i32 noundef 3, i32 noundef 4, i32 noundef 5, i32 noundef 6, i32 noundef 7) #5
  ret i32 %call
}

; Function Attrs: optsize
declare i32 @external(i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: nounwind optsize uwtable
define dso_local i32 @seven(i32 noundef %a) local_unnamed_addr #3 {
entry:
  %call = tail call i32 @external(i32 noundef %a, i32 noundef 1, i32 noundef 2, i32 noundef 3, i32 noundef 4, i32 noundef 5, i32 noundef 6, i32 noundef 6) #5
  ret i32 %call
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) uwtable
define dso_local i32 @loaded(ptr nocapture noundef readonly %p) local_unnamed_addr #2 {
entry:
  %0 = load i32, ptr %p, align 4
  ret i32 %0
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind optsize uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { optsize "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind optsize }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
