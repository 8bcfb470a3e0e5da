; An error in the settings is reported by every default pipeline, each at its own place for it, and once.
;
; RUN: not env IDIOM_BUDGET=none %opt -load-pass-plugin=%plugin -passes='default<O2>' -disable-output %s 2>&1 | %FileCheck --implicit-check-not=IDIOM_BUDGET %s
; RUN: not env IDIOM_BUDGET=none %opt -load-pass-plugin=%plugin -passes='default<O0>' -disable-output %s 2>&1 | %FileCheck --implicit-check-not=IDIOM_BUDGET %s
; RUN: not env IDIOM_BUDGET=none %opt -load-pass-plugin=%plugin -passes='thinlto-pre-link<O2>' -disable-output %s 2>&1 | %FileCheck --implicit-check-not=IDIOM_BUDGET %s
; RUN: not env IDIOM_BUDGET=none %opt -load-pass-plugin=%plugin -passes='thinlto<O2>' -disable-output %s 2>&1 | %FileCheck --implicit-check-not=IDIOM_BUDGET %s
; RUN: not env IDIOM_BUDGET=none %opt -load-pass-plugin=%plugin -passes='lto-pre-link<O2>' -disable-output %s 2>&1 | %FileCheck --implicit-check-not=IDIOM_BUDGET %s
; RUN: not env IDIOM_BUDGET=none %opt -load-pass-plugin=%plugin -passes='lto<O2>' -disable-output %s 2>&1 | %FileCheck --implicit-check-not=IDIOM_BUDGET %s
; CHECK: IDIOM_BUDGET: `none` is no number of steps
;
; One after the other, in one process.
; RUN: env IDIOM_REPORT=%t.reports %opt -load-pass-plugin=%plugin -passes='default<O1>,thinlto<O1>,lto<O1>' -print-pipeline-passes -disable-output %s | tr , '\n' | grep -c -x idiom-open | %FileCheck --check-prefix=PIPELINE %s
; PIPELINE: {{^}}3{{$}}
define i32 @f(i32 %x) {
  ret i32 %x
}
