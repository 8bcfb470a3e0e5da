; The rewrite of idiom-sqrt-of-square, declared for single numbers, compared with that pass.
;
; RUN: env IDIOM_APPLY=%S/Inputs/sqrt.candl %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s | grep -v '^;\|^source' > %t.declared
; RUN: %opt -load-pass-plugin=%plugin -passes='function(idiom-sqrt-of-square<no-clean-up>,instsimplify,dce)' -S %s | grep -v '^;\|^source' > %t.written
; RUN: %FileCheck %s < %t.declared
; RUN: %FileCheck %s < %t.written
;
; What that pass leaves alone is left alone.
; RUN: env IDIOM_APPLY=%S/Inputs/sqrt.candl %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %S/../sqrt/near-miss.ll | grep -v 'ModuleID\|source_filename' > %t.near
; RUN: %opt -passes=no-op-module -S %S/../sqrt/near-miss.ll | grep -v 'ModuleID\|source_filename' > %t.plain
; RUN: diff %t.plain %t.near

; CHECK-LABEL: @square(
; CHECK-NOT: sqrt
; CHECK: call {{.*}}double @llvm.fabs.f64(double %a)
define double @square(double %a) {
  %s = fmul fast double %a, %a
  %r = call fast double @llvm.sqrt.f64(double %s)
  ret double %r
}

; CHECK-LABEL: @square_of_floats(
; CHECK-NOT: sqrt
; CHECK: call {{.*}}float @llvm.fabs.f32(float %a)
define float @square_of_floats(float %a) {
  %s = fmul fast float %a, %a
  %r = call fast float @llvm.sqrt.f32(float %s)
  ret float %r
}

; CHECK-LABEL: @product(
; CHECK: call {{.*}}double @llvm.fabs.f64(double %a)
; CHECK: call {{.*}}double @llvm.sqrt.f64(double %b)
; CHECK: fmul
define double @product(double %a, double %b) {
  %s = fmul fast double %a, %b
  %t = fmul fast double %s, %a
  %r = call fast double @llvm.sqrt.f64(double %t)
  ret double %r
}

; CHECK-LABEL: @sum(
; CHECK: @llvm.sqrt.f64(double %s)
define double @sum(double %a) {
  %s = fadd fast double %a, %a
  %r = call fast double @llvm.sqrt.f64(double %s)
  ret double %r
}

; CHECK-LABEL: @no_flags(
; CHECK: @llvm.sqrt.f64(double %s)
define double @no_flags(double %a) {
  %s = fmul double %a, %a
  %r = call fast double @llvm.sqrt.f64(double %s)
  ret double %r
}

declare double @llvm.sqrt.f64(double)
declare float @llvm.sqrt.f32(float)
