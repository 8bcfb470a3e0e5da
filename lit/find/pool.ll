; The released argument is the marked one: a store to a pool that gets memory back is not dead.
; RUN: %idiom find --idiom DeadStore %s | %FileCheck %s --implicit-check-not=found

declare void @pool_free(ptr, ptr allocptr) nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @release(ptr allocptr) nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)

define void @pooled(ptr %pool, ptr %p) {
  store i32 1, ptr %pool
  call void @pool_free(ptr %pool, ptr %p)
  ret void
}

; CHECK: found DeadStore in released
define void @released(ptr %p) {
  store i32 1, ptr %p
  call void @release(ptr %p)
  ret void
}
