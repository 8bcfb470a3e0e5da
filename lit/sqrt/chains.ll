; Factors that stay under the root may be negative where the product is zero: the new root has no `nnan`.
;
; Squares inside a longer product come out of the root, in any association and order; what is left stays under it.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: define double @one_square
; CHECK-DAG: call fast double @llvm.fabs.f64(double %a)
; CHECK-DAG: call reassoc ninf nsz arcp contract afn double @sqrt(double %b)
; CHECK-NOT: sqrt
; CHECK: ret double
define double @one_square(double %a, double %b) {
  %aa = fmul fast double %a, %a
  %aab = fmul fast double %aa, %b
  %root = call fast double @sqrt(double %aab)
  ret double %root
}

; CHECK-LABEL: define double @other_association
; CHECK-DAG: call fast double @llvm.fabs.f64(double %a)
; CHECK-DAG: call reassoc ninf nsz arcp contract afn double @sqrt(double %b)
; CHECK-NOT: sqrt
; CHECK: ret double
define double @other_association(double %a, double %b) {
  %ab = fmul fast double %a, %b
  %aab = fmul fast double %a, %ab
  %root = call fast double @sqrt(double %aab)
  ret double %root
}

; CHECK-LABEL: define double @all_squares
; CHECK-NOT: sqrt
; CHECK: call reassoc nsz arcp contract afn double @llvm.fabs.f64(
; CHECK-NOT: sqrt
; CHECK: ret double
define double @all_squares(double %a, double %b, double %c) {
  %1 = fmul fast double %a, %b
  %2 = fmul fast double %1, %a
  %3 = fmul fast double %2, %c
  %4 = fmul fast double %3, %b
  %5 = fmul fast double %4, %c
  %root = call fast double @sqrt(double %5)
  ret double %root
}

; No factor occurs twice.
; CHECK-LABEL: define double @no_square
; CHECK: %root = call fast double @sqrt(double %abc)
; CHECK-NEXT: ret double %root
define double @no_square(double %a, double %b, double %c) {
  %ab = fmul fast double %a, %b
  %abc = fmul fast double %ab, %c
  %root = call fast double @sqrt(double %abc)
  ret double %root
}

; One multiplication in the middle may not be reassociated.
; CHECK-LABEL: define double @a_link_without_flags
; CHECK: %root = call fast double @sqrt(double %aab)
; CHECK-NEXT: ret double %root
define double @a_link_without_flags(double %a, double %b) {
  %ab = fmul double %a, %b
  %aab = fmul fast double %a, %ab
  %root = call fast double @sqrt(double %aab)
  ret double %root
}

; The product is wanted anyway: taking it apart would add a multiplication and save nothing.
; CHECK-LABEL: define double @product_wanted_elsewhere
; CHECK: store double %aab, ptr %p
; CHECK: %root = call fast double @sqrt(double %aab)
; CHECK-NEXT: ret double %root
define double @product_wanted_elsewhere(double %a, double %b, ptr %p) {
  %ab = fmul fast double %a, %b
  %aab = fmul fast double %a, %ab
  store double %aab, ptr %p
  %root = call fast double @sqrt(double %aab)
  ret double %root
}

declare double @sqrt(double)
