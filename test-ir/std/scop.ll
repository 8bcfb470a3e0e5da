; Loops that are static control parts, and near misses of each rule: see scop.expect.

define void @up(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @byte_iterator(ptr %a, ptr %b, i8 %n) {
entry:
  br label %loop

loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i8 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i8 %i, 1
  %more = icmp slt i8 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @byte_goes_round(ptr %a, ptr %b, i8 %n) {
entry:
  br label %loop

loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i8 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add i8 %i, 1
  %more = icmp slt i8 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @up_sle(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp sle i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @up_ult(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @up_ule(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp ule i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @up_ne(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @up_eq(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %out, label %loop

out:
  ret void
}

define void @up_tests_iterator(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp ult i64 %i, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @up_swapped(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp sgt i64 %n, %i.next
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @down_sgt(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, -1
  %more = icmp sgt i64 %i.next, 0
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @down_sge(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, -1
  %more = icmp sge i64 %i.next, 0
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @down_ugt(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, -1
  %more = icmp ugt i64 %i.next, 0
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @down_uge(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, -1
  %more = icmp uge i64 %i.next, 0
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @down_ne(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, -1
  %more = icmp ne i64 %i.next, 0
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @down_by_sub(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = sub nsw i64 %i, 3
  %more = icmp sgt i64 %i, 3
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @narrow_iterator(ptr %a, i64 %n, i32 %m) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %w = sext i32 %i to i64
  %p = getelementptr double, ptr %a, i64 %w
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %m
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @wide_bound(ptr %a, i32 %m) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %cut = trunc i64 %i.next to i32
  %more = icmp slt i32 %cut, %m
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @bound_of_both(ptr %a, i64 %n, i64 %m) {
entry:
  %max = call i64 @llvm.smax.i64(i64 %n, i64 %m)
  %c = icmp ult i64 %max, %n
  %bound = select i1 %c, i64 %n, i64 7
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %bound
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @value_leaves(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  %v = load double, ptr %p
  %s.next = fadd double %s, %v
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  %r = phi double [ %s.next, %latch ]
  %q = fmul double %r, %r
  ret void
}

define void @guarded(ptr %a, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %out

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @second_iterator(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %j = phi i64 [ %n, %entry ], [ %j.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %j
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %j.next = add nsw i64 %j, -2
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @pointer_iterator(ptr %a, ptr %e) {
entry:
  br label %loop

loop:
  %i = phi ptr [ %a, %entry ], [ %i.next, %latch ]
  store double 1.0, ptr %i
  br label %latch

latch:
  %i.next = getelementptr inbounds double, ptr %i, i64 1
  %more = icmp ne ptr %i.next, %e
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_sums(ptr %a, i64 %n, i64 %m) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %m2 = mul nsw i64 %i, %m
  %s = shl nsw i64 %i, 2
  %x = xor i64 %i, -1
  %t = add nsw i64 %m2, %s
  %u = sub nsw i64 %t, %x
  %p = getelementptr double, ptr %a, i64 %u
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_of_chain(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %q = getelementptr [10 x double], ptr %a, i64 %i
  %p = getelementptr i8, ptr %q, i64 8
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_squared(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = mul nsw i64 %i, %i
  %p = getelementptr double, ptr %a, i64 %s
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_by_division(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = srem i64 %i, 3
  %p = getelementptr double, ptr %a, i64 %s
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_from_memory(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %q = getelementptr i64, ptr %b, i64 %i
  %s = load i64, ptr %q
  %p = getelementptr double, ptr %a, i64 %s
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_narrowed(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %t = trunc i64 %i to i8
  %s = sext i8 %t to i64
  %p = getelementptr double, ptr %a, i64 %s
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_widened(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %t = trunc i64 %i to i32
  %s = sext i32 %t to i64
  %p = getelementptr double, ptr %a, i64 %s
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_from_call(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = call i64 @rand()
  %p = getelementptr double, ptr %a, i64 %s
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_of_other_phi(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i64 [ 1, %entry ], [ %s.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %s
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %s.next = add nsw i64 %s, %s
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @subscript_of_later_step(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i64 [ 1, %entry ], [ %s.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %s
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %s.next = add nsw i64 %s, %i
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @step_by_two_until_less(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 2
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @step_by_two_until_met(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add i64 %i, 2
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @step_by_two_sure_to_meet(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 2
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @step_of_parameter(ptr %a, i64 %n, i64 %k) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, %k
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @counts_modulo(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.wide, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.narrow = trunc i64 %i to i16
  %i.next = add i16 %i.narrow, 1
  %i.wide = zext i16 %i.next to i64
  %more = icmp slt i64 %i.wide, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @compares_modulo(ptr %a, i16 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add i64 %i, 1
  %i.narrow = trunc i64 %i.next to i16
  %more = icmp ult i16 %i.narrow, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @bound_changes(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %bound = load i64, ptr %b
  %more = icmp slt i64 %i.next, %bound
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @bound_written(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  store i64 %i, ptr %b
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %bound = load i64, ptr %b
  %more = icmp slt i64 %i.next, %bound
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @chases_pointers(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c = phi ptr [ %a, %entry ], [ %c.next, %latch ]
  store double 1.0, ptr %c
  %next = getelementptr ptr, ptr %c, i64 1
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %c.next = load ptr, ptr %next
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @bases_swap(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c = phi ptr [ %a, %entry ], [ %d, %latch ]
  %d = phi ptr [ %b, %entry ], [ %c, %latch ]
  %p = getelementptr double, ptr %c, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @base_chosen_inside(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %odd = icmp sgt i64 %i, 4
  %c = select i1 %odd, ptr %a, ptr %b
  %p = getelementptr double, ptr %c, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @base_chosen_before(ptr %a, ptr %b, i64 %n) {
entry:
  %odd = icmp sgt i64 %n, 4
  %c = select i1 %odd, ptr %a, ptr %b
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %c, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @row_pointers(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %q = getelementptr ptr, ptr %a, i64 %i
  %row = load ptr, ptr %q
  store double 1.0, ptr %row
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @address_of_integer(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %x = ptrtoint ptr %a to i64
  %y = mul i64 %i, 8
  %z = add i64 %x, %y
  %p = inttoptr i64 %z to ptr
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @volatile_access(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store volatile double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @atomic_access(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr i64, ptr %a, i64 %i
  store atomic i64 1, ptr %p unordered, align 8
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @atomic_update(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr i64, ptr %a, i64 %i
  %o = atomicrmw add ptr %p, i64 1 seq_cst
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @has_fence(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  fence seq_cst
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @calls_pure(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  %v = load double, ptr %p
  %w = call double @llvm.fabs.f64(double %v)
  store double %w, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @calls_reader(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %l = call i64 @strlen(ptr %b)
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @calls_writer(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  call void @print(ptr %b)
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @calls_unknown(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  call void %b()
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @sets_memory(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  %l = shl nsw i64 %i, 3
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %l, i1 false)
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @sets_memory_volatile(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 true)
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @condition_affine(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c = icmp sgt i64 %i, 5
  br i1 %c, label %then, label %latch

then:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @condition_of_one_bit(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c = trunc i64 %i to i1
  br i1 %c, label %then, label %latch

then:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @condition_known_before(ptr %a, i1 %c, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br i1 %c, label %then, label %latch

then:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @condition_of_two(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c1 = icmp sgt i64 %i, 5
  %c2 = icmp ult i64 %i, %n
  %c = and i1 %c1, %c2
  br i1 %c, label %then, label %latch

then:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @condition_from_memory(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %q = getelementptr double, ptr %b, i64 %i
  %v = load double, ptr %q
  %c = fcmp ogt double %v, 0.0
  br i1 %c, label %then, label %latch

then:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @shared_end(ptr %a, i64 %n, i64 %m) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c = icmp sgt i64 %i, 5
  br i1 %c, label %second, label %latch

second:
  %d = icmp slt i64 %i, %m
  br i1 %d, label %then, label %latch

then:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  br label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @many_ways(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  switch i64 %i, label %latch [ i64 1, label %one i64 2, label %two ]

one:
  store double 1.0, ptr %a
  br label %latch

two:
  br label %one

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @early_exit(ptr %a, i64 %n, i64 %m) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c = icmp eq i64 %i, %m
  br i1 %c, label %out, label %latch

latch:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @aborts(ptr %a, i64 %n, i64 %m) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c = icmp eq i64 %i, %m
  br i1 %c, label %bad, label %latch

bad:
  unreachable

latch:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @irreducible(ptr %a, i64 %n, i64 %m) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %c = icmp sgt i64 %i, 5
  br i1 %c, label %left, label %right

left:
  %d = icmp slt i64 %i, %m
  br i1 %d, label %right, label %latch

right:
  %e = icmp sgt i64 %i, %m
  br i1 %e, label %left, label %latch

latch:
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %out

out:
  ret void
}

define void @nest(ptr %a, ptr %b, i64 %n, i64 %m) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %p = getelementptr [100 x double], ptr %a, i64 %i, i64 %j
  store double 1.0, ptr %p
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %m
  br i1 %again, label %inner, label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %outer, label %out

out:
  ret void
}

define void @nest_triangular(ptr %a, ptr %b, i64 %n, i64 %m) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %p = getelementptr [100 x double], ptr %a, i64 %i, i64 %j
  store double 1.0, ptr %p
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %i
  br i1 %again, label %inner, label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %outer, label %out

out:
  ret void
}

define void @nest_piecewise(ptr %a, ptr %b, i64 %n, i64 %m) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %least = call i64 @llvm.smin.i64(i64 %i, i64 %m)
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %p = getelementptr [100 x double], ptr %a, i64 %i, i64 %j
  store double 1.0, ptr %p
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %least
  br i1 %again, label %inner, label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %outer, label %out

out:
  ret void
}

define void @nest_bound_from_memory(ptr %a, ptr %b, i64 %n, i64 %m) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %q = getelementptr i64, ptr %b, i64 %i
  %bound = load i64, ptr %q
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %p = getelementptr [100 x double], ptr %a, i64 %i, i64 %j
  store double 1.0, ptr %p
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %bound
  br i1 %again, label %inner, label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %outer, label %out

out:
  ret void
}

define void @nest_bound_squared(ptr %a, ptr %b, i64 %n, i64 %m) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %bound = mul i64 %i, %i
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %p = getelementptr [100 x double], ptr %a, i64 %i, i64 %j
  store double 1.0, ptr %p
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %bound
  br i1 %again, label %inner, label %latch

latch:
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %outer, label %out

out:
  ret void
}

define void @nest_iterator_behind(ptr %a, ptr %b, i64 %n, i64 %m) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %p = getelementptr [100 x double], ptr %a, i64 %i, i64 %j
  store double 1.0, ptr %p
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %m
  br i1 %again, label %inner, label %latch

latch:
  %q = getelementptr double, ptr %b, i64 %j
  store double 2.0, ptr %q
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %outer, label %out

out:
  ret void
}

define void @nest_sum_behind(ptr %a, ptr %b, i64 %n, i64 %m) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %p = getelementptr [100 x double], ptr %a, i64 %i, i64 %j
  store double 1.0, ptr %p
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %m
  br i1 %again, label %inner, label %latch

latch:
  %k = add i64 %j, %i
  %q = getelementptr double, ptr %b, i64 %k
  store double 2.0, ptr %q
  %i.next = add nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %outer, label %out

out:
  ret void
}

declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare double @llvm.fabs.f64(double)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @rand()
declare void @print(ptr)
declare i64 @strlen(ptr) memory(read) nounwind willreturn
