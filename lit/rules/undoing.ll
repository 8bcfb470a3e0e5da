; Rules that undo each other stop, and that is told.

; RUN: rm -rf %t && mkdir %t && %split-file %s %t
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-rules<file=%t/r.opt;unproven>' -pass-remarks-analysis=idiom -S %t/f.ll -o %t/out.ll 2>&1 | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=IR < %t/out.ll
; CHECK: rules still match in f after {{.*}}; some may undo each other
; CHECK-NOT: rules still match in g
; IR-LABEL: @f(
; IR: {{add|sub}} i32
; IR-LABEL: @g(
; IR-NEXT: %r = mul i32 %x, 5

;--- r.opt
Name: there
%r = add %x, C
  =>
%r = sub %x, -C

Name: and back
%r = sub %x, C
  =>
%r = add %x, -C
;--- f.ll
define i32 @f(i32 %x) {
  %r = add i32 %x, 5
  ret i32 %r
}

define i32 @g(i32 %x) {
  %r = mul i32 %x, 5
  ret i32 %r
}
