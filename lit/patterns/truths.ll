; `a & b` and `a | b` of truth values, where LLVM chooses so that only one of them need be computed.
;
; RUN: %idiom find --spec %inputs/truths.candl %s | %FileCheck %s
; CHECK: found Both in both
; Either comparison may be the one that is written first.
; CHECK-COUNT-2: found Either in either
; CHECK-NOT: found

define i1 @both(i32 %a, i32 %lo, i32 %b, i32 %hi) {
  %1 = icmp sge i32 %a, %lo
  %2 = icmp slt i32 %b, %hi
  %r = select i1 %1, i1 %2, i1 false
  ret i1 %r
}
define i1 @either(i32 %a, i32 %lo, i32 %b, i32 %hi) {
  %1 = icmp slt i32 %a, %lo
  %2 = icmp sgt i32 %b, %hi
  %r = select i1 %2, i1 true, i1 %1
  ret i1 %r
}
define i1 @neither(i32 %a, i32 %lo, i32 %b, i32 %hi) {
  %1 = icmp slt i32 %a, %lo
  %2 = icmp sgt i32 %b, %hi
  %r = select i1 %2, i1 %1, i1 true
  ret i1 %r
}
define i32 @number(i32 %a, i32 %lo, i32 %b) {
  %1 = icmp sge i32 %a, %lo
  %r = select i1 %1, i32 %b, i32 0
  ret i32 %r
}
