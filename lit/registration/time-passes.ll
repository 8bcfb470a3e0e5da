; -time-passes lists our passes under their names.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect,idiom-sqrt-of-square' -time-passes -disable-output %s 2>&1 | %FileCheck %s
; CHECK: Pass execution timing report
; CHECK-DAG: {{[Ii]diom-?[Dd]etect}}
; CHECK-DAG: {{[Ii]diom-?[Ss]qrt}}

define double @f(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

declare double @sqrt(double)
