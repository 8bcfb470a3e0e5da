; Facts of dataflow analyses, asked for by a specification.
;
; RUN: %idiom find --spec %inputs/facts.candl --idiom Released %s > %t
; RUN: %FileCheck --check-prefix=LEAK --implicit-check-not=found %s < %t
; LEAK: found Released in both_ways
; LEAK: allocation = %p
;
; RUN: %idiom find --spec %inputs/facts.candl --idiom Hoistable %s > %t
; RUN: %FileCheck --check-prefix=BOTH --implicit-check-not=found %s < %t
; BOTH: found Hoistable in both_arms
; BOTH: one = %x
; BOTH: found Hoistable in both_arms
; BOTH: one = %y
; BOTH: found Hoistable in one_arm
; BOTH: one = %x
;
; RUN: %idiom find --spec %inputs/facts.candl --idiom PartlyRedundant %s > %t
; RUN: %FileCheck --check-prefix=PART --implicit-check-not=found %s < %t
; PART: found PartlyRedundant in one_arm
; PART: again = %z

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)

define void @one_way(i1 %c) {
  %p = call ptr @malloc(i64 8)
  br i1 %c, label %left, label %right
left:
  call void @free(ptr %p)
  br label %out
right:
  call void @use(ptr %p)
  br label %out
out:
  ret void
}

define void @both_ways(i1 %c) {
  %p = call ptr @malloc(i64 8)
  br i1 %c, label %left, label %right
left:
  call void @free(ptr %p)
  ret void
right:
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

define i32 @both_arms(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %left, label %right
left:
  %x = mul i32 %a, %b
  %x1 = add i32 %x, 1
  br label %out
right:
  %y = mul i32 %b, %a
  br label %out
out:
  %r = phi i32 [ %x1, %left ], [ %y, %right ]
  ret i32 %r
}

define i32 @one_arm(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %left, label %out
left:
  %x = mul i32 %a, %b
  br label %out
out:
  %r = phi i32 [ %x, %left ], [ %a, %0 ]
  %z = mul i32 %a, %b
  %s = add i32 %r, %z
  ret i32 %s
}
