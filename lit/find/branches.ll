; A `br` is one opcode to specifications, with a condition and without; its successors and its operand are in one
; order in every LLVM, though it is two instructions from LLVM 23 on.
;
; RUN: echo 'Constraint Branch opcode{b} = br End' > %t.candl
; RUN: %idiom model --as-written %s | %FileCheck %s
; RUN: %idiom find --spec %t.candl --idiom Branch %s | grep -c 'found Branch' | %FileCheck %s --check-prefix=FOUND
; CHECK: v1 br void (v0) -> v2 v3
; CHECK: v2 br void -> v3
; FOUND: {{^}}2{{$}}
define void @f(i1 %c) {
entry:
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  ret void
}
