; at least 20
define i1 @new_flags(i32 %x, i32 %y, double %d) {
  %a = icmp samesign ult i32 %x, %y
  %b = icmp ult i32 %x, %y
  %c = fptrunc nnan double %d to float
  %e = fcmp olt float %c, 0.0
  %f = and i1 %a, %b
  %g = and i1 %e, %f
  ret i1 %g
}
