; A number that has the bits of a negative one in the width of the code is not found as that by a signed
; comparison, minimum or division; unsigned ones have the number itself.
;
; RUN: %idiom find --spec %S/Inputs/signed-numbers.candl --idiom AtMost %s 2>&1 | %FileCheck %s --check-prefix=MOST
; RUN: %idiom find --spec %S/Inputs/signed-numbers.candl --idiom AtMostSigned %s 2>&1 | %FileCheck %s --check-prefix=SIGNED
; RUN: %idiom find --spec %S/Inputs/signed-numbers.candl --idiom Lesser %s 2>&1 | %FileCheck %s --check-prefix=LESSER
; RUN: %idiom find --spec %S/Inputs/signed-numbers.candl --idiom Quotient %s 2>&1 | %FileCheck %s --check-prefix=QUOTIENT
; MOST-NOT: in wrapped
; MOST-DAG: AtMost in wide
; MOST-DAG: AtMost in unsigned
; SIGNED-NOT: in {{wrapped|unsigned}}
; SIGNED: AtMostSigned in wide
; SIGNED-NOT: in {{wrapped|unsigned}}
; LESSER-NOT: in lesser_wrapped
; LESSER-DAG: Lesser in lesser_unsigned
; LESSER-DAG: Lesser in lesser_wide
; QUOTIENT-NOT: in divided_wrapped
; QUOTIENT-DAG: Quotient in divided_unsigned
; QUOTIENT-DAG: Quotient in divided_wide
define i1 @wrapped(i8 %x) {
  %c = icmp slt i8 %x, -128
  ret i1 %c
}
define i1 @wide(i16 %x) {
  %c = icmp slt i16 %x, 128
  ret i1 %c
}
define i1 @unsigned(i8 %x) {
  %c = icmp ult i8 %x, -128
  ret i1 %c
}
define i8 @lesser_wrapped(i8 %x) {
  %c = call i8 @llvm.smin.i8(i8 %x, i8 -56)
  ret i8 %c
}
define i8 @lesser_unsigned(i8 %x) {
  %c = call i8 @llvm.umin.i8(i8 %x, i8 -56)
  ret i8 %c
}
define i16 @lesser_wide(i16 %x) {
  %c = call i16 @llvm.smin.i16(i16 %x, i16 200)
  ret i16 %c
}
define i8 @divided_wrapped(i8 %x) {
  %c = sdiv i8 %x, -56
  ret i8 %c
}
define i8 @divided_unsigned(i8 %x) {
  %c = udiv i8 %x, -56
  ret i8 %c
}
define i16 @divided_wide(i16 %x) {
  %c = sdiv i16 %x, 200
  ret i16 %c
}
declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i16 @llvm.smin.i16(i16, i16)
