; Every pass is known by its name, and prints it back so that the printed pipeline is the pipeline.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect,function(idiom-sqrt-of-square),print<idiom>' -print-pipeline-passes -disable-output %s > %t 2>&1
; RUN: %FileCheck %s < %t
; CHECK: idiom-detect
; CHECK-SAME: idiom-sqrt-of-square
; CHECK-SAME: print<idiom>
;
; RUN: %python %inputs/round_trip.py %opt %plugin %s "idiom-detect" "idiom-sqrt-of-square" "print<idiom>" "idiom-detect<SqrtOfSquare>" "idiom-detect<SqrtOfSquare;report=f.json>" "idiom-or-to-add" "idiom-shl-to-mul" "idiom-flatten-gep" "idiom-hoist-select" "idiom-merge-phi" "idiom-restore-casts" "idiom-normalize" "print<idiom-accesses>" | %FileCheck --check-prefix=TRIP %s
; TRIP: 13 pipelines came back

define double @f(double %a) {
  ret double %a
}
