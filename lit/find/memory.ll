; Idioms about memory, each beside a near miss.
;
; RUN: %idiom find --idiom RedundantLoad %s > %t
; RUN: %FileCheck --check-prefix=AGAIN --implicit-check-not=found %s < %t
; AGAIN: found RedundantLoad in again
; AGAIN: earlier = %a
;
; RUN: %idiom find --idiom ForwardableStore %s > %t
; RUN: %FileCheck --check-prefix=FORWARD --implicit-check-not=found %s < %t
; FORWARD: found ForwardableStore in forward
; FORWARD: store = store i32 7, ptr %at
; FORWARD: found ForwardableStore in half
; FORWARD: load = %x
;
; RUN: %idiom find --idiom DeadStore %s > %t
; RUN: %FileCheck --check-prefix=DEAD --implicit-check-not=found %s < %t
; DEAD: found DeadStore in overwritten
; DEAD: found DeadStore in own_slot
; DEAD: found DeadStore in not_kept
; DEAD: found DeadStore in second_value
; DEAD-NEXT: store = store i32 3, ptr %c
;
; RUN: %idiom find --idiom UnhoistedLoad %s > %t
; RUN: %FileCheck --check-prefix=KEPT --implicit-check-not=found %s < %t
; KEPT: found UnhoistedLoad in kept
; KEPT: load = %a
; KEPT: write = store
; KEPT: found UnhoistedLoad in kept
; KEPT: load = %n
; KEPT: write = store
;
; RUN: %idiom find --idiom UninitialisedRead %s > %t
; RUN: %FileCheck --check-prefix=UNINIT --implicit-check-not=found %s < %t
; UNINIT: found UninitialisedRead in half
; UNINIT: load = %y
;
; RUN: %idiom find --idiom Leak --idiom UseAfterFree --idiom DoubleFree --idiom LockWithoutUnlock --idiom FileWithoutClose %s > %t
; RUN: %FileCheck --check-prefix=FREED --implicit-check-not=found %s < %t
; FREED: found Leak in leaks
; FREED: found UseAfterFree in used
; FREED: found DoubleFree in twice
; FREED: found LockWithoutUnlock in locked
; FREED: found FileWithoutClose in open
;
; RUN: %idiom find --idiom LengthInLoop %s > %t
; RUN: %FileCheck --check-prefix=LENGTH --implicit-check-not=found %s < %t
; LENGTH: found LengthInLoop in lower

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare ptr @fopen(ptr, ptr)
declare i32 @fclose(ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i64 @strlen(ptr) memory(argmem: read) nounwind willreturn
declare void @use(ptr)

define i32 @again(ptr %p, ptr noalias %q) {
  %a = load i32, ptr %p
  store i32 1, ptr %q
  %b = load i32, ptr %p
  %s = add i32 %a, %b
  ret i32 %s
}

; q may be p.
define i32 @not_again(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 1, ptr %q
  %b = load i32, ptr %p
  %s = add i32 %a, %b
  ret i32 %s
}

define i32 @forward(ptr %p, i64 %i) {
  %at = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 7, ptr %at
  %j = add i64 %i, 1
  %next = getelementptr inbounds i32, ptr %p, i64 %j
  store i32 8, ptr %next
  %x = load i32, ptr %at
  ret i32 %x
}

; The call may write anything that it can reach.
define i32 @not_forward(ptr %p) {
  store i32 7, ptr %p
  call void @use(ptr %p)
  %x = load i32, ptr %p
  ret i32 %x
}

define void @overwritten(ptr %p, i1 %c) {
  store i32 1, ptr %p
  br i1 %c, label %left, label %right
left:
  store i32 2, ptr %p
  ret void
right:
  store i32 3, ptr %p
  ret void
}

define void @not_overwritten(ptr %p, i1 %c) {
  store i32 1, ptr %p
  br i1 %c, label %left, label %right
left:
  store i32 2, ptr %p
  ret void
right:
  store i16 3, ptr %p
  ret void
}

define void @own_slot(i32 %x) {
  %slot = alloca i32
  store i32 %x, ptr %slot
  ret void
}

define void @not_own(i32 %x) {
  %slot = alloca i32
  store i32 %x, ptr %slot
  call void @use(ptr %slot)
  ret void
}

define i32 @kept(ptr %s, i64 %m) {
entry:
  %field = getelementptr inbounds i8, ptr %s, i64 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %r1, %loop ]
  %a = load ptr, ptr %field
  %at = getelementptr inbounds i32, ptr %a, i64 %i
  store i32 1, ptr %at
  %n = load i32, ptr %s
  %r1 = add i32 %r, %n
  %i1 = add i64 %i, 1
  %c = icmp eq i64 %i1, %m
  br i1 %c, label %out, label %loop
out:
  ret i32 %r1
}

