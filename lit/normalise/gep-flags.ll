; The `nusw` and `nuw` flags that remain.
;
; REQUIRES: at-least-19
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-flatten-gep -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: @one(
; CHECK: %p = getelementptr nusw nuw i8, ptr %a
; CHECK: %q = getelementptr inbounds nuw i8, ptr %a
; CHECK: %r = getelementptr nuw i8, ptr %a
define void @one(ptr %a, i64 %i, ptr %to) {
  %p = getelementptr nusw nuw i32, ptr %a, i64 %i
  %q = getelementptr inbounds nuw i32, ptr %a, i64 %i
  %r = getelementptr nuw i32, ptr %a, i64 %i
  store volatile ptr %p, ptr %to
  store volatile ptr %q, ptr %to
  store volatile ptr %r, ptr %to
  ret void
}

; Two offsets without a wrap may add up to one with; two unsigned ones cannot, nor can two within an object.
; CHECK-LABEL: @two(
; CHECK: %p2 = getelementptr i8, ptr %a
; CHECK: %q2 = getelementptr nuw i8, ptr %a
; CHECK: %r2 = getelementptr inbounds nuw i8, ptr %a
; CHECK: %s2 = getelementptr nuw i8, ptr %a
define void @two(ptr %a, i64 %i, i64 %j, ptr %to) {
  %p1 = getelementptr nusw i32, ptr %a, i64 %i
  %p2 = getelementptr nusw i32, ptr %p1, i64 %j
  %q1 = getelementptr nusw nuw i32, ptr %a, i64 %i
  %q2 = getelementptr nusw nuw i32, ptr %q1, i64 %j
  %r1 = getelementptr inbounds nuw i32, ptr %a, i64 %i
  %r2 = getelementptr inbounds nuw i32, ptr %r1, i64 %j
  %s1 = getelementptr inbounds nuw i32, ptr %a, i64 %i
  %s2 = getelementptr nuw i32, ptr %s1, i64 %j
  store volatile ptr %p2, ptr %to
  store volatile ptr %q2, ptr %to
  store volatile ptr %r2, ptr %to
  store volatile ptr %s2, ptr %to
  ret void
}
