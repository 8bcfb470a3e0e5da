; Atoms about dataflow and memory, each in a specification of its own, beside near misses.
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Placed %s | %FileCheck --check-prefix=PLACED --implicit-check-not=found %s
; A sum that is missing on one way, of which there are two spellings: before the branch out of the arm that lacks it; one that does not change
; in a loop: before that. Not what both arms compute, nor what changes.
; PLACED: found Placed in one_arm
; PLACED: sum = %x
; PLACED: before = br label %out
; PLACED: found Placed in one_arm
; PLACED: sum = %z
; PLACED: before = br label %out
; PLACED: found Placed in loop
; PLACED: sum = %fixed
; PLACED: before = br label %body
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom PlacedOnEdge %s | %FileCheck --check-prefix=EDGE --implicit-check-not=found %s
; A product in an arm and behind it, where the other arm is empty. Not where both arms have it, nor where it is needed in the arm alone.
; EDGE: found PlacedOnEdge in no_other_arm
; EDGE: product = %first
; EDGE: from = br i1 %c, label %then, label %join
; EDGE: to = %again
; EDGE: found PlacedOnEdge in no_other_arm
; EDGE: product = %again
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom One %s | %FileCheck --check-prefix=ONE --implicit-check-not=found %s
; ONE: found One in conditional
; ONE: x = %j
; ONE: found One in conditional
; ONE: x = %j4
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom SomeNumber %s | %FileCheck --check-prefix=SOME --implicit-check-not=found %s
; SOME: found SomeNumber in conditional
; SOME: x = %j
; SOME: found SomeNumber in conditional
; SOME: x = %j4
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom NeverRuns %s | %FileCheck --check-prefix=NEVER --implicit-check-not=found %s
; Not the sum in the other arm, which runs.
; NEVER: found NeverRuns in conditional
; NEVER: x = %k5
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Linear %s > %t.linear
; RUN: %FileCheck --check-prefix=LINEAR --implicit-check-not="found Linear" %s < %t.linear
; LINEAR: found Linear in stepped
; LINEAR: x = %m
; LINEAR: step = %k3
; LINEAR: factor = 2
; LINEAR: summand = 0
; LINEAR: found Linear in stepped
; LINEAR: x = %m
; LINEAR: step = %next
; LINEAR: factor = 2
; LINEAR: summand = 4
; The scaled index of an address.
; LINEAR: found Linear in invariant
; LINEAR: step = %i
; LINEAR: found Linear in invariant
; LINEAR: step = %next
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Escaping %s | %FileCheck --check-prefix=ESCAPES --implicit-check-not=found %s
; ESCAPES: found Escaping in given
; ESCAPES: slot = %slot
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Unneeded %s | %FileCheck --check-prefix=UNNEEDED --implicit-check-not=found %s
; UNNEEDED: found Unneeded in one_arm
; UNNEEDED: x = %z
; UNNEEDED: found Unneeded in both_arms
; UNNEEDED: x = %z
; UNNEEDED: found Unneeded in stepped
; UNNEEDED: x = %k1
; UNNEEDED: found Unneeded in stepped
; UNNEEDED: x = %next
; UNNEEDED: found Unneeded in straight
; UNNEEDED: x = %a
; UNNEEDED: found Unneeded in invariant
; UNNEEDED: x = %next
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Again %s | %FileCheck --check-prefix=AGAIN --implicit-check-not=found %s
; AGAIN: found Again in both_arms
; AGAIN: x = %z
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Equal %s | %FileCheck --check-prefix=EQUAL --implicit-check-not=found %s
; EQUAL: found Equal in pointers
; EQUAL: p = %a
; EQUAL: q = %b
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Fixed %s | %FileCheck --check-prefix=FIXED --implicit-check-not=found %s
; FIXED: found Fixed in invariant
; FIXED: load = %x
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Kept %s | %FileCheck --check-prefix=KEPT --implicit-check-not=found %s
; KEPT: found Kept in invariant
; KEPT: first = %x
; KEPT: second = %y
; KEPT: found Kept in between
; KEPT: first = %x
; KEPT: second = %y
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Reader %s | %FileCheck --check-prefix=READER --implicit-check-not=found %s
; READER: found Reader in given
; READER: store = store i32 1, ptr %slot
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Leads %s | %FileCheck --check-prefix=LEADS --implicit-check-not=found %s
; LEADS: found Leads in pointers
; LEADS: pointer = %loaded
; LEADS: slot = %other
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Alike %s | %FileCheck --check-prefix=ALIKE --implicit-check-not=found %s
; ALIKE: found Alike in copies
; ALIKE: x = %w
; ALIKE: y = %y

declare void @use(ptr)
declare void @nothing() memory(none)

define i32 @no_other_arm(i1 %c, i32 %a, i32 %b, ptr %p) {
entry:
  br i1 %c, label %then, label %join
then:
  %first = mul i32 %a, %b
  store i32 %first, ptr %p
  br label %join
join:
  %again = mul i32 %a, %b
  ret i32 %again
}

