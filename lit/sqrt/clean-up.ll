; A rewritten function is cleaned up: sums and products of the normal form go back to LLVM's preferred
; spelling, and unused instructions are removed. A function without rewrites stays as it is.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-normalize,idiom-sqrt-of-square' -verify-each -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-normalize,idiom-sqrt-of-square<no-clean-up>' -verify-each -S %s | %FileCheck --check-prefix=RAW %s

declare double @llvm.sqrt.f64(double)

; CHECK-LABEL: @rewritten(
; CHECK-NEXT: %[[O:.*]] = shl i64 %i, 4
; CHECK-NOT: mul
; CHECK-NOT: %unused
; CHECK: %[[R:.*]] = call fast double @llvm.fabs.f64(double
; CHECK-NEXT: ret double %[[R]]
; RAW-LABEL: @rewritten(
; RAW: mul i64 %i, 2
; RAW: %unused
; RAW: mul i64 %{{.*}}, 8
; RAW: fabs
define double @rewritten(ptr %a, i64 %i) {
  %twice = shl i64 %i, 1
  %unused = add i64 %twice, 5
  %odd = or i64 %twice, 1
  %p = getelementptr double, ptr %a, i64 %odd
  %x = load double, ptr %p
  %square = fmul fast double %x, %x
  %root = call fast double @llvm.sqrt.f64(double %square)
  ret double %root
}

; CHECK-LABEL: @left_alone(
; CHECK: mul i64 %i, 2
; CHECK: mul i64 %{{.*}}, 8
; CHECK: call {{.*}}double @llvm.sqrt.f64(
define double @left_alone(ptr %a, i64 %i, double %y) {
  %twice = shl i64 %i, 1
  %odd = or i64 %twice, 1
  %p = getelementptr double, ptr %a, i64 %odd
  %x = load double, ptr %p
  %product = fmul fast double %x, %y
  %root = call fast double @llvm.sqrt.f64(double %product)
  ret double %root
}
