; Code that nothing reaches may use values before they are computed. It stays, and the roots around are rewritten.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-sqrt-of-square<no-clean-up>' -verify-each -pass-remarks=idiom \
; RUN:   -pass-remarks-missed=idiom -S %s 2>%t.remarks | %FileCheck %s
; RUN: %FileCheck --check-prefix=REMARK %s < %t.remarks

; REMARK-COUNT-1: rewrote SqrtOfSquare
; REMARK: did not rewrite SqrtOfSquare in f: the call cannot be reached from the entry of the function (sqrt_call = %r2

; CHECK-LABEL: define double @f
; CHECK-NEXT: [[R:%.*]] = call fast double @llvm.fabs.f64(double %a)
; CHECK-NEXT: ret double [[R]]
; CHECK: dead:
; CHECK: %r2 = call fast double @sqrt(double %xx)
; CHECK: %r3 = call fast double @sqrt(double %s)
; CHECK: %r4 = call fast double @sqrt(double %m)
define double @f(double %a) {
  %aa = fmul fast double %a, %a
  %r1 = call fast double @sqrt(double %aa)
  ret double %r1
dead:
  %x = fadd fast double %x, 1.0
  %xx = fmul fast double %x, %x
  %r2 = call fast double @sqrt(double %xx)
  store double %r2, ptr null
  %s = fmul fast double %s, %s
  %r3 = call fast double @sqrt(double %s)
  store double %r3, ptr null
  %m = fmul fast double %n, %a
  %r4 = call fast double @sqrt(double %m)
  %n = fmul fast double %m, %a
  store double %r4, ptr null
  br label %dead
}

declare double @sqrt(double)