define i32 @arm_alone(i1 %c, i32 %a, i32 %b, ptr %p) {
entry:
  br i1 %c, label %then, label %join
then:
  %first = mul i32 %a, %b
  store i32 %first, ptr %p
  br label %join
join:
  ret i32 %a
}

define i32 @one_arm(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %left, label %right
left:
  %x = add i32 %a, %b
  br label %out
right:
  br label %out
out:
  %r = phi i32 [ %x, %left ], [ 0, %right ]
  %z = add i32 %a, %b
  %s = mul i32 %r, %z
  ret i32 %s
}

define i32 @both_arms(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %left, label %right
left:
  %x = add i32 %a, %b
  br label %out
right:
  %y = add i32 %b, %a
  br label %out
out:
  %r = phi i32 [ %x, %left ], [ %y, %right ]
  %z = add i32 %a, %b
  %s = mul i32 %r, %z
  ret i32 %s
}

define i32 @loop(i32 %a, i32 %b, i32 %n) {
  br label %body
body:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %fixed = add i32 %a, %b
  %next = mul i32 %i, %fixed
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %out
out:
  ret i32 %fixed
}

; i = 1; j = 1; k = 0; while (k < 100) if (j < 20) { j = i; k++; } else { j = k; k += 2; }
define i32 @conditional() {
  br label %test
test:
  %j = phi i32 [ 1, %0 ], [ %j4, %again ]
  %k = phi i32 [ 0, %0 ], [ %k4, %again ]
  %c = icmp slt i32 %k, 100
  br i1 %c, label %body, label %out
body:
  %d = icmp slt i32 %j, 20
  br i1 %d, label %left, label %right
left:
  %k3 = add i32 %k, 1
  br label %again
right:
  %k5 = add i32 %k, 2
  br label %again
again:
  %j4 = phi i32 [ 1, %left ], [ %k, %right ]
  %k4 = phi i32 [ %k3, %left ], [ %k5, %right ]
  br label %test
out:
  ret i32 %j
}

; k = k + 3; if (c) k = k + 4; m = 2 * k; and a product of two variables beside it.
define i64 @stepped(i1 %c, i64 %n, i64 %z) {
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %join ]
  %k1 = add nsw i64 %k, 3
  br i1 %c, label %left, label %join
left:
  %k2 = add nsw i64 %k1, 4
  br label %join
join:
  %k3 = phi i64 [ %k1, %body ], [ %k2, %left ]
  %m = mul nsw i64 %k3, 2
  %square = mul nsw i64 %k3, %k
  %next = add nsw i64 %k3, -2
  %more = icmp slt i64 %m, %n
  br i1 %more, label %body, label %out
out:
  %r = xor i64 %m, %square
  ret i64 %r
}

define void @given() {
  %slot = alloca i32
  %own = alloca i32
  store i32 1, ptr %slot
  store i32 2, ptr %own
  call void @use(ptr %slot)
  call void @nothing()
  ret void
}

define i32 @straight(i32 %x, i32 %y) {
  %a = add i32 %x, 1
  %b = mul i32 %a, 3
  %c = add i32 %b, %y
  ret i32 %c
}

define i32 @pointers(ptr %p, i64 %i, i64 %j) {
  %other = alloca i32
  %another = alloca i32
  %cell = alloca ptr
  %a = getelementptr i32, ptr %p, i64 %i
  %b = getelementptr i32, ptr %p, i64 %i
  %c = getelementptr i32, ptr %p, i64 %j
  store ptr %other, ptr %cell
  %loaded = load ptr, ptr %cell
  store i32 1, ptr %a
  store i32 2, ptr %b
  store i32 3, ptr %c
  store i32 4, ptr %another
  store i32 5, ptr %loaded
  ret i32 0
}

define i32 @invariant(ptr noalias %p, ptr %q, i32 %n) {
  br label %body
body:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %at = getelementptr i32, ptr %q, i32 %i
  %x = load i32, ptr %p
  %y = load i32, ptr %at
  %s = xor i32 %x, %y
  store i32 %s, ptr %q
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %out
out:
  ret i32 %s
}

define i32 @between(ptr %p, ptr %q, ptr noalias %r) {
  %x = load i32, ptr %p
  store i32 1, ptr %r
  %y = load i32, ptr %q
  store i32 2, ptr %q
  %z = load i32, ptr %p
  %s = xor i32 %x, %y
  %t = xor i32 %s, %z
  ret i32 %t
}

define i32 @copies(i1 %c, i32 %a, i32 %b) {
  %w = mul i32 %a, %b
  br i1 %c, label %left, label %out
left:
  br label %out
out:
  %d = phi i32 [ %a, %0 ], [ %a, %left ]
  %e = phi i32 [ %b, %0 ], [ %w, %left ]
  %y = mul i32 %b, %d
  %z = mul i32 %a, %e
  %s = xor i32 %y, %z
  %t = xor i32 %s, %w
  ret i32 %t
}
