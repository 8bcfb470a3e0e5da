@type = external constant ptr

declare void @thrower()
declare i32 @value(i32) nounwind
declare i32 @__gxx_personality_v0(...)

define i32 @itanium(i32 %x) personality ptr @__gxx_personality_v0 {
  %a = invoke i32 @value(i32 %x) to label %next unwind label %pad

next:
  invoke void @thrower() to label %done unwind label %pad

pad:
  %where = phi i32 [ 0, %0 ], [ 1, %next ]
  %landed = landingpad { ptr, i32 } cleanup catch ptr @type filter [1 x ptr] [ptr @type]
  %selector = extractvalue { ptr, i32 } %landed, 1
  %is = icmp eq i32 %selector, %where
  br i1 %is, label %done, label %on

on:
  %copy = insertvalue { ptr, i32 } %landed, i32 5, 1
  resume { ptr, i32 } %copy

done:
  %r = phi i32 [ %a, %next ], [ 2, %pad ]
  ret i32 %r
}
