; Products that share multiplications, and roots that lie within products under other roots.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-sqrt-of-square<no-clean-up>' -verify-each -S %s | %FileCheck %s

; A factor of the second product is a multiplication of the first: it stays, and so does what it uses.
; CHECK-LABEL: define double @factor_is_part_elsewhere
; CHECK-NOT: sqrt
; CHECK: %bb = fmul fast double %b, %b
; CHECK-NEXT: %y = fmul fast double %bb, %a
; CHECK-NOT: sqrt
; CHECK: call fast double @llvm.fabs.f64(double %y)
; CHECK-NOT: sqrt
; CHECK: ret double
define double @factor_is_part_elsewhere(double %a, double %b) {
  %bb = fmul fast double %b, %b
  %y = fmul fast double %bb, %a
  %ya = fmul fast double %y, %a
  %first = call fast double @sqrt(double %ya)
  %yy = fmul fast double %y, %y
  %second = call fast double @sqrt(double %yy)
  %sum = fadd fast double %first, %second
  ret double %sum
}

; Two roots of one product: the product goes with the second.
; CHECK-LABEL: define double @two_roots_of_one_square
; CHECK-NOT: sqrt
; CHECK-NOT: fmul
; CHECK: fadd
; CHECK-NEXT: ret double
define double @two_roots_of_one_square(double %a) {
  %square = fmul fast double %a, %a
  %first = call fast double @sqrt(double %square)
  %second = call fast double @llvm.sqrt.f64(double %square)
  %sum = fadd fast double %first, %second
  ret double %sum
}

; The second of them may not be rewritten: the product stays.
; CHECK-LABEL: define double @one_root_of_two
; CHECK: %square = fmul fast double %a, %a
; CHECK-NEXT: call fast double @llvm.fabs.f64(double %a)
; CHECK-NEXT: %second = call double @sqrt(double %square)
define double @one_root_of_two(double %a) {
  %square = fmul fast double %a, %a
  %first = call fast double @sqrt(double %square)
  %second = call double @sqrt(double %square)
  %sum = fadd fast double %first, %second
  ret double %sum
}

; CHECK-LABEL: define double @root_of_root
; CHECK-NEXT: [[INNER:%.*]] = call fast double @llvm.fabs.f64(double %a)
; CHECK-NEXT: [[OUTER:%.*]] = call fast double @llvm.fabs.f64(double [[INNER]])
; CHECK-NEXT: [[B:%.*]] = call reassoc ninf nsz arcp contract afn double @sqrt(double %b)
; CHECK-NEXT: [[R:%.*]] = fmul reassoc ninf nsz arcp contract afn double [[OUTER]], [[B]]
; CHECK-NEXT: ret double [[R]]
define double @root_of_root(double %a, double %b) {
  %aa = fmul fast double %a, %a
  %inner = call fast double @sqrt(double %aa)
  %left = fmul fast double %inner, %b
  %product = fmul fast double %left, %inner
  %outer = call fast double @sqrt(double %product)
  ret double %outer
}

; One inner product that is used twice counts twice.
; CHECK-LABEL: define double @inner_product_twice
; CHECK-NEXT: [[P:%.*]] = fmul reassoc nsz arcp contract afn double %a, %b
; CHECK-NEXT: [[ABS:%.*]] = call reassoc nsz arcp contract afn double @llvm.fabs.f64(double [[P]])
; CHECK-NEXT: [[C:%.*]] = call reassoc ninf nsz arcp contract afn double @sqrt(double %c)
; CHECK-NEXT: [[R:%.*]] = fmul reassoc nsz arcp contract afn double [[ABS]], [[C]]
; CHECK-NEXT: ret double [[R]]
define double @inner_product_twice(double %a, double %b, double %c) {
  %ab = fmul fast double %a, %b
  %abc = fmul fast double %ab, %c
  %product = fmul fast double %abc, %ab
  %root = call fast double @sqrt(double %product)
  ret double %root
}

; The product is computed before the loop, the root within it.
; CHECK-LABEL: define void @over_blocks
; CHECK: loop:
; CHECK: call fast double @llvm.fabs.f64(double %a)
; CHECK-NOT: sqrt
; CHECK: br i1
define void @over_blocks(double %a, ptr %p, i64 %n) {
entry:
  %square = fmul fast double %a, %a
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %root = call fast double @sqrt(double %square)
  %q = getelementptr double, ptr %p, i64 %i
  store double %root, ptr %q
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare double @sqrt(double)
declare double @llvm.sqrt.f64(double)
