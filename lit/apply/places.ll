; Places of rewrites, and obstacles in the code around a match, which no trust overrides.
;
; RUN: env IDIOM_APPLY=%S/Inputs/places.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -verify-each -S %s 2> %t.log | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=LOG < %t.log
;
; Two that undo each other come to an end, with the same text every time.
; RUN: env IDIOM_APPLY=%S/Inputs/undo.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s -o %t.undo.ll 2> %t.undo.log
; RUN: %FileCheck %s --check-prefix=UNDO < %t.undo.log
; RUN: env IDIOM_APPLY=%S/Inputs/undo.candl %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s -o %t.again.ll
; RUN: diff %t.undo.ll %t.again.ll
;
; With IDIOM_MODE=detect nothing is changed.
; RUN: env IDIOM_MODE=detect IDIOM_APPLY=%S/Inputs/places.candl %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -S %s -o %t.detect.ll
; RUN: %opt -passes=no-op-function -S %s -o %t.plain.ll
; RUN: diff %t.plain.ll %t.detect.ll

; LOG: rewrote Difference in loaded: sub(%x, %y) → add(%x, sub(0, %y)); trusting "a test"
; LOG-DAG: did not rewrite Difference in naked: the function is `naked`
; LOG-DAG: did not rewrite Difference in unreached: %r cannot be reached from the entry
; LOG-DAG: rewrote EightTimes in shifted: shl(%x, 3) → shl(shl(%x, 1), 2)
; LOG-DAG: did not rewrite Doubled in doubled: `{x}` is used more often than before
; UNDO: rewrote There in both
; UNDO: did not rewrite {{.*}} of what a rewrite in this function has just made

@g = external global i32

; A load ends a match: it is neither made again nor dropped.
; CHECK-LABEL: @loaded(
; CHECK: load volatile i32
; CHECK-NEXT: load i32
; CHECK-NOT: load
; CHECK: sub i32 0, %y
; CHECK: ret
define i32 @loaded(ptr %p, ptr %q) {
  %x = load volatile i32, ptr %p
  %y = load i32, ptr %q
  %r = sub i32 %x, %y
  ret i32 %r
}

; CHECK-LABEL: @naked(
; CHECK: sub i32 %x, %y
define i32 @naked() naked {
  %x = load volatile i32, ptr @g
  %y = load volatile i32, ptr @g
  %r = sub i32 %x, %y
  ret i32 %r
}

; CHECK-LABEL: @unreached(
; CHECK: sub i32 %x, %y
define i32 @unreached(i32 %x, i32 %y) {
  ret i32 0
dead:
  %r = sub i32 %x, %y
  ret i32 %r
}

; The copy that is searched has a product in the place of the shift; what is replaced is the shift.
; CHECK-LABEL: @shifted(
; CHECK-NEXT: shl i32 %x, 1
; CHECK-NEXT: shl i32 %{{.*}}, 2
; CHECK-NEXT: ret
define i32 @shifted(i32 %x) {
  %r = shl nuw i32 %x, 3
  ret i32 %r
}

; CHECK-LABEL: @doubled(
; CHECK-NEXT: shl i32 %x, 5
define i32 @doubled(i32 %x) {
  %r = shl i32 %x, 5
  ret i32 %r
}

; CHECK-LABEL: @both(
define i32 @both(i32 %x, i32 %y) {
  %r = and i32 %x, %y
  ret i32 %r
}
