; at least 19
define float @new_flags(i32 %x, i64 %y, ptr %p) {
  %a = trunc nuw i64 %y to i32
  %b = trunc nsw i64 %y to i16
  %c = getelementptr nusw i8, ptr %p, i64 %y
  %d = getelementptr nuw i8, ptr %c, i64 %y
  %e = getelementptr inbounds nuw i8, ptr %d, i64 %y
  %f = getelementptr nusw nuw i8, ptr %e, i64 %y
  %g = uitofp nneg i32 %a to float
  store i16 %b, ptr %f
  ret float %g
}
