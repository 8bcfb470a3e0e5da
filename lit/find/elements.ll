; Stores that are disjoint by exact remainders, each beside a near miss.
;
; RUN: %idiom find --spec %inputs/apart.candl --idiom Apart %s | %FileCheck --implicit-check-not=found %s

; CHECK: found Apart in members
define void @members(ptr %p, i64 %i, i64 %j) {
  %a = getelementptr inbounds [3 x i32], ptr %p, i64 %i
  store i32 1, ptr %a
  %b = getelementptr inbounds [3 x i32], ptr %p, i64 %j
  %c = getelementptr inbounds i8, ptr %b, i64 4
  store i32 2, ptr %c
  ret void
}

; The first member of another element.
define void @same_member(ptr %p, i64 %i, i64 %j) {
  %a = getelementptr inbounds [3 x i32], ptr %p, i64 %i
  store i32 1, ptr %a
  %b = getelementptr inbounds [3 x i32], ptr %p, i64 %j
  store i32 2, ptr %b
  ret void
}

; 3 * 12297829382473034411 is 2^65 + 1: the product wraps around onto p[1].
define void @wraps(ptr %p, i64 %i) {
  %m = mul i64 %i, 3
  %a = getelementptr inbounds i32, ptr %p, i64 %m
  store i32 1, ptr %a
  %c = getelementptr inbounds i8, ptr %p, i64 4
  store i32 2, ptr %c
  ret void
}

; CHECK: found Apart in wraps_not
define void @wraps_not(ptr %p, i64 %i) {
  %m = mul nsw i64 %i, 3
  %a = getelementptr inbounds i32, ptr %p, i64 %m
  store i32 1, ptr %a
  %c = getelementptr inbounds i8, ptr %p, i64 4
  store i32 2, ptr %c
  ret void
}

; The offset may wrap around where the address need not be in bounds.
define void @not_in_bounds(ptr %p, i64 %i) {
  %a = getelementptr [3 x i32], ptr %p, i64 %i
  store i32 1, ptr %a
  %c = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %c
  ret void
}

; CHECK: found Apart in too_small_to_wrap
define void @too_small_to_wrap(ptr %p, i32 %i) {
  %n = sext i32 %i to i64
  %a = getelementptr [3 x i32], ptr %p, i64 %n
  store i32 1, ptr %a
  %c = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %c
  ret void
}

; CHECK: found Apart in rows
define void @rows(ptr %p, i32 %n, i64 %j) {
  %r = add i32 %n, -3
  %s = add nsw i32 %n, -2
  %k = sext i32 %r to i64
  %l = sext i32 %s to i64
  %a = getelementptr inbounds [5 x [5 x double]], ptr %p, i64 0, i64 %k, i64 %j
  store double 1.0, ptr %a
  %b = getelementptr inbounds [5 x [5 x double]], ptr %p, i64 0, i64 %l, i64 %j
  store double 2.0, ptr %b
  ret void
}

; The same row: both sums may wrap around to one number.
define void @one_row(ptr %p, i32 %n, i64 %j) {
  %r = add i32 %n, -2
  %s = add nsw i32 %n, -2
  %k = sext i32 %r to i64
  %l = sext i32 %s to i64
  %a = getelementptr inbounds [5 x [5 x double]], ptr %p, i64 0, i64 %k, i64 %j
  store double 1.0, ptr %a
  %b = getelementptr inbounds [5 x [5 x double]], ptr %p, i64 0, i64 %l, i64 %j
  store double 2.0, ptr %b
  ret void
}

; One row and one column further may be the same place.
define void @rows_and_columns(ptr %p, i32 %n, i64 %j) {
  %s = add nsw i32 %n, 1
  %k = sext i32 %n to i64
  %l = sext i32 %s to i64
  %a = getelementptr inbounds [5 x double], ptr %p, i64 %k, i64 %j
  store double 1.0, ptr %a
  %b = getelementptr inbounds [5 x double], ptr %p, i64 %l, i64 %k
  store double 2.0, ptr %b
  ret void
}
