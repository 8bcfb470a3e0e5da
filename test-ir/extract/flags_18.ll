; at least 18
define i64 @new_flags(i32 %x, i32 %y) {
  %a = or disjoint i32 %x, %y
  %b = or i32 %a, %y
  %c = zext nneg i32 %b to i64
  %d = zext i32 %b to i64
  %e = add i64 %c, %d
  ret i64 %e
}
