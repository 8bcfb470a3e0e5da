; Every type, the library's functions and the intrinsic, with all fast-math flags: the root of a square is an absolute
; value.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: define double @library_double
; CHECK-NOT: sqrt
; CHECK-NOT: fmul
; CHECK: [[R:%.*]] = call fast double @llvm.fabs.f64(double %a)
; CHECK-NEXT: ret double [[R]]
define double @library_double(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

; CHECK-LABEL: define float @library_float
; CHECK-NOT: sqrt
; CHECK: [[R:%.*]] = call fast float @llvm.fabs.f32(float %a)
; CHECK-NEXT: ret float [[R]]
define float @library_float(float %a) {
  %square = fmul fast float %a, %a
  %root = call fast float @sqrtf(float %square)
  ret float %root
}

; CHECK-LABEL: define x86_fp80 @library_long_double
; CHECK-NOT: sqrt
; CHECK: [[R:%.*]] = call fast x86_fp80 @llvm.fabs.f80(x86_fp80 %a)
; CHECK-NEXT: ret x86_fp80 [[R]]
define x86_fp80 @library_long_double(x86_fp80 %a) {
  %square = fmul fast x86_fp80 %a, %a
  %root = call fast x86_fp80 @sqrtl(x86_fp80 %square)
  ret x86_fp80 %root
}

; CHECK-LABEL: define half @intrinsic_half
; CHECK-NOT: sqrt
; CHECK: [[R:%.*]] = call fast half @llvm.fabs.f16(half %a)
; CHECK-NEXT: ret half [[R]]
define half @intrinsic_half(half %a) {
  %square = fmul fast half %a, %a
  %root = call fast half @llvm.sqrt.f16(half %square)
  ret half %root
}

; CHECK-LABEL: define double @intrinsic_double
; CHECK-NOT: sqrt
; CHECK: [[R:%.*]] = call fast double @llvm.fabs.f64(double %a)
; CHECK-NEXT: ret double [[R]]
define double @intrinsic_double(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @llvm.sqrt.f64(double %square)
  ret double %root
}

; CHECK-LABEL: define <4 x float> @vector
; CHECK-NOT: sqrt
; CHECK: [[R:%.*]] = call fast <4 x float> @llvm.fabs.v4f32(<4 x float> %a)
; CHECK-NEXT: ret <4 x float> [[R]]
define <4 x float> @vector(<4 x float> %a) {
  %square = fmul fast <4 x float> %a, %a
  %root = call fast <4 x float> @llvm.sqrt.v4f32(<4 x float> %square)
  ret <4 x float> %root
}

; CHECK-LABEL: define <vscale x 2 x double> @scalable
; CHECK-NOT: sqrt
; CHECK: [[R:%.*]] = call fast <vscale x 2 x double> @llvm.fabs.nxv2f64(<vscale x 2 x double> %a)
; CHECK-NEXT: ret <vscale x 2 x double> [[R]]
define <vscale x 2 x double> @scalable(<vscale x 2 x double> %a) {
  %square = fmul fast <vscale x 2 x double> %a, %a
  %root = call fast <vscale x 2 x double> @llvm.sqrt.nxv2f64(<vscale x 2 x double> %square)
  ret <vscale x 2 x double> %root
}

; CHECK-LABEL: define double @both
; CHECK-NOT: sqrt
; CHECK: call fast double @llvm.fabs.f64(double %a)
; CHECK-NOT: sqrt
; CHECK: call fast double @llvm.fabs.f64(double %b)
; CHECK-NOT: sqrt
; CHECK: ret double
define double @both(double %a, double %b) {
  %a2 = fmul fast double %a, %a
  %ra = call fast double @sqrt(double %a2)
  %b2 = fmul fast double %b, %b
  %rb = call fast double @sqrt(double %b2)
  %sum = fadd fast double %ra, %rb
  ret double %sum
}

declare double @sqrt(double)
declare float @sqrtf(float)
declare x86_fp80 @sqrtl(x86_fp80)
declare half @llvm.sqrt.f16(half)
declare double @llvm.sqrt.f64(double)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <vscale x 2 x double> @llvm.sqrt.nxv2f64(<vscale x 2 x double>)
