declare void @use(i64)

define i64 @chain(i32 %x, ptr %p) {
  %wide = sext i32 %x to i64
  %narrow = trunc i64 %wide to i16
  %frozen = freeze i16 %narrow
  %again = zext i16 %frozen to i64
  %twice = add i64 %again, %wide
  %address = ptrtoint ptr %p to i64
  %back = inttoptr i64 %address to ptr
  %other = addrspacecast ptr %back to ptr addrspace(1)
  %loaded = load i64, ptr addrspace(1) %other
  call void @use(i64 %again)
  %sum = add i64 %twice, %loaded
  ret i64 %sum
}

; These change the value, so data flow does not skip them.
define double @conversions(float %x, i32 %n) {
  %wide = fpext float %x to double
  %narrow = fptrunc double %wide to float
  %s = fptosi float %narrow to i32
  %u = fptoui float %narrow to i32
  %t = add i32 %s, %u
  %a = sitofp i32 %t to double
  %b = uitofp i32 %n to double
  %sum = fadd double %a, %b
  ret double %sum
}

define <2 x i32> @vectors(<4 x i16> %v) {
  %bits = bitcast <4 x i16> %v to <2 x i32>
  %shuffled = shufflevector <2 x i32> %bits, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  ret <2 x i32> %shuffled
}

define i64 @cast_of_constant() {
  %cast = zext i8 7 to i64
  %sum = add i64 %cast, 1
  ret i64 %sum
}

; A cycle of casts converts nothing; only unreachable code can hold one.
define i32 @cycle(i32 %x) {
  ret i32 %x

dead:
  %a = trunc i64 %b to i32
  %b = sext i32 %a to i64
  %sum = add i32 %a, %x
  br label %dead
}

define i32 @cycle_through_itself(i32 %x) {
  ret i32 %x

dead:
  %self = freeze i32 %self
  %sum = add i32 %self, %x
  br label %dead
}
