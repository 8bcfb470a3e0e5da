; The byte types of LLVM 23: accesses have their sizes, values of them are neither numbers nor pointers.
;
; REQUIRES: at-least-23
; RUN: %idiom model --as-written %s | %FileCheck %s --check-prefix=MODEL
; RUN: %idiom find --idiom Copy --idiom SCoP %s | %FileCheck %s --check-prefix=FIND
; MODEL: load b8 %x {reads}
; MODEL: load <4 x b8> %y {reads}
; MODEL: bitcast i32 %w
; FIND: found Copy in f: B[i] = A[i]
; FIND: size = 1
; FIND: found SCoP in f: 1 loop, 1 deep; 1 read, 1 write; 1 pair of arrays to check at run time
; FIND: read %p[i0]
; FIND-NEXT: write %q[i0]
define b8 @f(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%j, %loop]
  %a = getelementptr b8, ptr %p, i64 %i
  %x = load b8, ptr %a
  %b = getelementptr b8, ptr %q, i64 %i
  store b8 %x, ptr %b
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  %y = load <4 x b8>, ptr %q
  %z = load b32, ptr %q
  %w = bitcast b32 %z to i32
  %k = icmp eq i32 %w, 3
  ret b8 %x
}
