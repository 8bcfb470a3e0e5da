; Two fields of one structure lead to two slots: `p.f = &x; p.g = &y`.
;
; RUN: %idiom find --spec %inputs/atoms.candl --idiom Leads %s > %t
; RUN: %FileCheck --implicit-check-not=found %s < %t
; CHECK: found Leads in fields
; CHECK-NEXT: pointer = %f
; CHECK-NEXT: slot = %x
; CHECK: found Leads in fields
; CHECK-NEXT: pointer = %g
; CHECK-NEXT: slot = %y

define i32 @fields() {
  %x = alloca i32
  %y = alloca i32
  %p = alloca { ptr, ptr }
  %at = getelementptr inbounds { ptr, ptr }, ptr %p, i64 0, i32 1
  store ptr %x, ptr %p
  store ptr %y, ptr %at
  %f = load ptr, ptr %p
  %g = load ptr, ptr %at
  store i32 1, ptr %f
  store i32 2, ptr %g
  %r = load i32, ptr %x
  ret i32 %r
}
