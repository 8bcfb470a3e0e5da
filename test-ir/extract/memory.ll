define i32 @atomics(ptr %p, i32 %x) {
  fence seq_cst
  %a = load atomic i32, ptr %p acquire, align 4
  store atomic i32 %a, ptr %p release, align 4
  %b = load volatile i32, ptr %p
  store volatile i32 %b, ptr %p
  %c = cmpxchg ptr %p, i32 %x, i32 1 seq_cst monotonic
  %d = extractvalue { i32, i1 } %c, 0
  %e = atomicrmw add ptr %p, i32 %d acq_rel
  %f = atomicrmw volatile umax ptr %p, i32 %e monotonic
  ret i32 %f
}

define i32 @slots(i32 %n, ...) {
  %one = alloca i32
  %many = alloca i64, i32 %n
  %list = alloca ptr
  call void @llvm.va_start(ptr %list)
  %arg = va_arg ptr %list, i32
  call void @llvm.va_end(ptr %list)
  store i32 %arg, ptr %one
  %at = getelementptr { i32, [4 x i64] }, ptr %many, i64 0, i32 1, i32 %n
  %l = load i64, ptr %at
  %r = trunc i64 %l to i32
  ret i32 %r
}

declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
