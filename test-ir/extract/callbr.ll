define i32 @asm_goto(i32 %x) {
  %r = callbr i32 asm "", "=r,r,!i,!i"(i32 %x) to label %direct [label %first, label %second]

direct:
  ret i32 %r

first:
  br label %second

second:
  %p = phi i32 [ 1, %0 ], [ 2, %first ]
  ret i32 %p
}
