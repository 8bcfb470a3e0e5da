; IR is described as it is: a value by its name in textual IR, or a whole function. Without debug information, variables
; have the names of parameters, or letters.
;
; REQUIRES: llvm-19
; RUN: %idiom describe %s --at %%next | %FileCheck %s --check-prefix VALUE
; VALUE: The code at %next of {{.*}}ir.ll, found as the IR is.
; VALUE: {s} += {a}[{i}]
; RUN: %idiom describe %s --function '^sum$' > %t.candl && %idiom find --spec %t.candl %s | %FileCheck %s --implicit-check-not 'found Described'
; CHECK: found Described in sum
; RUN: not %idiom describe %s --at %%nowhere 2>&1 | %FileCheck %s --check-prefix NOWHERE
; NOWHERE: no instruction is left of this place
; RUN: not %idiom describe %s --at %%next -- -O1 2>&1 | %FileCheck %s --check-prefix FLAGS
; FLAGS: IR is not compiled

define i32 @sum(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %next = add i32 %s, %x
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %next
}

define i32 @product(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ 1, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %next = mul i32 %s, %x
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %next
}
