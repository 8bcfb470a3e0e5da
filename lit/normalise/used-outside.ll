; Values that only an assumption or a lifetime marker uses are kept, though the model leaves these out.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-normalize -verify-each -S %s | %FileCheck %s

declare void @llvm.assume(i1)

; CHECK-LABEL: @assumed(
; CHECK: %[[I:.*]] = mul i64 %i, 4
; CHECK: %q = getelementptr inbounds i8, ptr %a, i64 %[[I]]
; CHECK: call void @llvm.assume(i1 true) [ "align"(ptr %q, i64 16) ]
; CHECK: %sum = add i64 %i, 1
; CHECK: %positive = icmp sgt i64 %sum, 0
; CHECK: call void @llvm.assume(i1 %positive)
; CHECK: %p = getelementptr inbounds i8, ptr %a
define i32 @assumed(ptr %a, i64 %i) {
  %q = getelementptr inbounds i32, ptr %a, i64 %i
  call void @llvm.assume(i1 true) [ "align"(ptr %q, i64 16) ]
  %sum = add i64 %i, 1
  %positive = icmp sgt i64 %sum, 0
  call void @llvm.assume(i1 %positive)
  %p = getelementptr inbounds i32, ptr %q, i64 %sum
  %v = load i32, ptr %p
  ret i32 %v
}
