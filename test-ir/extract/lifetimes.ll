; Before LLVM 22 the markers take a size.
define void @markers(i64 %x) {
  %slot = alloca i64
  call void @llvm.lifetime.start.p0(i64 8, ptr %slot)
  store i64 %x, ptr %slot
  call void @llvm.lifetime.end.p0(i64 8, ptr %slot)
  ret void
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
