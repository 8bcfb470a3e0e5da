define double @fast(double %x, double %y, i1 %c) {
  %a = fadd fast double %x, %y
  %b = fsub reassoc double %a, %y
  %c1 = fmul nnan ninf double %b, %y
  %d = fdiv arcp contract double %c1, %y
  %e = frem afn nsz double %d, %y
  %f = fneg nsz double %e
  %g = fcmp nnan olt double %f, 0.0
  %h = select fast i1 %g, double %f, double %x
  %i = call fast double @llvm.fabs.f64(double %h)
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %p = phi reassoc double [ %i, %0 ], [ %h, %then ]
  %plain = fadd double %p, %p
  ret double %plain
}

define i32 @integers(i32 %x, i32 %y, ptr %p) {
  %a = add nsw i32 %x, %y
  %b = sub nuw i32 %a, %y
  %c = mul nuw nsw i32 %b, %y
  %d = shl nsw i32 %c, 1
  %e = udiv exact i32 %d, 2
  %f = sdiv i32 %e, %y
  %g = ashr exact i32 %f, 1
  %h = lshr i32 %g, 1
  %q = getelementptr inbounds i32, ptr %p, i32 %h
  %r = getelementptr i32, ptr %q, i32 %h
  %l = load i32, ptr %r
  ret i32 %l
}

declare double @llvm.fabs.f64(double)
