; What is refused of the loops whose exit values are given, and told.
;
; RUN: rm -rf %t && mkdir %t && %split-file %s %t
; RUN: env IDIOM_APPLY=%t/loose.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -verify-each -S %t/refused.ll -o %t/out.ll 2> %t/log
; RUN: %FileCheck %t/refused.ll < %t/log
; RUN: %opt -passes=no-op-function -S %t/refused.ll -o - | diff - %t/out.ll
;
; What is made where nothing is refused, at the place of the value and with debug information.
; RUN: env IDIOM_APPLY=%t/right.candl %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -verify-each -S %t/made.ll -o - | %FileCheck %t/made.ll

;--- loose.candl
Rewrite Loose
( {r} ~ {c} + 1
∧ opcode{c} = phi
∧ {x} ∈ {c}.args)
gives exit value {r} = popcount({x})
trusting "this is tested for what else is looked at"
End
Rewrite Ones
( {next} ~ {x} & {x} - 1
∧ opcode{x} = phi
∧ {start} ∈ {x}.args
∧ ir_type{start} = argument
∧ {r} ~ {c} + 1
∧ opcode{c} = phi)
gives exit value {r} = popcount({start})
trusting "this is tested for what else is looked at"
End
Rewrite Divided
( {r} ~ {c} + 2
∧ opcode{c} = phi
∧ {x} ∈ {c}.args
∧ ir_type{x} = argument)
gives exit value {r} = 7 /u {x}
trusting "this is tested for what else is looked at"
End
Rewrite Called
( {r} ~ {c} + 3
∧ opcode{c} = phi
∧ {x} ∈ {c}.args
∧ ir_type{x} = argument)
extern int f(int) pure
gives exit value {r} = call f({x})
trusting "this is tested for what else is looked at"
End
Rewrite Unproven
( {r} ~ {c} + 4
∧ opcode{c} = phi
∧ {x} ∈ {c}.args
∧ ir_type{x} = argument)
gives exit value {r} = popcount({x})
End

;--- right.candl
Rewrite Right
( {r} ~ {x} & 12
∧ opcode{x} = phi
∧ {start} ∈ {x}.args
∧ ir_type{start} = argument)
gives exit value {r} = {start} & 12
trusting "the rounds do it again"
End
Rewrite OnesByArgument
( {next} ~ {x} & {x} - 1
∧ opcode{x} = phi
∧ {start} ∈ {x}.args
∧ ir_type{start} = argument
∧ {r} ~ {c} + 1
∧ opcode{c} = phi)
gives exit value {r} = popcount({start})
trusting "the bits are counted"
End

;--- made.ll
; Each use behind the loop is replaced, those in it stay.
; CHECK-LABEL: @left(
; CHECK: entry:
; CHECK-NEXT: %[[NEW:.*]] = and i8 %start, 12
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: %x = phi i8 [ %start, %entry ], [ %r, %loop ]
; CHECK: %r = and i8
; CHECK: exit:
; CHECK-NEXT: %twice = add i8 %[[NEW]], %[[NEW]]
; CHECK: more:
; CHECK-NEXT: phi i8 [ %[[NEW]], %exit ], [ 0, %more ]
define i8 @left(i8 %start) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %n, %loop ]
  %x = phi i8 [ %start, %entry ], [ %r, %loop ]
  %r = and i8 %x, 12
  %n = add i8 %i, 1
  %c = icmp eq i8 %n, 3
  br i1 %c, label %exit, label %loop
exit:
  %twice = add i8 %r, %r
  br label %more
more:
  %p = phi i8 [ %r, %exit ], [ 0, %more ]
  %q = icmp eq i8 %p, %twice
  br i1 %q, label %more, label %end
end:
  ret i8 %p
}

; A test of a pointer before the loop is one that nothing is known of; what must go on may be removed.
; CHECK-LABEL: @behind_a_pointer(
; CHECK: call i32 @llvm.ctpop.i32(
define i32 @behind_a_pointer(i32 %x, ptr %p) mustprogress {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %end, label %some
some:
  %none = icmp eq i32 %x, 0
  br i1 %none, label %end, label %loop
loop:
  %v = phi i32 [ %x, %some ], [ %next, %loop ]
  %c = phi i32 [ 0, %some ], [ %r, %loop ]
  %below = add i32 %v, -1
  %next = and i32 %v, %below
  %r = add i32 %c, 1
  %b = icmp eq i32 %next, 0
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
end:
  ret i32 0
}

;--- refused.ll
; CHECK: did not rewrite Loose in {{.*}}several_ways_back: {{.*}}begins a loop that goes round from several places
define i32 @several_ways_back(i32 %x, i1 %a) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %one ], [ %r, %loop ]
  %r = add i32 %c, 1
  br i1 %a, label %loop, label %one
one:
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}chooses: {{.*}}chooses what a round of the loop does
define i32 @chooses(i32 %x, i1 %a) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %end ]
  br i1 %a, label %one, label %end
