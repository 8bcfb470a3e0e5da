target triple = "x86_64-pc-windows-msvc"

declare void @thrower()
declare void @cleaner() nounwind
declare i32 @__CxxFrameHandler3(...)

define void @catching() personality ptr @__CxxFrameHandler3 {
  invoke void @thrower() to label %done unwind label %dispatch

dispatch:
  %switch = catchswitch within none [label %first, label %second] unwind to caller

first:
  %pad1 = catchpad within %switch [ptr null, i32 64, ptr null]
  call void @cleaner() [ "funclet"(token %pad1) ]
  catchret from %pad1 to label %done

second:
  %pad2 = catchpad within %switch [ptr null, i32 0, ptr null]
  catchret from %pad2 to label %done

done:
  ret void
}

define void @cleaning() personality ptr @__CxxFrameHandler3 {
  invoke void @thrower() to label %done unwind label %cleanup

cleanup:
  %pad = cleanuppad within none []
  invoke void @thrower() [ "funclet"(token %pad) ] to label %more unwind label %inner

more:
  cleanupret from %pad unwind to caller

inner:
  %switch = catchswitch within %pad [label %handler] unwind label %outer

handler:
  %caught = catchpad within %switch [ptr null, i32 64, ptr null]
  unreachable

outer:
  %last = cleanuppad within %pad []
  cleanupret from %last unwind to caller

done:
  ret void
}
