; The settings of the caller do not reach the compilers of a test: the report is where the command looks for it.
;
; RUN: rm -rf %t
; RUN: env IDIOM_REPORT=%t IDIOM_IDIOMS=SCoP IDIOM_MODE=off %idiom test --llvm %llvm %s | %FileCheck %s
; CHECK: 1 file, 1 expectation, LLVM [[#]]: all as expected
; RUN: not test -e %t
declare double @llvm.sqrt.f64(double)

; idiom: SqrtOfSquare
define double @f(double %a) {
  %p = fmul fast double %a, %a
  %r = call fast double @llvm.sqrt.f64(double %p)
  ret double %r
}
