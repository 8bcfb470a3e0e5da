; The report that a pipeline names is written also when nothing is found, or no function is searched.
;
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare;report=%t/detect.json>' -disable-output %s
; RUN: %FileCheck %s < %t/detect.json
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-factorize<report=%t/factorize.json>' -disable-output %s
; RUN: %FileCheck --check-prefix=NONE %s < %t/factorize.json
; RUN: env IDIOM_ONLY_FUNC=nowhere %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare;report=%t/chosen.json>' -disable-output %s
; RUN: %FileCheck --check-prefix=NONE %s < %t/chosen.json

; CHECK: "findings": []
; CHECK: "functions": 1
; NONE: "findings": []
; NONE: "functions": 0
define i32 @f(i32 %a) {
  ret i32 %a
}
