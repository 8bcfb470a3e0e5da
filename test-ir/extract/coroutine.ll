declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr nocapture readonly)
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @generator() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %suspend [ i8 0, label %resume
                                     i8 1, label %cleanup ]

resume:
  br label %cleanup

cleanup:
  %block = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %block)
  br label %suspend

suspend:
  ret ptr %handle
}
