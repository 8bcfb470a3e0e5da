; Instructions of a source that stay: no flag or annotation beyond those of the rule where that would make the target poison alone, no second choice of a freeze.
;
; RUN: rm -rf %t && mkdir %t && sed -n 's/^; RULE: \?//p' %s > %t/kept.opt
; RUN: env IDIOM_RULES_UNPROVEN=1 IDIOM_RULES=%t/kept.opt IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='idiom-rules' -S %s 2> %t/log | %FileCheck %s
; RUN: %FileCheck %s --check-prefix=LOG < %t/log
;
; RULE: Name: kept
; RULE: %n = add %x, 1
; RULE: %c = icmp eq %x, -1
; RULE: %r = select %c, 0, %n
; RULE:   =>
; RULE: %r = %n
; RULE:
; RULE: Name: freeze
; RULE: %f = freeze %m
; RULE: %a = xor %f, C
; RULE: %r = xor %a, C1
; RULE:   =>
; RULE: %b = xor %m, C ^ C1
; RULE: %r = freeze %b
; RULE:
; RULE: Name: least
; RULE: %n = umin %x, 5
; RULE: %c = icmp eq %x, 7
; RULE: %r = select %c, 5, %n
; RULE:   =>
; RULE: %r = %n
; RULE:
; RULE: Name: again
; RULE: %f = freeze %x
; RULE: %g = freeze %x
; RULE: %a = mul %g, %f
; RULE: %r = add %a, 0
; RULE:   =>
; RULE: %h = freeze %x
; RULE: %k = freeze %x
; RULE: %r = mul %h, %k
; RULE:
; RULE: Name: deep
; RULE: %f = freeze %m
; RULE: %a = xor %f, C
; RULE: %b = xor %a, C1
; RULE: %c = xor %b, C2
; RULE: %r = xor %c, C3
; RULE:   =>
; RULE: %d = xor %m, C ^ C1 ^ C2 ^ C3
; RULE: %r = freeze %d

; LOG-DAG: did not rewrite kept in kept_nuw: `%n` stays, and is `nuw`, of which the rule says nothing
; LOG-DAG: did not rewrite least in least_of_range: `%n` stays, and is `poison-annotation`, of which the rule says nothing
; LOG-DAG: did not rewrite again in one_freeze: `%g` is the `freeze` that another one of the rule is, too
; LOG-DAG: did not rewrite freeze in used_elsewhere: `%f` chooses, and is used elsewhere
; LOG-DAG: did not rewrite deep in used_behind: `%f` chooses, and is used elsewhere

; CHECK-LABEL: @kept(
; CHECK-NEXT: add i8 %x, 1
; CHECK-NEXT: ret
define i8 @kept(i8 %x) {
  %n = add i8 %x, 1
  %c = icmp eq i8 %x, -1
  %r = select i1 %c, i8 0, i8 %n
  ret i8 %r
}

; CHECK-LABEL: @kept_nuw(
; CHECK: select
define i8 @kept_nuw(i8 %x) {
  %n = add nuw i8 %x, 1
  %c = icmp eq i8 %x, -1
  %r = select i1 %c, i8 0, i8 %n
  ret i8 %r
}

; CHECK-LABEL: @frozen(
; CHECK-NEXT: xor i8 %x, 12
; CHECK-NEXT: freeze
define i8 @frozen(i8 %x) {
  %f = freeze i8 %x
  %a = xor i8 %f, 15
  %r = xor i8 %a, 3
  ret i8 %r
}

; CHECK-LABEL: @used_elsewhere(
; CHECK-NEXT: freeze
; CHECK-NEXT: xor
; CHECK-NEXT: xor
define i8 @used_elsewhere(i8 %x) {
  %f = freeze i8 %x
  %a = xor i8 %f, 15
  %r = xor i8 %a, 3
  call void @use(i8 %f)
  ret i8 %r
}

; What is computed from the freeze is used beside the result.
; CHECK-LABEL: @used_behind(
; CHECK-NEXT: %f = freeze i8 %x
; CHECK-NEXT: %a = xor i8 %f, 15
; CHECK-NEXT: %b = xor i8 %a, 3
; CHECK-NEXT: %c = xor i8 %b, 9
; CHECK-NEXT: %r = xor i8 %c, 77
define i8 @used_behind(i8 %x) {
  %f = freeze i8 %x
  %a = xor i8 %f, 15
  %b = xor i8 %a, 3
  %c = xor i8 %b, 9
  %r = xor i8 %c, 77
  %s = sub i8 %r, %a
  ret i8 %s
}

; CHECK-LABEL: @least(
; CHECK-NEXT: umin
; CHECK-NEXT: ret
define i8 @least(i8 %x) {
  %n = call i8 @llvm.umin.i8(i8 %x, i8 5)
  %c = icmp eq i8 %x, 7
  %r = select i1 %c, i8 5, i8 %n
  ret i8 %r
}

; Of 7 it is 5, which the range makes poison.
; CHECK-LABEL: @least_of_range(
; CHECK: select
define i8 @least_of_range(i8 %x) {
  %n = call i8 @llvm.umin.i8(i8 %x, i8 5), !range !0
  %c = icmp eq i8 %x, 7
  %r = select i1 %c, i8 5, i8 %n
  ret i8 %r
}

; CHECK-LABEL: @two_freezes(
; CHECK-COUNT-2: freeze
; CHECK-NOT: add
; CHECK: ret
define i8 @two_freezes(i8 %x) {
  %f = freeze i8 %x
  %g = freeze i8 %x
  %a = mul i8 %f, %g
  %r = add i8 %a, 0
  ret i8 %r
}

; A square, which a product of two choices is not.
; CHECK-LABEL: @one_freeze(
; CHECK-NEXT: %f = freeze i8 %x
; CHECK-NEXT: mul i8 %f, %f
define i8 @one_freeze(i8 %x) {
  %f = freeze i8 %x
  %a = mul i8 %f, %f
  %r = add i8 %a, 0
  ret i8 %r
}

declare void @use(i8)
declare i8 @llvm.umin.i8(i8, i8)

!0 = !{i8 0, i8 5}
