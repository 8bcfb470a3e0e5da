; Near misses of the root of a square, which must not be rewritten. All of it stays as it is, text for text.
;
; RUN: %opt -passes=no-op-module -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -verify-each -S %s -o %t.after
; RUN: diff %t.before %t.after
; RUN: %FileCheck %s < %t.after

; CHECK-LABEL: @no_flags
; CHECK: call double @sqrt(
define double @no_flags(double %a) {
  %square = fmul double %a, %a
  %root = call double @sqrt(double %square)
  ret double %root
}

; CHECK-LABEL: @flags_on_the_square_only
; CHECK: call double @sqrt(
define double @flags_on_the_square_only(double %a) {
  %square = fmul fast double %a, %a
  %root = call double @sqrt(double %square)
  ret double %root
}

; CHECK-LABEL: @flags_on_the_root_only
; CHECK: call fast double @sqrt(
define double @flags_on_the_root_only(double %a) {
  %square = fmul double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

; No overflow or NaN is promised away; the rounding of the square is not.
; CHECK-LABEL: @flags_that_do_not_help
; CHECK: call nnan ninf nsz double @sqrt(
define double @flags_that_do_not_help(double %a) {
  %square = fmul nnan ninf nsz double %a, %a
  %root = call nnan ninf nsz double @sqrt(double %square)
  ret double %root
}

; CHECK-LABEL: @product_of_two
; CHECK: call fast double @sqrt(
define double @product_of_two(double %a, double %b) {
  %product = fmul fast double %a, %b
  %root = call fast double @sqrt(double %product)
  ret double %root
}

; CHECK-LABEL: @sum
; CHECK: call fast double @sqrt(
define double @sum(double %a) {
  %twice = fadd fast double %a, %a
  %root = call fast double @sqrt(double %twice)
  ret double %root
}

; CHECK-LABEL: @other_function
; CHECK: call fast double @cbrt(
define double @other_function(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @cbrt(double %square)
  ret double %root
}

; A conversion between the two: the square is rounded to float first.
; CHECK-LABEL: @through_a_conversion
; CHECK: call fast float @sqrtf(
define float @through_a_conversion(double %a) {
  %square = fmul fast double %a, %a
  %rounded = fptrunc double %square to float
  %root = call fast float @sqrtf(float %rounded)
  ret float %root
}

; CHECK-LABEL: @not_builtin
; CHECK: call fast double @sqrt(
define double @not_builtin(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square) #0
  ret double %root
}

; CHECK-LABEL: @no_builtins_here
; CHECK: call fast double @sqrt(
define double @no_builtins_here(double %a) #1 {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

; CHECK-LABEL: @not_this_builtin_here
; CHECK: call fast double @sqrt(
define double @not_this_builtin_here(double %a) #2 {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

; CHECK-LABEL: @strict
; CHECK: call double @llvm.experimental.constrained.sqrt.f64(
define double @strict(double %a) #3 {
  %square = call double @llvm.experimental.constrained.fmul.f64(double %a, double %a, metadata !"round.dynamic", metadata !"fpexcept.strict") #3
  %root = call double @llvm.experimental.constrained.sqrt.f64(double %square, metadata !"round.dynamic", metadata !"fpexcept.strict") #3
  ret double %root
}

; CHECK-LABEL: @strict_caller
; CHECK: call fast double @sqrt(
define double @strict_caller(double %a) #3 {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square) #3
  ret double %root
}

; CHECK-LABEL: @must_tail
; CHECK: musttail call fast double @sqrt(
define double @must_tail(double %a) {
  %square = fmul fast double %a, %a
  %root = musttail call fast double @sqrt(double %square)
  ret double %root
}

; CHECK-LABEL: @indirect
; CHECK: call fast double %sqrt(
define double @indirect(double %a, ptr %sqrt) {
  %square = fmul fast double %a, %a
  %root = call fast double %sqrt(double %square)
  ret double %root
}

declare double @sqrt(double)
declare float @sqrtf(float)
declare double @cbrt(double)
declare double @llvm.experimental.constrained.fmul.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)

attributes #0 = { nobuiltin }
attributes #1 = { "no-builtins" }
attributes #2 = { "no-builtin-sqrt" }
attributes #3 = { strictfp }
