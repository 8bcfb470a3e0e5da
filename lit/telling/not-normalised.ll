; Instructions that a normalisation recognises but does not rewrite are reported once, with the reason.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-normalize,idiom-normalize -pass-remarks-missed=idiom -disable-output %s 2>&1 | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-normalize -pass-remarks-output=%t.yaml -disable-output %s
; RUN: %FileCheck --check-prefix=YAML %s < %t.yaml
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-or-to-add -pass-remarks-missed=idiom -disable-output %s 2>&1 | %FileCheck --check-prefix=ONE %s

; CHECK: remark: {{.*}}did not normalise %out in shifts: a shift by the width or more is poison
; CHECK-NEXT: did not normalise %lanes in shifts: the lanes are shifted by different amounts
; CHECK-NEXT: did not normalise %p in scalable: how many lanes there are is not known
; CHECK-NEXT: did not normalise %size in scalable: the size of a type is not known, or an index is wider than 64 bits
; CHECK-NEXT: did not normalise %q in mixed: some indices are scalars and some are vectors
; CHECK-NEXT: did not normalise %s in lanes: the lanes are chosen one by one
; CHECK-NEXT: did not normalise %wide in bits: which bits are set is not looked at in integers of more than 128 bits
; CHECK-NOT: did not

; YAML: --- !Missed
; YAML-NEXT: Pass:            idiom
; YAML-NEXT: Name:            IdiomNotLegal
; YAML: - Value: {{.*}}%out
; YAML: - Function: {{.*}}shifts
; YAML: - Reason: {{.*}}a shift by the width or more is poison

; ONE: did not normalise %wide in bits
; ONE-NOT: did not

define <2 x i32> @shifts(i32 %x, <2 x i32> %v, ptr %to) {
  %out = shl i32 %x, 32
  %fine = shl i32 %x, 31
  store i32 %out, ptr %to
  store i32 %fine, ptr %to
  %lanes = shl <2 x i32> %v, <i32 1, i32 2>
  ret <2 x i32> %lanes
}

define ptr @scalable(<vscale x 2 x ptr> %a, ptr %b, i64 %i) {
  %p = getelementptr i32, <vscale x 2 x ptr> %a, i64 1
  %e = extractelement <vscale x 2 x ptr> %p, i64 0
  store ptr %e, ptr %b
  %size = getelementptr <vscale x 2 x i32>, ptr %b, i64 %i
  ret ptr %size
}

define <2 x ptr> @mixed(ptr %a, <2 x i64> %v, i64 %i) {
  %q = getelementptr [8 x i32], ptr %a, <2 x i64> %v, i64 %i
  ret <2 x ptr> %q
}

define <2 x ptr> @lanes(<2 x ptr> %a, <2 x i64> %i, <2 x i1> %c) {
  %p = getelementptr i32, <2 x ptr> %a, <2 x i64> %i
  %q = getelementptr i32, <2 x ptr> %a, <2 x i64> <i64 1, i64 1>
  %s = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %q
  ret <2 x ptr> %s
}

define i129 @bits(i129 %x, i129 %y) {
  %wide = or i129 %x, %y
  ret i129 %wide
}
