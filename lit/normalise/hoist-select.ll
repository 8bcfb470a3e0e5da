; A choice between two addresses of one base becomes the address at a choice.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-hoist-select -verify-each -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-normalize -verify-each -S %s | %FileCheck --check-prefix=ALL %s

; CHECK-LABEL: @both(
; CHECK-NEXT: %[[C:.*]] = select i1 %c, i64 %i, i64 %j
; CHECK-NEXT: %[[O:.*]] = mul i64 %[[C]], 4
; CHECK-NEXT: %s = getelementptr inbounds i8, ptr %a, i64 %[[O]]
; CHECK-NEXT: %v = load i32, ptr %s
; CHECK-NEXT: ret i32 %v
define i32 @both(ptr %a, i64 %i, i64 %j, i1 %c) {
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %q = getelementptr inbounds i32, ptr %a, i64 %j
  %s = select i1 %c, ptr %p, ptr %q
  %v = load i32, ptr %s
  ret i32 %v
}

; CHECK-LABEL: @the_base_itself(
; CHECK-NEXT: %[[C:.*]] = select i1 %c, i64 0, i64 %j
; CHECK-NEXT: %[[O:.*]] = mul i64 %[[C]], 4
; CHECK-NEXT: %s = getelementptr i8, ptr %a, i64 %[[O]]
define ptr @the_base_itself(ptr %a, i64 %j, i1 %c) {
  %q = getelementptr inbounds i32, ptr %a, i64 %j
  %s = select i1 %c, ptr %a, ptr %q
  ret ptr %s
}

; CHECK-LABEL: @two_bases(
; CHECK: %s = select i1 %c, ptr %p, ptr %q
define ptr @two_bases(ptr %a, ptr %b, i64 %i, i1 %c) {
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %q = getelementptr inbounds i32, ptr %b, i64 %i
  %s = select i1 %c, ptr %p, ptr %q
  ret ptr %s
}

; CHECK-LABEL: @lanes(
; CHECK: %s = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %q
define <2 x ptr> @lanes(<2 x ptr> %a, i64 %i, <2 x i1> %c) {
  %p = getelementptr inbounds i32, <2 x ptr> %a, i64 %i
  %q = getelementptr inbounds i32, <2 x ptr> %a, i64 1
  %s = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %q
  ret <2 x ptr> %s
}

; Nested choices: the inner one first.
; CHECK-LABEL: @nested(
; CHECK-NOT: select i1 {{.*}} ptr
; CHECK: %t = getelementptr i8, ptr %a, i64
; CHECK-NEXT: ret ptr %t
; ALL-LABEL: @nested(
; ALL-NEXT: %[[I:.*]] = select i1 %c, i64 %i, i64 %j
; ALL-NEXT: %[[O:.*]] = select i1 %d, i64 %[[I]], i64 2
; ALL-NEXT: %[[B:.*]] = mul i64 %[[O]], 8
; ALL-NEXT: %t = getelementptr i8, ptr %a, i64 %[[B]]
; ALL-NEXT: ret ptr %t
define ptr @nested(ptr %a, i64 %i, i64 %j, i1 %c, i1 %d) {
  %p = getelementptr i64, ptr %a, i64 %i
  %q = getelementptr inbounds i64, ptr %a, i64 %j
  %r = getelementptr inbounds i64, ptr %a, i64 2
  %s = select i1 %c, ptr %p, ptr %q
  %t = select i1 %d, ptr %s, ptr %r
  ret ptr %t
}

; What both have stands outside of the choice.
; CHECK-LABEL: @common(
; CHECK-NEXT: %[[C:.*]] = select i1 %c, i64 %j, i64 %k
; CHECK-NEXT: %[[R:.*]] = mul i64 %i, 7
; CHECK-NEXT: %[[A:.*]] = add i64 %[[R]], %[[C]]
; CHECK-NEXT: %[[O:.*]] = mul i64 %[[A]], 4
; CHECK-NEXT: %s = getelementptr inbounds i8, ptr %a, i64 %[[O]]
; ALL-LABEL: @common(
; ALL: %[[C:.*]] = select i1 %c, i64 %j, i64 %k
; ALL: mul i64 %{{.*}}, 4
define ptr @common(ptr %a, i64 %i, i64 %j, i64 %k, i1 %c) {
  %p = getelementptr inbounds [7 x i32], ptr %a, i64 %i, i64 %j
  %q = getelementptr inbounds [7 x i32], ptr %a, i64 %i, i64 %k
  %s = select i1 %c, ptr %p, ptr %q
  ret ptr %s
}

; So that a choice between two fields is spelt as LLVM 22 spells it, whoever does.
; CHECK-LABEL: @fields(
; CHECK: %[[C:.*]] = zext i1 %c to i64
; CHECK: mul i64 {{.*}}, 4
; CHECK-NEXT: %s = getelementptr inbounds i8, ptr %a, i64
define ptr @fields(ptr %a, i64 %i, i1 %c) {
  %p = getelementptr inbounds [7 x i32], ptr %a, i64 %i, i64 3
  %q = getelementptr inbounds [7 x i32], ptr %a, i64 %i
  %s = select i1 %c, ptr %p, ptr %q
  ret ptr %s
}
