; Two constraints that mostly stand in analyses: exact operands of phis by the block they come from, and equal expressions.
;
; RUN: rm -rf %t && %split-file %s %t && cd %t
; RUN: %idiom find --spec own.candl --idiom PhiOfCast code.ll | %FileCheck --check-prefix=PHI --implicit-check-not="found " %s
; The widened value comes from the block that widens it. What it was widened from is no operand, and the other operand comes from elsewhere.
; PHI: found PhiOfCast in phi
; PHI: x = %wide
; PHI: from = br label %join
; PHI: phi = %joined
;
; RUN: %idiom find --spec own.candl --idiom SameSum code.ll | %FileCheck --check-prefix=SAME --implicit-check-not="found " %s
; The operands in the other order. Not with another flag, another operand or another operation.
; SAME: found SameSum in sums
; SAME: x = %sum
; SAME: y = %swapped

;--- own.candl
# A phi with a cast as its operand, and where it comes from.
Constraint PhiOfCast
( opcode{x} = zext
∧ {x} is the operand of {phi} from {from})
End

# One sum, computed twice.
Constraint SameSum
( opcode{x} = add
∧ opcode{y} = add
∧ strict_domination({x}, {y})
∧ {x} is the same expression as {y})
End
;--- code.ll
define i32 @phi(i16 %narrow, i32 %other, i1 %c) {
entry:
  br i1 %c, label %widen, label %join

widen:
  %wide = zext i16 %narrow to i32
  br label %join

join:
  %joined = phi i32 [ %wide, %widen ], [ %other, %entry ]
  ret i32 %joined
}

define i32 @sums(i32 %a, i32 %b, i32 %n, i1 %c) {
entry:
  %sum = add i32 %a, %b
  %flagged = add nsw i32 %a, %b
  br i1 %c, label %then, label %join

then:
  %swapped = add i32 %b, %a
  %further = add i32 %a, %n
  %product = mul i32 %a, %b
  %one = xor i32 %swapped, %further
  %two = xor i32 %one, %product
  br label %join

join:
  %r = phi i32 [ %two, %then ], [ %flagged, %entry ]
  %s = xor i32 %r, %sum
  ret i32 %s
}
