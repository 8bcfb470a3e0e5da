define void @hints(ptr %p, i1 %c) {
  %slot = alloca i64
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)
  store i64 1, ptr %slot
  br label %next

next:
  call void @llvm.assume(i1 %c)
  call void @llvm.donothing()
  call void @bundled(i1 %c) [ "deopt"(i32 1, ptr %p) ]
  ret void
}

define double @constrained(double %x, double %y) strictfp {
  %a = call double @llvm.experimental.constrained.fadd.f64(double %x, double %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %b = call double @sqrt(double %a) strictfp
  %c = call i32 @integer(i32 1) strictfp
  %d = add i32 %c, 1
  %e = fneg double %b
  ret double %e
}

define double @not_the_library(double %x) "no-builtin-sqrt" {
  %a = call double @sqrt(double %x)
  %b = call double @cbrt(double %a)
  %c = call double @cbrt(double %b) nobuiltin
  ret double %c
}

define double @no_library_at_all(double %x) "no-builtins" {
  %a = call double @cbrt(double %x)
  %b = call double @llvm.fabs.f64(double %a)
  ret double %b
}

declare double @sqrt(double)
declare double @cbrt(double) nounwind
declare double @llvm.fabs.f64(double)
declare i32 @integer(i32)
declare void @bundled(i1)
declare void @llvm.assume(i1)
declare void @llvm.donothing()
declare void @llvm.pseudoprobe(i64, i64, i32, i64)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)

!0 = distinct !{!0, !"domain"}
!1 = distinct !{!1, !0, !"scope"}
!2 = !{!1}
