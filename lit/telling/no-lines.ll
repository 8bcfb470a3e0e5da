; Without debug locations a remark names the function and a value in it, and one remark says how to get source
; lines. With them it is not shown.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare;For>' -pass-remarks-analysis=idiom -disable-output %s 2> %t.said
; RUN: %FileCheck %s < %t.said
; RUN: grep -c gline-tables-only %t.said | %FileCheck --check-prefix=COUNT %s
; COUNT: {{^}}1{{$}}
; CHECK: source lines need debug locations
; CHECK: found SqrtOfSquare in f (sqrt_call = %root, sqrt_fn = @sqrt, square = %square, a = %a)
; CHECK: found SqrtOfSquare in g (sqrt_call = %root
; CHECK: found For in count ({{.*}}iterator = %i
;
; To somebody who asks for other remarks, nothing is said.
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare>' -pass-remarks=idiom -disable-output %s 2> %t.said
; RUN: diff %t.said /dev/null
;
; The log and the printer say it too, each once.
; RUN: env IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare>' -disable-output %s 2> %t.said
; RUN: grep -c gline-tables-only %t.said | %FileCheck --check-prefix=COUNT %s
; RUN: %opt -load-pass-plugin=%plugin -passes='print<idiom>' -disable-output %s 2> %t.said
; RUN: grep -c gline-tables-only %t.said | %FileCheck --check-prefix=COUNT %s
;
; RUN: %opt -passes=debugify %s -S -o %t.ll
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-analysis=idiom -disable-output %t.ll 2>&1 | %FileCheck --check-prefix=LINES --implicit-check-not=gline %s
; LINES: no-lines.ll:{{[0-9]+}}:{{[0-9]+}}: found SqrtOfSquare (sqrt_call
define double @f(double %a) {
  %square = fmul fast double %a, %a
  %root = call fast double @sqrt(double %square)
  ret double %root
}

define double @g(double %b) {
  %square = fmul fast double %b, %b
  %root = call fast double @sqrt(double %square)
  ret double %root
}

define void @count(ptr %p, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

declare double @sqrt(double)
