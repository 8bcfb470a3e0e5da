; Loops of shapes that no call takes the place of: each is refused for what it lacks.
;
; RUN: rm -rf %t && mkdir %t && %split-file %s %t
; RUN: env IDIOM_APPLY=%t/loose.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -disable-output %t/whole.ll 2>&1 | %FileCheck %t/whole.ll --implicit-check-not='idiom: rewrote'
; RUN: env IDIOM_APPLY=%t/pairs.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -disable-output %t/pairs.ll 2>&1 | %FileCheck %t/pairs.ll --implicit-check-not='idiom: rewrote'
; RUN: env IDIOM_APPLY=%t/early.candl IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -disable-output %t/early.ll 2>&1 | %FileCheck %t/early.ll --implicit-check-not='idiom: rewrote'

;--- loose.candl
Rewrite Whole
( opcode{i} = phi
∧ data_type{i} = i64)
extern void f()
gives nest {i} = call f()
trusting "this is tested for what else is looked at"
End

;--- pairs.candl
Rewrite Pair
( opcode{i} = phi
∧ data_type{i} = i64
∧ opcode{j} = phi
∧ data_type{j} = i64
∧ domination({i}, {j})
∧ {i} ≠ {j})
extern void f()
gives nest {i}, {j} = call f()
trusting "this is tested for what else is looked at"
End

;--- early.candl
Rewrite Early
( opcode{i} = phi
∧ data_type{i} = i64
∧ opcode{c} = icmp
∧ {e} ∈ {c}.successors
∧ opcode{e} = branch
∧ {c} = {e}.args[0]
∧ {x} = {c}.args[0]
∧ data_type{x} = i8)
extern i64 f()
gives nest {i} until {e} skipping call f()
trusting "this is tested for what else is looked at"
End

;--- whole.ll
; CHECK: did not rewrite Whole in merged: {{.*}} is the counter of no loop
define i64 @merged(i1 %a) {
entry:
  br i1 %a, label %one, label %two
one:
  br label %two
two:
  %i = phi i64 [ 0, %entry ], [ 1, %one ]
  ret i64 %i
}

; CHECK: did not rewrite Whole in several_ways_back: {{.*}} begins a loop that goes round from several places
define void @several_ways_back(i64 %n, i1 %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %one ], [ %next, %two ]
  %next = add i64 %i, 1
  br i1 %a, label %one, label %two
one:
  br label %loop
two:
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Whole in left_first: {{.*}} leaves a loop of the nest before its end
define void @left_first(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %c = icmp slt i64 %i, %n
  br i1 %c, label %more, label %exit
more:
  %next = add i64 %i, 1
  br label %loop
exit:
  ret void
}

; CHECK: did not rewrite Whole in switches: {{.*}} ends a block of the nest, and is no branch
define void @switches(i64 %n, i8 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  switch i8 %k, label %one [ i8 1, label %more ]
one:
  br label %more
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Whole in endless: {{.*}} begins a loop that is not tested at its end
define void @endless() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  br label %loop
}

; CHECK: did not rewrite Whole in entered_by_switch: {{.*}} enters the nest, and is no branch
define void @entered_by_switch(i64 %n, i8 %k) {
entry:
  switch i8 %k, label %exit [ i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Whole in cycle: {{.*}} is come to twice in a round: a cycle that is no loop
define void @cycle(i64 %n, i1 %a, i1 %b, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  br i1 %a, label %before, label %two
before:
  store i8 1, ptr %p
  br label %one
one:
  br i1 %b, label %two, label %more
two:
  store i8 2, ptr %p
  br label %one
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Whole in chooses: {{.*}} chooses what a round of the nest does
define void @chooses(i64 %n, i1 %a, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  br i1 %a, label %one, label %two
one:
  store i8 1, ptr %p
  br label %more
two:
  store i8 2, ptr %p
  br label %more
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Whole in changes: {{.*}} changes within the nest, and a branch depends on it
define void @changes(i64 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %odd = icmp ugt i64 %i, 7
  br i1 %odd, label %one, label %more
one:
  store i8 1, ptr %p
  br label %more
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Whole in unknown: {{.*}} begins a loop whose number of rounds is not known
define void @unknown(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %k = load i64, ptr %p
  %l = mul i64 %k, %i
  %c = icmp slt i64 %l, 100
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Whole in too_many: {{.*}} begins a loop of no round, or of 2^31 and more
define void @too_many() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, 3000000000
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Whole in outer: {{.*}} begins a loop of the nest that the rewrite does not name
define void @outer(i64 %n, i1 %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  br label %inner
inner:
  br i1 %a, label %inner, label %more
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

;--- pairs.ll
; CHECK: did not rewrite Pair in beside: {{.*}} begins a loop that does not lie right within the others
define void @beside(i64 %n) {
entry:
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %i.next = add i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %first, label %second
second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %j.next = add i64 %j, 1
  %j.more = icmp slt i64 %j.next, %n
  br i1 %j.more, label %second, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Pair in triangle: {{.*}} begins a loop whose number of rounds changes within the nest
define void @triangle(i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i64 %j, 1
  %j.more = icmp sle i64 %j.next, %i
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %outer, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Pair in starts_elsewhere: {{.*}} starts elsewhere in each round of another loop of the nest
define void @starts_elsewhere(i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %end = add nsw i64 %i, 9
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %j.next = add nsw i64 %j, 1
  %j.more = icmp ne i64 %j.next, %end
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %outer, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Pair in may_wrap: {{.*}} begins a loop whose counter may wrap before it meets its bound
define void @may_wrap(i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %end = add nsw i64 %i, 9
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %j.next = add nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %end
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %outer, label %exit
exit:
  ret void
}

;--- early.ll
; CHECK: did not rewrite Early in stays: {{.*}} does not leave the loop
define void @stays(i64 %n, i8 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %b = icmp eq i8 %k, 1
  br i1 %b, label %one, label %more
one:
  br label %more
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Early in by_switch: {{.*}} ends a block of the loop, and is no branch
define void @by_switch(i64 %n, i8 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %b = icmp eq i8 %k, 1
  br i1 %b, label %exit, label %one
one:
  switch i8 %k, label %more [ i8 2, label %exit ]
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Early in several_ways_back: {{.*}} begins a loop that goes round from several places
define void @several_ways_back(i64 %n, i8 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ], [ %next, %more ]
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %more
more:
  %b = icmp eq i8 %k, 1
  br i1 %b, label %exit, label %loop
exit:
  ret void
}

; CHECK: did not rewrite Early in cycle: {{.*}} begins a loop with a cycle in it that is no loop
define void @cycle(i64 %n, i8 %k, i1 %a, i1 %d) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %b = icmp eq i8 %k, 1
  br i1 %b, label %exit, label %in
in:
  br i1 %a, label %one, label %two
one:
  br i1 %d, label %two, label %more
two:
  br label %one
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Early in twice: {{.*}} leaves the loop, and does not count its rounds
define void @twice(ptr %p, i8 %k, i1 %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %b = icmp eq i8 %k, 1
  br i1 %b, label %exit, label %more
more:
  %next = add i64 %i, 1
  br i1 %a, label %loop, label %exit
exit:
  ret void
}

; CHECK: did not rewrite Early in too_many: {{.*}} begins a loop of no round, or of 2^31 and more
define void @too_many(i8 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %b = icmp eq i8 %k, 1
  br i1 %b, label %exit, label %more
more:
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, 3000000000
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
