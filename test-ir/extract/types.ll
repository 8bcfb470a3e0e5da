%opaque = type opaque
%nested = type { i8, { i16, [2 x %nested.inner] } }
%nested.inner = type <{ ptr addrspace(2), x86_fp80 }>

declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)
declare target("spirv.Image", void, 1, 0) @image()
declare void @draw(target("spirv.Image", void, 1, 0))
declare %nested @make()

define void @amx(ptr %p) {
  %tile = call x86_amx @llvm.x86.tilezero.internal(i16 4, i16 4)
  call void @llvm.x86.tilestored64.internal(i16 4, i16 4, ptr %p, i64 64, x86_amx %tile)
  ret void
}

define void @extension() {
  %i = call target("spirv.Image", void, 1, 0) @image()
  call void @draw(target("spirv.Image", void, 1, 0) %i)
  ret void
}

define i8 @structures(ptr byval(%nested) %p, i1 %b, i7 %odd, half %h, bfloat %f, fp128 %q, ppc_fp128 %ppc) {
  %v = call %nested @make()
  %x = extractvalue %nested %v, 0
  %y = extractvalue %nested %v, 1, 1, 0, 0
  %z = getelementptr %nested, ptr %p, i64 1
  ret i8 %x
}
