; That a call is answered from what another call of the same definition found changes nothing that is told.
;
; What `b` fails on is a step of the way that was asked for; not one of another way, which leads to another sum.
;
; RUN: %idiom find --explain --spec %inputs/siblings.candl --idiom TwoWaysToOneSum %s | %FileCheck --check-prefix=WHY %s
; WHY: no TwoWaysToOneSum in sums
; WHY-NEXT: failing: `{b} ∈ {m}.args` at
; WHY-NEXT: in `include WayToSum({q}->{a}, {b}->{b}) @ {w2}` at
; WHY-NEXT: `b` is %b1
; WHY-NEXT: `w2.m` is %m2
;
; A limit is told of where it was reached for what was asked, and %b3, which has two arguments, was not.
;
; RUN: %idiom find --spec %inputs/siblings.candl --idiom TwoWaysToOneSingle %s > %t
; RUN: %FileCheck --check-prefix=LIMIT --implicit-check-not=limit %s < %t
; LIMIT: found TwoWaysToOneSingle in single
;
; RUN: %idiom find --spec %inputs/siblings.candl --idiom InvariantOfNoRegion %s > %t
; RUN: %FileCheck --check-prefix=REGION --implicit-check-not=found %s < %t
; REGION: found InvariantOfNoRegion in region
; REGION: value = %fixed
;
; RUN: %idiom find --spec %inputs/siblings.candl --idiom NoSumOfProduct %s > %t
; RUN: %FileCheck --check-prefix=NONE --implicit-check-not=products %s < %t
; NONE: found NoSumOfProduct in sums
; NONE: found NoSumOfProduct in single
; NONE: found NoSumOfProduct in region

define i32 @sums(i32 %c, i32 %d) {
  %b1 = add i32 %c, 3
  %b2 = add i32 %d, 5
  %k = and i32 %d, %c
  %m1 = mul i32 %b1, %b1
  %m2 = mul i32 %b2, %b2
  %m3 = mul i32 %k, %k
  %p = or i32 %m1, %c
  %q = or i32 %m2, %m3
  %x = sub i32 %p, %q
  ret i32 %x
}

define i32 @single(i32 %c, i32 %d) {
  %b1 = add i32 %c, %c
  %b3 = add i32 %d, %c
  %m1 = mul i32 %b1, %b1
  %m3 = mul i32 %b1, %b3
  %p = or i32 %m1, %m1
  %q = or i32 %m1, %m3
  %x = xor i32 %p, %q
  ret i32 %x
}

define i32 @region(ptr %from, i32 %m, i32 %n) {
  %loaded = load i32, ptr %from
  %changes = sub i32 %loaded, %n
  %fixed = sub i32 %m, %n
  %both = add i32 %changes, %fixed
  ret i32 %both
}

define i32 @products(i32 %a, i32 %b) {
  %m = mul i32 %a, %b
  %n = mul i32 %m, %b
  %s = add i32 %m, %n
  %t = add i32 %n, %s
  ret i32 %t
}
