; A profile says how many rounds a loop has. Weights alone are none: a function that was compiled with a profile has
; a count of its entries.
;
; RUN: env IDIOM_APPLY=MemchrByLibc IDIOM_LOG=info %opt -load-pass-plugin=%plugin -passes='function(idiom-apply)' -disable-output %s 2>&1 | %FileCheck %s
;
; CHECK-DAG: rewrote Memchr in inner_long
; CHECK-DAG: did not rewrite Memchr in inner_short: the loop lies in another one, and neither code nor profile says that it has 16 rounds or more
; CHECK-DAG: did not rewrite Memchr in inner_weights: the loop lies in another one
; CHECK-DAG: did not rewrite Memchr in short: by the profile the loop has fewer than 16 rounds
; CHECK-DAG: rewrote Memchr in long
define i64 @inner_long(ptr %p, i8 %c, i64 %n, i64 %m) !prof !0 {
entry:
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %done ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %done ]
  %row = getelementptr i8, ptr %p, i64 %k
  br label %body
body:
  %i = phi i64 [ 0, %outer ], [ %next, %latch ]
  %at = getelementptr inbounds i8, ptr %row, i64 %i
  %b = load i8, ptr %at
  %is = icmp eq i8 %b, %c
  br i1 %is, label %done, label %latch, !prof !1
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done, !prof !2
done:
  %found = phi i64 [ 1, %body ], [ 0, %latch ]
  %sum.next = add i64 %sum, %found
  %k.next = add nuw i64 %k, 1
  %go = icmp ult i64 %k.next, %m
  br i1 %go, label %outer, label %exit
exit:
  ret i64 %sum.next
}
define i64 @inner_short(ptr %p, i8 %c, i64 %n, i64 %m) !prof !0 {
entry:
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %done ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %done ]
  %row = getelementptr i8, ptr %p, i64 %k
  br label %body
body:
  %i = phi i64 [ 0, %outer ], [ %next, %latch ]
  %at = getelementptr inbounds i8, ptr %row, i64 %i
  %b = load i8, ptr %at
  %is = icmp eq i8 %b, %c
  br i1 %is, label %done, label %latch, !prof !3
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done, !prof !2
done:
  %found = phi i64 [ 1, %body ], [ 0, %latch ]
  %sum.next = add i64 %sum, %found
  %k.next = add nuw i64 %k, 1
  %go = icmp ult i64 %k.next, %m
  br i1 %go, label %outer, label %exit
exit:
  ret i64 %sum.next
}
define i64 @inner_weights(ptr %p, i8 %c, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %done ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %done ]
  %row = getelementptr i8, ptr %p, i64 %k
  br label %body
body:
  %i = phi i64 [ 0, %outer ], [ %next, %latch ]
  %at = getelementptr inbounds i8, ptr %row, i64 %i
  %b = load i8, ptr %at
  %is = icmp eq i8 %b, %c
  br i1 %is, label %done, label %latch, !prof !1
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done, !prof !2
done:
  %found = phi i64 [ 1, %body ], [ 0, %latch ]
  %sum.next = add i64 %sum, %found
  %k.next = add nuw i64 %k, 1
  %go = icmp ult i64 %k.next, %m
  br i1 %go, label %outer, label %exit
exit:
  ret i64 %sum.next
}
define i64 @short(ptr %p, i8 %c, i64 %n, i64 %m) !prof !0 {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr inbounds i8, ptr %p, i64 %i
  %b = load i8, ptr %at
  %is = icmp eq i8 %b, %c
  br i1 %is, label %done, label %latch, !prof !3
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done, !prof !2
done:
  %found = phi i64 [ %i, %body ], [ -1, %latch ]
  ret i64 %found
}
define i64 @long(ptr %p, i8 %c, i64 %n, i64 %m) !prof !0 {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr inbounds i8, ptr %p, i64 %i
  %b = load i8, ptr %at
  %is = icmp eq i8 %b, %c
  br i1 %is, label %done, label %latch, !prof !1
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done, !prof !2
done:
  %found = phi i64 [ %i, %body ], [ -1, %latch ]
  ret i64 %found
}
!0 = !{!"function_entry_count", i64 100}
!1 = !{!"branch_weights", i32 1, i32 60}
!2 = !{!"branch_weights", i32 90, i32 1}
!3 = !{!"branch_weights", i32 1, i32 4}
