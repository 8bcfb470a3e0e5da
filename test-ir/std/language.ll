; A function with every kind of value, arguments behind a cast, a conditional, and one with a loop.
@g = global i32 7
declare double @sqrt(double)
declare i32 @ext(i32) 
declare i32 @pure(i32) memory(none) nounwind willreturn

define i32 @f(i32 %a, i32 %b, ptr %p, double %d, i1 %c) {
entry:
  %s = add nsw i32 %a, %b
  %t = add i32 %s, 0
  %w = sext i32 %a to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  %l = load i32, ptr %q
  store i32 %t, ptr %q
  br i1 %c, label %then, label %join

then:
  %e = call i32 @ext(i32 %l)
  %r = call i32 @pure(i32 %e)
  br label %join

join:
  %x = phi i32 [ %s, %entry ], [ %r, %then ]
  %fm = fmul fast double %d, %d
  %sq = call fast double @sqrt(double %fm)
  %cc = fptosi double %sq to i32
  %lg = load i32, ptr @g
  %m = mul i32 %x, %cc
  %n = add i32 %m, %lg
  ret i32 %n
}

define i32 @loop(ptr %p, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %acc = phi i32 [ 0, %entry ], [ %acc1, %body ]
  %ix = sext i32 %i to i64
  %g = getelementptr i32, ptr %p, i64 %ix
  %v = load i32, ptr %g
  %acc1 = add i32 %acc, %v
  %i1 = add i32 %i, 1
  %cmp = icmp slt i32 %i1, %n
  br i1 %cmp, label %body, label %exit
exit:
  ret i32 %acc1
}

define <2 x float> @vectors(<2 x float> %v, float %s) {
  %one = insertelement <2 x float> poison, float %s, i64 0
  %all = shufflevector <2 x float> %one, <2 x float> undef, <2 x i32> zeroinitializer
  %turned = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %p = fmul <2 x float> %all, %turned
  %q = fmul <2 x float> %p, <float 2.0, float 2.0>
  %r = fmul <2 x float> %q, <float 2.0, float 3.0>
  ret <2 x float> %r
}