; The array is the function's own: nothing else leads there.
define i32 @not_kept(ptr %s, i64 %m) {
entry:
  %own = alloca [64 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %r1, %loop ]
  %at = getelementptr inbounds i32, ptr %own, i64 %i
  store i32 1, ptr %at
  %n = load i32, ptr %s
  %r1 = add i32 %r, %n
  %i1 = add i64 %i, 1
  %c = icmp eq i64 %i1, %m
  br i1 %c, label %out, label %loop
out:
  ret i32 %r1
}

define i32 @half(i1 %c) {
  %slot = alloca [2 x i32]
  store i32 1, ptr %slot
  %x = load i32, ptr %slot
  %second = getelementptr inbounds i32, ptr %slot, i64 1
  %y = load i32, ptr %second
  %s = add i32 %x, %y
  ret i32 %s
}

define i32 @leaks(i1 %c) {
  %p = call noalias ptr @malloc(i64 8)
  %null = icmp eq ptr %p, null
  br i1 %null, label %failed, label %go
failed:
  ret i32 -1
go:
  br i1 %c, label %done, label %error
error:
  ret i32 -2
done:
  call void @free(ptr %p)
  ret i32 0
}

define i32 @leaks_not(i1 %c) {
  %p = call noalias ptr @malloc(i64 8)
  %null = icmp eq ptr %p, null
  br i1 %null, label %failed, label %go
failed:
  ret i32 -1
go:
  br i1 %c, label %done, label %error
error:
  call void @free(ptr %p)
  ret i32 -2
done:
  call void @free(ptr %p)
  ret i32 0
}

define i32 @used(ptr %p) {
  %field = getelementptr inbounds i8, ptr %p, i64 4
  call void @free(ptr %p)
  %x = load i32, ptr %field
  ret i32 %x
}

define i32 @used_before(ptr %p) {
  %field = getelementptr inbounds i8, ptr %p, i64 4
  %x = load i32, ptr %field
  call void @free(ptr %p)
  ret i32 %x
}

define void @twice(ptr %p, i1 %c) {
  call void @free(ptr %p)
  br i1 %c, label %again, label %out
again:
  call void @free(ptr %p)
  br label %out
out:
  ret void
}

define void @once_each(ptr %p, i1 %c) {
  br i1 %c, label %left, label %right
left:
  call void @free(ptr %p)
  ret void
right:
  call void @free(ptr %p)
  ret void
}

define void @locked(ptr %m, i1 %c) {
  %l = call i32 @pthread_mutex_lock(ptr %m)
  br i1 %c, label %early, label %out
early:
  ret void
out:
  %u = call i32 @pthread_mutex_unlock(ptr %m)
  ret void
}

define void @unlocked(ptr %m, i1 %c) {
  %l = call i32 @pthread_mutex_lock(ptr %m)
  br i1 %c, label %early, label %out
early:
  %e = call i32 @pthread_mutex_unlock(ptr %m)
  ret void
out:
  %u = call i32 @pthread_mutex_unlock(ptr %m)
  ret void
}

define i32 @open(ptr %name, ptr %mode, i1 %c) {
  %f = call ptr @fopen(ptr %name, ptr %mode)
  %ok = icmp ne ptr %f, null
  br i1 %ok, label %go, label %failed
failed:
  ret i32 -1
go:
  br i1 %c, label %error, label %done
error:
  ret i32 -2
done:
  %r = call i32 @fclose(ptr %f)
  ret i32 0
}

define i32 @closed(ptr %name, ptr %mode) {
  %f = call ptr @fopen(ptr %name, ptr %mode)
  %ok = icmp ne ptr %f, null
  br i1 %ok, label %go, label %failed
failed:
  ret i32 -1
go:
  %r = call i32 @fclose(ptr %f)
  ret i32 0
}

define void @lower(ptr %s) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %at = getelementptr inbounds i8, ptr %s, i64 %i
  %ch = load i8, ptr %at
  %low = or i8 %ch, 32
  store i8 %low, ptr %at
  %i1 = add i64 %i, 1
  %n = call i64 @strlen(ptr %s)
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}

; What is written is elsewhere.
define void @copy(ptr %s, ptr noalias %t) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %at = getelementptr inbounds i8, ptr %t, i64 %i
  store i8 1, ptr %at
  %i1 = add i64 %i, 1
  %n = call i64 @strlen(ptr %s)
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}

; a = 1; b = 2; c = 3; if (go) x = a + 5; else x = b + 4; c = x + 1: the first value of c is dead, the second is 7.
define void @second_value(ptr %c, i1 %go) {
  store i32 3, ptr %c
  br i1 %go, label %left, label %right
left:
  %x1 = add i32 1, 5
  br label %out
right:
  %x2 = add i32 2, 4
  br label %out
out:
  %x = phi i32 [ %x1, %left ], [ %x2, %right ]
  %y = add i32 %x, 1
  store i32 %y, ptr %c
  ret void
}

; On one way it stays.
define void @first_value_stays(ptr %c, i1 %go, i32 %y) {
  store i32 3, ptr %c
  br i1 %go, label %left, label %out
left:
  ret void
out:
  store i32 %y, ptr %c
  ret void
}
