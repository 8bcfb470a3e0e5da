; Sums that span blocks: no way through the function computes more than before.
;
; RUN: %opt -load-pass-plugin=%plugin "-passes=idiom-factorize<no-clean-up>" -verify-each -pass-remarks=idiom -pass-remarks-missed=idiom -S %s -o %t.ll 2> %t.said
; RUN: %FileCheck %s < %t.ll
; RUN: %FileCheck --check-prefix=SAID --implicit-check-not=rewrote --implicit-check-not=rewrite %s < %t.said

; One product is computed on the way to the sum: it moves there.
; CHECK-LABEL: @over_blocks(
; CHECK-NOT: mul
; CHECK: then:
; CHECK-NEXT: [[SUM:%.*]] = add i32 %b, %c
; CHECK-NEXT: mul i32 %a, [[SUM]]
; SAID: rewrote
define i32 @over_blocks(i32 %a, i32 %b, i32 %c, i1 %w) {
entry:
  %p = mul i32 %a, %b
  br i1 %w, label %then, label %else
then:
  %q = mul i32 %a, %c
  %s = add i32 %p, %q
  ret i32 %s
else:
  ret i32 0
}

; What is computed once outside a loop is not computed in each round.
; CHECK-LABEL: @stays_outside_the_loop(
; CHECK: entry:
; CHECK-NEXT: mul i32 %a, %b
; CHECK: loop:
; CHECK: mul i32 %a, %i
; SAID: did not rewrite ComplexFactorisation in stays_outside_the_loop: %p is computed outside of a loop that %s is in
define i32 @stays_outside_the_loop(i32 %a, i32 %b, i32 %n) {
entry:
  %p = mul i32 %a, %b
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %q = mul i32 %a, %i
  %s = add i32 %p, %q
  %more = xor i32 %sum, %s
  %next = add i32 %i, 1
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  ret i32 %more
}

; In one round of the loop, in two of its blocks.
; CHECK-LABEL: @within_a_loop(
; CHECK: loop:
; CHECK-NOT: mul
; CHECK: latch:
; CHECK-NEXT: [[SUM:%.*]] = add i32 %b, %i
; CHECK-NEXT: mul i32 %a, [[SUM]]
; SAID: rewrote
define i32 @within_a_loop(i32 %a, i32 %b, i32 %n, i1 %w) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ], [ 7, %loop ]
  %p = mul i32 %a, %b
  br i1 %w, label %latch, label %loop
latch:
  %q = mul i32 %a, %i
  %next = add i32 %p, %q
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  ret i32 %next
}

; An inner loop in which the sum runs more often than the product around it.
; CHECK-LABEL: @inner_loop(
; CHECK: outer:
; CHECK: mul i32 %a, %i
; CHECK: inner:
; CHECK: mul i32 %a, %j
; SAID: did not rewrite ComplexFactorisation in inner_loop: %p is computed outside of a loop that %s is in
define i32 @inner_loop(i32 %a, i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %after ]
  %p = mul i32 %a, %i
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %s, %inner ]
  %q = mul i32 %a, %j
  %s = add i32 %p, %q
  %again = icmp ult i32 %s, %n
  br i1 %again, label %inner, label %after
after:
  %i.next = xor i32 %s, %i
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %outer, label %done
done:
  ret i32 %s
}
