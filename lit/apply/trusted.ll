; A trusted rewrite is applied where the flags and the code around allow it.
;
; RUN: rm -rf %t && mkdir %t
; RUN: env IDIOM_APPLY=%S/Inputs/hypot.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -verify-each -S %s 2> %t/log | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=LOG < %t/log
;
; The module defines the symbol, or has another one of that name.
; RUN: sed 's/^; define //' %s > %t/defined.ll
; RUN: env IDIOM_APPLY=%S/Inputs/hypot.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %t/defined.ll 2>&1 | %FileCheck %s --check-prefix=DEFINED
; RUN: sed 's/^; other //' %s > %t/other.ll
; RUN: env IDIOM_APPLY=%S/Inputs/hypot.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %t/other.ll 2>&1 | %FileCheck %s --check-prefix=OTHER
;
; define define internal double @hypot(double %x, double %y) { ret double %x }
; other declare float @hypot(float, float)
; An alias or an ifunc of that name, a device, an interrupt handler, and a copy of what another module defines.
; RUN: sed 's/^; alias //' %s > %t/alias.ll
; RUN: env IDIOM_APPLY=%S/Inputs/hypot.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %t/alias.ll 2>&1 | %FileCheck %s --check-prefix=OTHER
; RUN: sed 's/^; ifunc //' %s > %t/ifunc.ll
; RUN: env IDIOM_APPLY=%S/Inputs/hypot.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %t/ifunc.ll 2>&1 | %FileCheck %s --check-prefix=OTHER
; RUN: sed 's/^; device //' %s > %t/device.ll
; RUN: env IDIOM_APPLY=%S/Inputs/hypot.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %t/device.ll 2>&1 | %FileCheck %s --check-prefix=DEVICE
; RUN: sed 's/^define double @fast/define available_externally double @fast/' %s > %t/copy.ll
; RUN: env IDIOM_APPLY=%S/Inputs/hypot.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %t/copy.ll 2>&1 | %FileCheck %s --check-prefix=COPY
; RUN: sed 's/^define double @fast.*/define double @fast(double %%x, double %%y) "interrupt" {/' %s > %t/interrupt.ll
; RUN: env IDIOM_APPLY=%S/Inputs/hypot.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %t/interrupt.ll 2>&1 | %FileCheck %s --check-prefix=INTERRUPT
;
; alias define internal double @own(double %x, double %y) { ret double %x }
; alias @hypot = alias double (double, double), ptr @own
; ifunc define internal ptr @resolve() { ret ptr null }
; ifunc @hypot = ifunc double (double, double), ptr @resolve
; device target triple = "nvptx64-nvidia-cuda"
; DEVICE-NOT: rewrote
; DEVICE: may not be called here: the target is a device
; COPY-NOT: rewrote
; COPY: did not rewrite LengthByHypot in fast: `hypot` may not be called here: the function is a copy
; INTERRUPT-NOT: rewrote
; INTERRUPT: did not rewrite LengthByHypot in fast: `hypot` may not be called here: the function handles interrupts
; DEFINED: `hypot` is defined in this module
; OTHER: `hypot` is something else in this module

; LOG: rewrote LengthByHypot in fast: sqrt(fadd(fmul(%x, %x), fmul(%y, %y))) → hypot(%x, %y); trusting "hypot(x, y) is sqrt
; LOG: did not rewrite LengthByHypot in no_ninf: %s lacks ninf
; LOG: may not be called here

; CHECK-LABEL: @fast(
; CHECK-NEXT: %r = call reassoc nsz arcp contract afn double @hypot(double %x, double %y) #[[PURE:[0-9]+]]
; CHECK-NEXT: ret double %r
define double @fast(double %x, double %y) {
  %xx = fmul fast double %x, %x
  %yy = fmul fast double %y, %y
  %s = fadd fast double %xx, %yy
  %r = call fast double @llvm.sqrt.f64(double %s)
  ret double %r
}

; CHECK-LABEL: @no_ninf(
; CHECK: @llvm.sqrt
define double @no_ninf(double %x, double %y) {
  %xx = fmul fast double %x, %x
  %yy = fmul fast double %y, %y
  %s = fadd reassoc nnan nsz double %xx, %yy
  %r = call fast double @llvm.sqrt.f64(double %s)
  ret double %r
}

; A call that sets errno stays.
; CHECK-LABEL: @errno(
; CHECK: @sqrt(
define double @errno(double %x, double %y) {
  %xx = fmul fast double %x, %x
  %yy = fmul fast double %y, %y
  %s = fadd fast double %xx, %yy
  %r = call fast double @sqrt(double %s)
  ret double %r
}

; A float that is widened: hypot of what was computed in float is another one.
; CHECK-LABEL: @widened(
; CHECK: @llvm.sqrt
define double @widened(float %x, float %y) {
  %xx = fmul fast float %x, %x
  %yy = fmul fast float %y, %y
  %s = fadd fast float %xx, %yy
  %w = fpext float %s to double
  %r = call fast double @llvm.sqrt.f64(double %w)
  ret double %r
}

; CHECK-LABEL: @strict(
; CHECK: @llvm.sqrt
define double @strict(double %x, double %y) strictfp {
  %xx = fmul fast double %x, %x
  %yy = fmul fast double %y, %y
  %s = fadd fast double %xx, %yy
  %r = call fast double @llvm.sqrt.f64(double %s)
  ret double %r
}

; CHECK-LABEL: @freestanding(
; CHECK: @llvm.sqrt
define double @freestanding(double %x, double %y) "no-builtin-hypot" {
  %xx = fmul fast double %x, %x
  %yy = fmul fast double %y, %y
  %s = fadd fast double %xx, %yy
  %r = call fast double @llvm.sqrt.f64(double %s)
  ret double %r
}

; CHECK: attributes #[[PURE]] = { nounwind willreturn memory(none) }
declare double @llvm.sqrt.f64(double)
declare double @sqrt(double)
