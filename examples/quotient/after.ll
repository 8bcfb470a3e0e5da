define i32 @quotient(i32 %x) {
  %r = lshr i32 %x, 3
  ret i32 %r
}
