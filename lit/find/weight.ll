; The loop depth of a finding, and its execution count by a profile, where the function has one.
;
; RUN: %idiom find --format json --idiom For %s > %t.json
; RUN: %FileCheck %s < %t.json
; RUN: %idiom report %t.json | %FileCheck --check-prefix=FIRST %s
;
; CHECK: "function": "plain"
; CHECK: "depth": 1
; CHECK-NOT: "runs"
; CHECK: "function": "counted"
; CHECK: "depth": 1
; CHECK-NEXT: "runs": 5000
;
; FIRST: For: 2 findings
; FIRST: found For in counted, run 5000 times, in 1 loop
; FIRST: found For in plain, in 1 loop
define i64 @plain(i64 %n) {
entry:
  br label %body

body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %next = add nuw nsw i64 %i, 1
  call void @use(i64 %i)
  %more = icmp ne i64 %next, %n
  br i1 %more, label %body, label %exit

exit:
  ret i64 %n
}

define i64 @counted(i64 %n) !prof !0 {
entry:
  br label %body

body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %next = add nuw nsw i64 %i, 1
  call void @use(i64 %i)
  %more = icmp ne i64 %next, %n
  br i1 %more, label %body, label %exit, !prof !1

exit:
  ret i64 %n
}

declare void @use(i64)

!0 = !{!"function_entry_count", i64 50}
!1 = !{!"branch_weights", i32 99, i32 1}
