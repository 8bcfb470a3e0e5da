define i32 @twice(i32 %x) {
  %sum = add i32 %x, %x
  ret i32 %sum
}
