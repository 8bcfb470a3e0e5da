; The parameter `explain`: a missed remark for each function without the idiom, once however often the pass runs, and none
; where it is found. It says once what it takes to have source lines.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare;explain>,idiom-detect<SqrtOfSquare;explain>' \
; RUN:   -pass-remarks-missed=idiom -pass-remarks-analysis=idiom -disable-output %s 2> %t.said
; RUN: %FileCheck --implicit-check-not="no SqrtOfSquare" %s < %t.said
; CHECK: found SqrtOfSquare in square
; CHECK-NOT: source lines
; CHECK: no SqrtOfSquare in product: 6 of 7 hold; failing: `{a} = {square}.args[1]` at idioms/sqrt_of_square.candl:11:3; `square` is %product, `fmul`; `a` is %a, `parameter`
; CHECK: no SqrtOfSquare in nothing: 0 of 7 hold; failing: `{{.*}}` at idioms/sqrt_of_square.candl:{{[0-9:]+}}; no value fits
;
; It is stronger than the environment, and off when nobody asks.
; RUN: env IDIOM_EXPLAIN=1 %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare;no-explain>' -pass-remarks-missed=idiom -disable-output %s 2> %t.said
; RUN: diff %t.said /dev/null
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-missed=idiom -disable-output %s 2> %t.said
; RUN: diff %t.said /dev/null
;
; The printer has it from the environment.
; RUN: env IDIOM_EXPLAIN=1 IDIOM_IDIOMS=SqrtOfSquare %opt -load-pass-plugin=%plugin -passes='print<idiom>' -disable-output %s 2>&1 | %FileCheck --check-prefix=PRINT %s
; PRINT: found SqrtOfSquare in square
; PRINT: <unknown>: no SqrtOfSquare in product: 6 of 7 hold
; PRINT-NEXT: failing: `{a} = {square}.args[1]`
; PRINT: with
; PRINT-NEXT: sqrt_call = %root
define double @square(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

define double @product(double %a, double %b) {
  %product = fmul fast double %a, %b
  %root = call fast double @sqrt(double %product)
  ret double %root
}

define void @nothing() {
  ret void
}

declare double @sqrt(double)
