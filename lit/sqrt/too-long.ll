; Factors behind up to 9 multiplications in a row are seen. A longer product is reported with the value at
; which the search stops, unless a square was found within it or there is none.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-sqrt-of-square' -pass-remarks=idiom -pass-remarks-analysis=idiom -disable-output %s 2>&1 | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfProduct>' -pass-remarks-analysis=idiom -disable-output %s 2>&1 | %FileCheck --check-prefix=FOUND %s
;
; CHECK: rewrote SqrtOfProduct in ten
; CHECK-NOT: reached a limit of SqrtOfProduct in ten:
; CHECK: reached a limit of SqrtOfProduct in thirteen: the specification goes no deeper than this value; there may be more (value = %p2)
; CHECK-NOT: nine
;
; FOUND-NOT: in ten:
; FOUND: reached a limit of SqrtOfProduct in thirteen:
; FOUND-NOT: nine

declare double @llvm.sqrt.f64(double)

; Nine multiplications: x0 stands at both ends.
define double @ten(double %x0, double %x1, double %x2, double %x3, double %x4, double %x5, double %x6, double %x7, double %x8) {
  %p0 = fmul fast double %x0, %x1
  %p1 = fmul fast double %p0, %x2
  %p2 = fmul fast double %p1, %x3
  %p3 = fmul fast double %p2, %x4
  %p4 = fmul fast double %p3, %x5
  %p5 = fmul fast double %p4, %x6
  %p6 = fmul fast double %p5, %x7
  %p7 = fmul fast double %p6, %x8
  %p8 = fmul fast double %p7, %x0
  %root = call fast double @llvm.sqrt.f64(double %p8)
  ret double %root
}

; Twelve multiplications.
define double @thirteen(double %x0, double %x1, double %x2, double %x3, double %x4, double %x5, double %x6, double %x7, double %x8, double %x9, double %x10, double %x11) {
  %p0 = fmul fast double %x0, %x1
  %p1 = fmul fast double %p0, %x2
  %p2 = fmul fast double %p1, %x3
  %p3 = fmul fast double %p2, %x4
  %p4 = fmul fast double %p3, %x5
  %p5 = fmul fast double %p4, %x6
  %p6 = fmul fast double %p5, %x7
  %p7 = fmul fast double %p6, %x8
  %p8 = fmul fast double %p7, %x9
  %p9 = fmul fast double %p8, %x10
  %p10 = fmul fast double %p9, %x11
  %p11 = fmul fast double %p10, %x0
  %root = call fast double @llvm.sqrt.f64(double %p11)
  ret double %root
}

; Eight multiplications, and no square.
define double @nine(double %x0, double %x1, double %x2, double %x3, double %x4, double %x5, double %x6, double %x7, double %x8) {
  %p0 = fmul fast double %x0, %x1
  %p1 = fmul fast double %p0, %x2
  %p2 = fmul fast double %p1, %x3
  %p3 = fmul fast double %p2, %x4
  %p4 = fmul fast double %p3, %x5
  %p5 = fmul fast double %p4, %x6
  %p6 = fmul fast double %p5, %x7
  %p7 = fmul fast double %p6, %x8
  %root = call fast double @llvm.sqrt.f64(double %p7)
  ret double %root
}
