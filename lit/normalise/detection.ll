; Detection works on the normalised copy: one specification covers every spelling. Findings are in terms of
; the function; values of the copy alone are shown as expressions. The code stays as it was.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='idiom-detect<ScaledLoad;spec=%inputs/scaled.candl>' -pass-remarks-analysis=idiom -S %s -o %t.detected.ll 2>&1 | %FileCheck %s
; RUN: %opt -S %s -o %t.plain.ll
; RUN: diff %t.plain.ll %t.detected.ll
; RUN: %idiom find --spec %inputs/scaled.candl --idiom ScaledLoad %s | %FileCheck --check-prefix=FOUND %s

; CHECK: found ScaledLoad in {{[a-z]+}} (load = %v, pointer = %p, base = %a, offset = mul(%i, i64 4), index = %i, scale = i64 4)
define i32 @typed(ptr %a, i64 %i) {
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK: found ScaledLoad in {{[a-z]+}} (load = %v, pointer = %p, base = %a, offset = %bytes, index = %i, scale = i64 4)
define i32 @shifted(ptr %a, i64 %i) {
  %bytes = shl nsw i64 %i, 2
  %p = getelementptr inbounds i8, ptr %a, i64 %bytes
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK: found ScaledLoad in {{[a-z]+}} (load = %v, pointer = %p, base = %a, offset = mul(add(%j, %m), i64 8), index = add(%j, %m), scale = i64 8)
; FOUND: found ScaledLoad in rows
; FOUND: offset = mul(add(%j, %m), i64 8)
define double @rows(ptr %a, i64 %i, i64 %j, i64 %n) {
  %m = mul nsw i64 %i, %n
  %row = getelementptr inbounds double, ptr %a, i64 %m
  %p = getelementptr inbounds double, ptr %row, i64 %j
  %v = load double, ptr %p
  ret double %v
}

; CHECK-NOT: found
define i8 @plain_bytes(ptr %a, i64 %i) {
  %p = getelementptr inbounds i8, ptr %a, i64 %i
  %v = load i8, ptr %p
  ret i8 %v
}
