; Every address becomes a base and an offset in bytes, factors collected.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-flatten-gep -verify-each -S %s | %FileCheck %s

target datalayout = "e-p:64:64-p1:32:32-p2:64:64:64:32"
%struct = type { i32, double, [4 x i16] }
@g = global [10 x [10 x i32]] zeroinitializer
@h = global [4 x i32] zeroinitializer

; CHECK-LABEL: @array(
; CHECK-NEXT: %[[ROW:.*]] = mul i64 %i, 10
; CHECK-NEXT: %[[SUM:.*]] = add i64 %[[ROW]], %j
; CHECK-NEXT: %[[BYTES:.*]] = mul i64 %[[SUM]], 4
; CHECK-NEXT: %p = getelementptr inbounds i8, ptr %a, i64 %[[BYTES]]
; CHECK-NEXT: ret ptr %p
define ptr @array(ptr %a, i64 %i, i64 %j) {
  %p = getelementptr inbounds [10 x i32], ptr %a, i64 %i, i64 %j
  ret ptr %p
}

; CHECK-LABEL: @struct(
; CHECK-NEXT: %[[A:.*]] = mul i64 %i, 12
; CHECK-NEXT: %[[B:.*]] = add i64 %[[A]], %j
; CHECK-NEXT: %[[C:.*]] = add i64 %[[B]], 8
; CHECK-NEXT: %[[D:.*]] = mul i64 %[[C]], 2
; CHECK-NEXT: %p = getelementptr i8, ptr %a, i64 %[[D]]
define ptr @struct(ptr %a, i64 %i, i64 %j) {
  %p = getelementptr %struct, ptr %a, i64 %i, i32 2, i64 %j
  ret ptr %p
}

; A chain is one address; that in the middle stays when something else uses it.
; CHECK-LABEL: @rows_of_n(
; CHECK-NEXT: %row = mul i64 %i, %n
; CHECK-NEXT: %[[B:.*]] = mul i64 %row, 8
; CHECK-NEXT: %q = getelementptr inbounds i8, ptr %a, i64 %[[B]]
; CHECK-NEXT: store ptr %q, ptr %a
; CHECK-NEXT: %[[S:.*]] = add i64 %j, %row
; CHECK-NEXT: %[[B:.*]] = mul i64 %[[S]], 8
; CHECK-NEXT: %p = getelementptr inbounds i8, ptr %a, i64 %[[B]]
; CHECK-NEXT: ret ptr %p
define ptr @rows_of_n(ptr %a, i64 %i, i64 %j, i64 %n) {
  %row = mul i64 %i, %n
  %q = getelementptr inbounds double, ptr %a, i64 %row
  store ptr %q, ptr %a
  %p = getelementptr inbounds double, ptr %q, i64 %j
  ret ptr %p
}

; One link that may leave the object, and nothing is known of the whole.
; CHECK-LABEL: @chain_flags(
; CHECK-NEXT: %[[A:.*]] = add i64 %i, 2
; CHECK-NEXT: %[[B:.*]] = mul i64 %[[A]], 4
; CHECK-NEXT: %p = getelementptr i8, ptr %a, i64 %[[B]]
; CHECK-NEXT: ret ptr %p
define ptr @chain_flags(ptr %a, i64 %i) {
  %q = getelementptr i8, ptr %a, i64 8
  %p = getelementptr inbounds i32, ptr %q, i64 %i
  ret ptr %p
}

; CHECK-LABEL: @nothing_added(
; CHECK-NEXT: ret ptr %a
define ptr @nothing_added(ptr %a) {
  %p = getelementptr inbounds %struct, ptr %a, i64 0, i32 0
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %q, i64 -4
  ret ptr %r
}

; CHECK-LABEL: @narrow_and_wide(
; CHECK-NEXT: %[[I:.*]] = sext i32 %i to i64
; CHECK-NEXT: %[[A:.*]] = mul i64 %[[I]], 4
; CHECK-NEXT: %p = getelementptr i8, ptr %a, i64 %[[A]]
; CHECK-NEXT: %[[J:.*]] = trunc i128 %j to i64
; CHECK-NEXT: %[[B:.*]] = mul i64 %[[J]], 4
; CHECK-NEXT: %q = getelementptr i8, ptr %a, i64 %[[B]]
define i1 @narrow_and_wide(ptr %a, i32 %i, i128 %j) {
  %p = getelementptr i32, ptr %a, i32 %i
  %q = getelementptr i32, ptr %a, i128 %j
  %r = icmp eq ptr %p, %q
  ret i1 %r
}

; Other address spaces have other index widths, which need not be the width of the pointer.
; CHECK-LABEL: @spaces(
; CHECK-NEXT: %[[I:.*]] = trunc i64 %i to i32
; CHECK-NEXT: %[[A:.*]] = mul i32 %[[I]], 4
; CHECK-NEXT: %p = getelementptr i8, ptr addrspace(1) %a, i32 %[[A]]
; CHECK-NEXT: %q = getelementptr i8, ptr addrspace(2) %b, i32 -4
define void @spaces(ptr addrspace(1) %a, ptr addrspace(2) %b, i64 %i, ptr %s) {
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %q = getelementptr i32, ptr addrspace(2) %b, i64 4294967295
  store ptr addrspace(1) %p, ptr %s
  store ptr addrspace(2) %q, ptr %s
  ret void
}

; A sum in another width comes apart only where it does not wrap.
; CHECK-LABEL: @widened_sums(
; CHECK: %[[I:.*]] = sext i32 %i to i64
; CHECK: %[[A:.*]] = add i64 %[[I]], 1
; CHECK: %[[B:.*]] = mul i64 %[[A]], 4
; CHECK: %p = getelementptr i8, ptr %a, i64 %[[B]]
; CHECK: %wraps = add nuw i32 %i, 1
; CHECK: %y = sext i32 %wraps to i64
; CHECK: %[[C:.*]] = mul i64 %y, 4
; CHECK: %q = getelementptr i8, ptr %a, i64 %[[C]]
define i1 @widened_sums(ptr %a, i32 %i) {
  %exact = add nsw i32 %i, 1
  %x = sext i32 %exact to i64
  %p = getelementptr i32, ptr %a, i64 %x
  %wraps = add nuw i32 %i, 1
  %y = sext i32 %wraps to i64
  %q = getelementptr i32, ptr %a, i64 %y
  %r = icmp eq ptr %p, %q
  ret i1 %r
}

; CHECK-LABEL: @backwards(
; CHECK-NEXT: %[[A:.*]] = sub i64 %n, %i
; CHECK-NEXT: %[[B:.*]] = mul i64 %[[A]], 8
; CHECK-NEXT: %p = getelementptr i8, ptr %a, i64 %[[B]]
; CHECK-NEXT: %[[C:.*]] = add i64 %i, 1
; CHECK-NEXT: %[[D:.*]] = mul i64 %[[C]], -8
; CHECK-NEXT: %q = getelementptr i8, ptr %a, i64 %[[D]]
define i1 @backwards(ptr %a, i64 %n, i64 %i) {
  %k = sub i64 %n, %i
  %p = getelementptr double, ptr %a, i64 %k
  %l = sub i64 -1, %i
  %q = getelementptr double, ptr %a, i64 %l
  %r = icmp eq ptr %p, %q
  ret i1 %r
}

; ~x is -x - 1, in any width.
; CHECK-LABEL: @complement(
; CHECK-NEXT: %[[I:.*]] = zext i8 %i to i64
; CHECK-NEXT: %[[A:.*]] = sub i64 %n, %[[I]]
; CHECK-NEXT: %[[B:.*]] = add i64 %[[A]], 255
; CHECK-NEXT: %[[C:.*]] = mul i64 %[[B]], 4
; CHECK-NEXT: %p = getelementptr i8, ptr %a, i64 %[[C]]
define ptr @complement(ptr %a, i64 %n, i8 %i) {
  %not = xor i8 %i, -1
  %wide = zext i8 %not to i64
  %sum = add i64 %n, %wide
  %p = getelementptr i32, ptr %a, i64 %sum
  ret ptr %p
}

; Shifts and disjoint bits are sums as well.
; CHECK-LABEL: @other_spellings(
; CHECK: %[[A:.*]] = mul i64 %i, 16
; CHECK: %[[B:.*]] = add i64 %[[A]], %low
; CHECK: %p = getelementptr i8, ptr %a, i64 %[[B]]
define ptr @other_spellings(ptr %a, i64 %i, i64 %j) {
  %low = and i64 %j, 15
  %high = shl i64 %i, 4
  %sum = or i64 %high, %low
  %p = getelementptr i8, ptr %a, i64 %sum
  ret ptr %p
}

; CHECK-LABEL: @constants(
; CHECK-NEXT: %[[P:.*]] = getelementptr inbounds i8, ptr @g, i64 136
; CHECK-NEXT: %x = load i32, ptr %[[P]]
; CHECK-NEXT: %[[A:.*]] = add i64 %i, 3
; CHECK-NEXT: %[[B:.*]] = mul i64 %[[A]], 4
; CHECK-NEXT: %q = getelementptr inbounds i8, ptr @h, i64 %[[B]]
; CHECK-NEXT: %y = load i32, ptr %q
; CHECK-NEXT: %[[S:.*]] = getelementptr i8, ptr @h, i64 8
; CHECK-NEXT: store i32 %x, ptr %[[S]]
define i32 @constants(i64 %i) {
  %x = load i32, ptr getelementptr inbounds ([10 x [10 x i32]], ptr @g, i64 0, i64 3, i64 4)
  %q = getelementptr inbounds i32, ptr getelementptr inbounds ([4 x i32], ptr @h, i64 0, i64 3), i64 %i
  %y = load i32, ptr %q
  store i32 %x, ptr getelementptr (i8, ptr @h, i64 8)
  ret i32 %y
}

; CHECK-LABEL: @vectors(
; CHECK-NEXT: %[[I:.*]] = sext <4 x i32> %i to <4 x i64>
; CHECK-NEXT: %[[A:.*]] = mul <4 x i64> %[[I]], {{<i64 8, i64 8, i64 8, i64 8>|splat \(i64 8\)}}
; CHECK-NEXT: %p = getelementptr i8, ptr %a, <4 x i64> %[[A]]
; CHECK-NEXT: %[[B:.*]] = mul i64 %k, 8
; CHECK-NEXT: %q = getelementptr i8, <4 x ptr> %b, i64 %[[B]]
; Scalars and lanes side by side stay.
; CHECK-NEXT: %s = getelementptr [2 x i64], <4 x ptr> %b, i64 %k, <4 x i32> %i
define void @vectors(ptr %a, <4 x i32> %i, <4 x ptr> %b, i64 %k, ptr %to) {
  %p = getelementptr i64, ptr %a, <4 x i32> %i
  %q = getelementptr i64, <4 x ptr> %b, i64 %k
  %s = getelementptr [2 x i64], <4 x ptr> %b, i64 %k, <4 x i32> %i
  store volatile <4 x ptr> %p, ptr %to
  store volatile <4 x ptr> %q, ptr %to
  store volatile <4 x ptr> %s, ptr %to
  ret void
}

; The size is not known here.
; CHECK-LABEL: @scalable(
; CHECK-NEXT: %p = getelementptr <vscale x 4 x i32>, ptr %a, i64 %i
; CHECK-NEXT: %q = getelementptr i32, <vscale x 4 x ptr> %v, i64 1
define void @scalable(ptr %a, i64 %i, <vscale x 4 x ptr> %v, ptr %to) {
  %p = getelementptr <vscale x 4 x i32>, ptr %a, i64 %i
  %q = getelementptr i32, <vscale x 4 x ptr> %v, i64 1
  store volatile ptr %p, ptr %to
  store volatile <vscale x 4 x ptr> %q, ptr %to
  ret void
}

; An address in code that the entry does not reach may be its own base.
; CHECK-LABEL: @unreachable(
; CHECK: %p = getelementptr i32, ptr %p, i64 1
define void @unreachable() {
  ret void
dead:
  %p = getelementptr i32, ptr %p, i64 1
  br label %dead
}

; What addresses of one block have in common is computed once, before the first of them; in another block, anew.
; CHECK-LABEL: @shared(
; CHECK-NEXT: %[[ROW:.*]] = mul i64 %i, 10
; CHECK-NEXT: %[[SUM:.*]] = add i64 %[[ROW]], %j
; CHECK-NEXT: %[[BYTES:.*]] = mul i64 %[[SUM]], 4
; CHECK-NEXT: %p = getelementptr inbounds i8, ptr %a, i64 %[[BYTES]]
; CHECK-NEXT: %x = load i32, ptr %p, align 4
; CHECK-NEXT: %[[ONE:.*]] = add i64 %[[SUM]], 1
; CHECK-NEXT: %[[BYTES1:.*]] = mul i64 %[[ONE]], 4
; CHECK-NEXT: %q = getelementptr inbounds i8, ptr %a, i64 %[[BYTES1]]
; CHECK-NEXT: store i32 %x, ptr %q, align 4
; CHECK-NEXT: %r = getelementptr i8, ptr %b, i64 %[[BYTES]]
; CHECK-NEXT: store i32 %x, ptr %r, align 4
; CHECK-NEXT: br i1 %c, label %then, label %end
; CHECK: then:
; CHECK-NEXT: %[[ROW:.*]] = mul i64 %i, 10
; CHECK-NEXT: %[[SUM:.*]] = add i64 %[[ROW]], %j
; CHECK-NEXT: %[[BYTES2:.*]] = mul i64 %[[SUM]], 4
; CHECK-NEXT: %s = getelementptr i8, ptr %a, i64 %[[BYTES2]]
; CHECK-NEXT: store i32 0, ptr %s, align 4
define void @shared(ptr %a, ptr %b, i64 %i, i64 %j, i1 %c) {
  %p = getelementptr inbounds [10 x i32], ptr %a, i64 %i, i64 %j
  %x = load i32, ptr %p, align 4
  %j1 = add i64 %j, 1
  %q = getelementptr inbounds [10 x i32], ptr %a, i64 %i, i64 %j1
  store i32 %x, ptr %q, align 4
  %r = getelementptr [10 x i32], ptr %b, i64 %i, i64 %j
  store i32 %x, ptr %r, align 4
  br i1 %c, label %then, label %end
then:
  %s = getelementptr [10 x i32], ptr %a, i64 %i, i64 %j
  store i32 0, ptr %s, align 4
  br label %end
end:
  ret void
}
