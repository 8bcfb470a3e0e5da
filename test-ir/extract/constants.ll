%pair = type { i32, double }
@g = global i32 0
@table = global [4 x i32] zeroinitializer

declare void @take(...)

define void @integers() {
  call void (...) @take(i1 true, i1 false, i8 -1, i8 127, i32 -2147483648, i64 9223372036854775807, i64 -1)
  call void (...) @take(i65 1, i65 -1, i128 170141183460469231731687303715884105727, i200 -2, i128 0)
  ret void
}

define void @floats() {
  call void (...) @take(half 1.0, bfloat 1.0, float 1.5, double 1.0, double -0.0, double 0.0)
  call void (...) @take(x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, ppc_fp128 0xM3FF00000000000000000000000000000, x86_fp80 0xK00000000000000000000)
  call void (...) @take(float 0x7FF8000000000000, double 0x7FF0000000000000, float 0xFFF0000000000000)
  ret void
}

define void @vectors() {
  call void (...) @take(<2 x i8> <i8 3, i8 3>, <2 x i8> <i8 3, i8 4>, <4 x float> zeroinitializer)
  call void (...) @take(<2 x double> <double -0.0, double -0.0>, <2 x i128> <i128 5, i128 5>)
  call void (...) @take(<2 x i8> <i8 3, i8 undef>, <2 x i8> <i8 3, i8 poison>, <2 x i8> undef, <2 x i8> poison)
  call void (...) @take(<2 x ptr> zeroinitializer, <2 x ptr> <ptr @g, ptr @g>, <3 x i1> <i1 true, i1 true, i1 true>)
  call void (...) @take(<vscale x 4 x i32> zeroinitializer, <vscale x 2 x double> shufflevector (<vscale x 2 x double> insertelement (<vscale x 2 x double> poison, double 2.0, i32 0), <vscale x 2 x double> poison, <vscale x 2 x i32> zeroinitializer))
  ret void
}

define void @aggregates() {
  call void (...) @take(%pair { i32 1, double 2.0 }, %pair zeroinitializer, [2 x i32] [i32 1, i32 1], [3 x i8] c"abc")
  call void (...) @take({ ptr, ptr } { ptr @g, ptr null }, %pair undef, %pair poison, <{ i8, i32 }> <{ i8 1, i32 2 }>)
  ret void
}

define void @pointers() {
  call void (...) @take(ptr null, ptr addrspace(3) null, ptr undef, ptr poison, ptr @g, ptr @take)
  call void (...) @take(ptr getelementptr inbounds ([4 x i32], ptr @table, i64 0, i64 2), i64 ptrtoint (ptr @g to i64))
  call void (...) @take(ptr inttoptr (i64 4096 to ptr), ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1)))
  call void (...) @take(i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @table to i64)))
  call void (...) @take(ptr blockaddress(@pointers, %next), ptr dso_local_equivalent @take, ptr no_cfi @take)
  br label %next

next:
  ret void
}

; The same constant is one value, whatever uses it; equal bits of another type are another.
define i32 @shared(i32 %x) {
  %a = add i32 %x, 1
  %b = mul i32 %a, 1
  %c = zext i32 1 to i64
  %d = add i64 %c, 1
  %e = trunc i64 %d to i32
  ret i32 %e
}

define void @assembly() {
  call void asm sideeffect "nop", ""()
  ret void
}
