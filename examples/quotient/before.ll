define i32 @quotient(i32 %x) {
  %r = udiv i32 %x, 8
  ret i32 %r
}