one:
  br label %end
end:
  %r = add i32 %c, 1
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}has_another: {{.*}}begins a loop that has another one in it
define i32 @has_another(i32 %x, i1 %a) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %end ]
  %r = add i32 %c, 1
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %end
end:
  br i1 %a, label %end, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}two_exits: {{.*}}begins a loop that is not left in one place
define i32 @two_exits(i32 %x, i1 %a) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %end ]
  %r = add i32 %c, 1
  br i1 %a, label %end, label %exit
end:
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}left_by_switch: {{.*}}is a `switch`, which no loop whose exit value is given has
define i32 @left_by_switch(i32 %x) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  switch i32 %r, label %loop [ i32 9, label %exit ]
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}loads: {{.*}}is a `load`, which no loop whose exit value is given has
define i32 @loads(i32 %x, ptr %p) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  %v = load i32, ptr %p
  %b = icmp eq i32 %r, %v
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}divides: {{.*}}is a `udiv`, which no loop whose exit value is given has
define i32 @divides(i32 %x, i32 %y) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  %v = udiv i32 %r, %y
  %b = icmp eq i32 %r, %v
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}several_entries: {{.*}}begins a loop that is entered in several places
define i32 @several_entries(i32 %x, i1 %a) {
entry:
  br i1 %a, label %loop, label %other
other:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ 0, %other ], [ %r, %loop ]
  %r = add i32 %c, 1
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}entered_by_switch: {{.*}}enters the loop, and is no branch
define i32 @entered_by_switch(i32 %x, i32 %a) {
entry:
  switch i32 %a, label %none [ i32 9, label %loop ]
none:
  ret i32 0
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}used_too: {{.*}}is used behind the loop, too, which therefore stays
define i32 @used_too(i32 %x, i32 %a) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  %s = add i32 %c, %r
  ret i32 %s
}

; CHECK: did not rewrite Loose in {{.*}}many_rounds: {{.*}}begins a loop of many rounds
define i32 @many_rounds(i32 %x) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %r = add i32 %c, 1
  %n = add i32 %i, 2
  %b = icmp eq i32 %n, 200
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}wide: {{.*}}is no integer of at most 64 bits
define i128 @wide(i128 %x) {
entry:
  br label %loop
loop:
  %c = phi i128 [ %x, %entry ], [ %r, %loop ]
  %r = add i128 %c, 1
  %b = icmp eq i128 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i128 %r
}

; CHECK: did not rewrite Loose in {{.*}}constant: {{.*}}is known without the loop
define i32 @constant() {
entry:
  br label %loop
loop:
  %c = phi i32 [ 1, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Loose in {{.*}}behind_a_number: of {{.*}} examples of {{.*}}x 1 get to the loop, too few
define i32 @behind_a_number(i32 %x) {
entry:
  %only = icmp eq i32 %x, -1
  br i1 %only, label %loop, label %none
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  %b = icmp eq i32 %r, 32
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
none:
  ret i32 0
}

; CHECK: did not rewrite Loose in {{.*}}behind_another: for {{.*}}x = {{.*}} the loop
define i32 @behind_another(i32 %x, i32 %y) {
entry:
  %only = icmp eq i32 %y, 12345
  br i1 %only, label %loop, label %none
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  %b = icmp ugt i32 %r, 7
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
none:
  ret i32 0
}

; CHECK: did not rewrite Loose in {{.*}}differs: for {{.*}}x = {{.*}} the loop gives {{.*}}, and what is given for it
define i32 @differs(i32 %x) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 1
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Ones in {{.*}}endless: the target's cost (throughput) would go from 0
define i32 @endless(i32 %x) {
entry:
  %none = icmp eq i32 %x, 0
  br i1 %none, label %end, label %loop
loop:
  %v = phi i32 [ %x, %entry ], [ %next, %loop ]
  %c = phi i32 [ 0, %entry ], [ %r, %loop ]
  %below = add i32 %v, -1
  %next = and i32 %v, %below
  %r = add i32 %c, 1
  %b = icmp eq i32 %next, 0
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
end:
  ret i32 0
}

; CHECK: did not rewrite Divided in {{.*}}divided: `udiv` would run before the loop, also where that does not run
define i32 @divided(i32 %x) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 2
  %b = icmp eq i32 %r, 8
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Called in {{.*}}called: `f` would run before the loop, also where that does not run
define i32 @called(i32 %x) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 3
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}

; CHECK: did not rewrite Unproven in {{.*}}unproven: this loop is not among those proven: `idiom prove --in` the IR tries it
define i32 @unproven(i32 %x) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %x, %entry ], [ %r, %loop ]
  %r = add i32 %c, 4
  %b = icmp eq i32 %r, 9
  br i1 %b, label %exit, label %loop
exit:
  ret i32 %r
}
