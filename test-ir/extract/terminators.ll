declare void @thrower()
declare i32 @__gxx_personality_v0(...)

define i32 @switch(i32 %x) {
  switch i32 %x, label %default [ i32 0, label %a
                                  i32 1, label %b
                                  i32 2, label %a
                                  i32 3, label %default ]

default:
  %p = phi i32 [ 9, %0 ], [ 9, %0 ]
  ret i32 %p

b:
  br label %a

a:
  %q = phi i32 [ 7, %0 ], [ 8, %b ], [ 7, %0 ]
  ret i32 %q
}

define i32 @both_ways(i1 %c) {
  br i1 %c, label %same, label %same

same:
  %p = phi i32 [ 1, %0 ], [ 1, %0 ]
  ret i32 %p
}

define void @indirect(ptr %to) {
  indirectbr ptr %to, [label %a, label %b, label %a]

a:
  ret void

b:
  unreachable
}

define void @computed(i32 %n) {
  %to = getelementptr inbounds [2 x ptr], ptr @targets, i64 0, i32 %n
  %target = load ptr, ptr %to
  indirectbr ptr %target, [label %a, label %b]

a:
  br label %b

b:
  ret void
}

@targets = private constant [2 x ptr] [ptr blockaddress(@computed, %a), ptr blockaddress(@computed, %b)]

define void @endless() {
  br label %loop

loop:
  br label %loop
}

define void @nothing() {
  ret void
}

define i32 @unreachable_blocks(i32 %x) {
  ret i32 %x

island:
  %p = phi i32 [ %q, %shore ], [ 1, %lone ]
  br label %shore

shore:
  %q = add i32 %p, 1
  br i1 true, label %island, label %end

lone:
  br label %island

end:
  ret i32 %q
}

declare i32 @callee(i32)

define i32 @tail(i32 %x) {
  %r = musttail call i32 @callee(i32 %x)
  ret i32 %r
}
