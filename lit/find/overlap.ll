; Pairs of arrays that may alias are left to a run-time check: an alias lies in its variable. Variables, fresh
; memory and the memory of a `restrict` parameter are disjoint.
;
; RUN: %idiom find --idiom SCoP %s | %FileCheck --implicit-check-not='to check' %s
; RUN: %idiom find --idiom SCoP --format json %s | %FileCheck --check-prefix=JSON %s

@variable = global [100 x i32] zeroinitializer
@alias = alias [100 x i32], ptr @variable
@other = global [100 x i32] zeroinitializer

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized")

; CHECK: found SCoP in aliases: {{.*}}; 1 pair of arrays to check at run time
; CHECK: to check at run time: @alias and @variable do not overlap
define void @aliases(i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %a = getelementptr inbounds [100 x i32], ptr @variable, i64 0, i64 %i
  %b = getelementptr inbounds [100 x i32], ptr @alias, i64 0, i64 %i
  %c = getelementptr inbounds [100 x i32], ptr @other, i64 0, i64 %i
  %x = load i32, ptr %b
  %y = load i32, ptr %c
  %z = add i32 %x, %y
  store i32 %z, ptr %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %head, label %exit
exit:
  ret void
}

; CHECK: found SCoP in apart: {{.*}}; 1 pair of arrays to check at run time
; CHECK: to check at run time: @other and %p do not overlap
; JSON: "function": "apart"
; JSON: "arrays": [
; JSON: "value": "%restricted"
; JSON: "types": [
; JSON-NEXT: "float"
; JSON-NEXT: ],
; JSON-NEXT: "restrict": true
; JSON: "value": "%fresh"
; JSON-NOT: "restrict"
; JSON: "statements": [
define void @apart(i64 %n, ptr noalias %restricted, ptr %p) {
entry:
  %fresh = call noalias ptr @malloc(i64 400)
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %a = getelementptr inbounds float, ptr %restricted, i64 %i
  %b = getelementptr inbounds float, ptr %fresh, i64 %i
  %c = getelementptr inbounds float, ptr %p, i64 %i
  %d = getelementptr inbounds [100 x i32], ptr @other, i64 0, i64 %i
  %x = load float, ptr %a
  store float %x, ptr %b
  store float %x, ptr %d
  %y = load float, ptr %c
  store float %y, ptr %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %head, label %exit
exit:
  ret void
}
