; Types, values and blocks without names, code that nothing reaches, computed jumps, metadata of our own.
%0 = type { double, ptr }
%1 = type { i32, %0, [2 x %0] }
%2 = type opaque

@0 = private global %1 zeroinitializer
@targets = private constant [2 x ptr] [ptr blockaddress(@1, %10), ptr blockaddress(@1, %12)]
@kept = alias %1, ptr @0

define double @1(double %0, i64 %1, ptr %2) {
  %4 = fmul fast double %0, %0, !mark !0
  %5 = call fast double @sqrt(double %4), !mark !1
  %6 = getelementptr inbounds %1, ptr @0, i64 0, i32 2, i64 %1, i32 0
  store double %5, ptr %6
  %7 = getelementptr [2 x ptr], ptr @targets, i64 0, i64 %1
  %8 = load ptr, ptr %7
  indirectbr ptr %8, [label %10, label %12]

9:
  %again = fadd double %again, 1.0
  br label %9

10:
  %11 = freeze double %5
  ret double %11

12:
  %13 = call fast double @llvm.sqrt.f64(double %4)
  ret double %13
}

define void @2(ptr %0) personality ptr @personality {
  %2 = invoke double @sqrt(double 4.0) to label %3 unwind label %4
3:
  store double %2, ptr %0
  ret void
4:
  %5 = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %5
}

declare double @sqrt(double)
declare double @llvm.sqrt.f64(double)
declare i32 @personality(...)

!0 = !{!"a mark"}
!1 = distinct !{!1, !0}
