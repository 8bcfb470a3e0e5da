; Sums of products with constants.

define i32 @two(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, 6
  %q = mul i32 %b, 12
  %s = add i32 %p, %c
  %t = sub i32 %s, %q
  ret i32 %t
}

define i32 @none(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, 6
  %q = mul i32 %b, 6
  %r = mul i32 %a, %c
  %s = add i32 %p, %q
  %t = sub i32 %s, %r
  ret i32 %t
}

define double @floats(double %a, double %b) {
  %p = fmul double %a, 6.0
  %q = fmul double %b, 12.0
  %s = fadd double %p, %q
  ret double %s
}

define double @opposite(double %a, double %b, double %c) {
  %p = fmul double %a, 4.0
  %q = fmul double %b, -4.0
  %s = fadd double %p, %c
  %t = fsub double %s, %q
  ret double %t
}
