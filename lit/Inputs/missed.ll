; The sources of idioms/rules/missed.opt; missed.test reads what is left of them.

define i32 @"207909"(i32 %a, i32 %b) {
  %m = and i32 %a, %b
  %c = icmp eq i32 %m, %b
  %s = select i1 %c, i32 0, i32 %b
  %r = or i32 %s, %a
  ret i32 %r
}

define i1 @"167178"(i32 %x) {
  %s = lshr i32 %x, 4
  %t = add nuw i32 %s, %x
  %r = icmp ult i32 %t, 16
  ret i1 %r
}

define i32 @"154025"(i32 %x, i32 %y, i1 %k) {
  %o = or i32 %x, %y
  %n = icmp ne i32 %o, 0
  %c = select i1 %n, i1 true, i1 %k
  %r = select i1 %c, i32 %x, i32 0
  ret i32 %r
}

define i32 @"221351"(i32 %x, i32 %m) {
  %a = and i32 %x, %m
  %b = xor i32 %a, %m
  %r = add i32 %b, %a
  ret i32 %r
}

define i32 @"195019"(i32 %x, i32 %y) {
  %a = and i32 %y, -16
  %b = xor i32 %x, %a
  %r = xor i32 %b, 15
  ret i32 %r
}

define i32 @"193898"(i32 %a, i32 %z) {
  %y = shl i32 %z, 4
  %t = add i32 %y, 16
  %o = or i32 %a, %t
  %r = or i32 %o, 7
  ret i32 %r
}

define i32 @"193898 better"(i32 %a, i32 %z) {
  %y = shl i32 %z, 4
  %u = add i32 %y, 23
  %r = or i32 %a, %u
  ret i32 %r
}

define i8 @"214339"(i32 %x) {
  %s = shl i32 %x, 8
  %t = add i32 %s, 4000
  %u = lshr i32 %t, 5
  %r = trunc i32 %u to i8
  ret i8 %r
}

define i32 @"216446"(i32 %x) {
  %s = shl i32 -1, %x
  %n = xor i32 %s, -1
  %r = and i32 %x, %n
  ret i32 %r
}

define i1 @"201290"(i32 %x, i32 %m) {
  %a = and i32 %x, %m
  %b = add nuw i32 %a, 3
  %d = add nuw i32 %m, 5
  %r = icmp ult i32 %b, %d
  ret i1 %r
}

define i1 @"220238"(i32 %x, i32 %y) {
  %a = add nuw i32 %x, 3
  %b = add nuw i32 %y, 5
  %r = icmp ule i32 %a, %b
  ret i1 %r
}

define i32 @"128622"(i32 %x, i32 %y) {
  %a = and i32 %x, %y
  %s = shl i32 %a, 1
  %o = xor i32 %x, %y
  %r = add i32 %s, %o
  ret i32 %r
}

define i32 @"71948"(i32 noundef %x, i32 %y) {
  %s = shl i32 %x, 1
  %t = add i32 %s, %y
  %u = add i32 %y, %x
  %a = and i32 %u, %x
  %r = sub i32 %t, %a
  ret i32 %r
}

define i32 @"167173"(i32 %x) {
  %a = and i32 %x, 1
  %c = icmp eq i32 %a, 0
  %o = or i32 %x, 1
  %d = add i32 %x, -1
  %r = select i1 %c, i32 %o, i32 %d
  ret i32 %r
}

define i32 @"167003"(i32 %x, i32 %a) {
  %n = sub nsw i32 0, %a
  %d = sub nsw i32 %x, %a
  %m = call i32 @llvm.smin.i32(i32 %n, i32 %d)
  %r = add nsw i32 %m, %a
  ret i32 %r
}

define i1 @"213708"(i32 %x) {
  %n = sub i32 0, %x
  %a = and i32 %x, %n
  %r = icmp eq i32 %a, 0
  ret i1 %r
}

define i8 @"clamped sum"(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %t = add i32 %a, %b
  %m = call i32 @llvm.umin.i32(i32 %t, i32 255)
  %r = trunc i32 %m to i8
  ret i8 %r
}

define i8 @"clamped difference"(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %t = sub i32 %a, %b
  %m = call i32 @llvm.smax.i32(i32 %t, i32 0)
  %r = trunc i32 %m to i8
  ret i8 %r
}

define i32 @"154025, or of or"(i32 %x, i32 %y, i32 %z, i1 %k) {
  %o1 = or i32 %y, %z
  %o = or i32 %o1, %x
  %n = icmp ne i32 %o, 0
  %c = select i1 %n, i1 true, i1 %k
  %r = select i1 %c, i32 %x, i32 0
  ret i32 %r
}

define i1 @"115466"(i64 %y, i8 %x) {
  %t = trunc i64 %y to i32
  %a = and i32 %t, 255
  %z = zext i8 %x to i32
  %r = icmp ugt i32 %a, %z
  ret i1 %r
}

define i1 @"167059"(i32 %x, i32 %a) {
  %p = sub nsw i32 100, %a
  %q = sub nsw i32 %x, %a
  %m = call i32 @llvm.smin.i32(i32 %p, i32 %q)
  %r = icmp sgt i32 %m, 0
  ret i1 %r
}

define i1 @"186509"(i1 %k, i1 %b) {
  %s = select i1 %k, i32 2, i32 0
  %z = zext i1 %b to i32
  %o = or disjoint i32 %s, %z
  %r = icmp eq i32 %o, 3
  ret i1 %r
}

define i32 @"198179"(i32 %l, i32 %h) {
  %c = icmp eq i32 %l, 0
  %n = sub i32 0, %h
  %i = xor i32 %h, -1
  %r = select i1 %c, i32 %n, i32 %i
  ret i32 %r
}

define i32 @"167190"(i32 %x, i32 %y) {
  %a = mul i32 %x, 1000
  %s = add i32 %x, %y
  %b = mul i32 %s, 77
  %r = sub i32 %a, %b
  ret i32 %r
}

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
