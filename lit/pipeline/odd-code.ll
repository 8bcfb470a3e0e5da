; Code that few compilers write: blocks nothing reaches, values that use themselves there, endless loops, invoke, callbr,
; tokens, computed jumps, musttail, huge integers. Nothing crashes, and what is left alone is left as it was.
;
; RUN: %opt -passes=no-op-module -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect,idiom-sqrt-of-square,print<idiom>' -verify-each -S %s -o %t.after 2> %t.said
; RUN: diff %t.before %t.after
; RUN: %FileCheck %s < %t.after

; CHECK-LABEL: define double @unreachable_self
define double @unreachable_self(double %a) {
  ret double %a

island:
  %x = fmul fast double %x, %x
  %root = call fast double @sqrt(double %root)
  br label %island
}

; CHECK-LABEL: define void @endless
define void @endless() {
entry:
  br label %loop

loop:
  br label %loop
}

; CHECK-LABEL: define i32 @invoking
define i32 @invoking() personality ptr @personality {
entry:
  %x = invoke i32 @may_throw()
          to label %fine unwind label %caught

fine:
  ret i32 %x

caught:
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

; CHECK-LABEL: define i32 @jumping
define i32 @jumping(ptr %where, i200 %wide) {
entry:
  indirectbr ptr %where, [label %one, label %two]

one:
  %big = mul i200 %wide, 1267650600228229401496703205376
  %small = trunc i200 %big to i32
  ret i32 %small

two:
  callbr void asm sideeffect "", "!i"()
          to label %three [label %one]

three:
  unreachable
}

; CHECK-LABEL: define void @pads
define void @pads() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @may_throw_void()
          to label %done unwind label %dispatch

dispatch:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %pad = catchpad within %switch [ptr null, i32 64, ptr null]
  catchret from %pad to label %done

done:
  ret void
}

; CHECK-LABEL: define i32 @no_way_out
define i32 @no_way_out(i32 %n) {
entry:
  switch i32 %n, label %spin [
    i32 1, label %spin
    i32 2, label %stop
  ]

spin:
  %i = phi i32 [ %n, %entry ], [ %n, %entry ], [ %i, %spin ]
  br label %spin

stop:
  unreachable
}

; CHECK-LABEL: define i32 @tail
define i32 @tail(i32 %n) {
  %r = musttail call i32 @tail(i32 %n)
  ret i32 %r
}

declare double @sqrt(double)
declare i32 @may_throw()
declare void @may_throw_void()
declare i32 @personality(...)
declare i32 @__CxxFrameHandler3(...)
