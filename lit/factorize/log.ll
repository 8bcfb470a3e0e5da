; A log line for each factorisation, with function, line and both expressions; and the counts of the script.
;
; RUN: rm -rf %t && mkdir %t
; RUN: env IDIOM_LOG=info %opt -load-pass-plugin=%plugin "-passes=idiom-factorize<report=%t/report.json>" -S %s -o %t/x.ll 2> %t/said
; RUN: %FileCheck --check-prefix=LOG %s < %t/said
; LOG: rewrote ComplexFactorisation in f at x.c:3:12: %a*%b + %a*%c -> %a*(%b + %c) (value = %s, product1 = %p, product2 = %q, factor = %a)
; LOG: did not rewrite ComplexFactorisation in g{{.*}}: %p has other uses
; RUN: %FileCheck %s < %t/x.ll
; CHECK-LABEL: define i32 @f
; CHECK: add i32 {{.*}}, !dbg [[AT:![0-9]+]]
; CHECK: mul i32 {{.*}}, !dbg [[AT]]
; CHECK: [[AT]] = !DILocation(line: 3, column: 12
; RUN: %project/scripts/measure factorisations %t/report.json | %FileCheck --check-prefix=COUNT %s
; COUNT: rewritten found not-legal not-profitable
; COUNT-NEXT: ComplexFactorisation 1 0 0 1
; COUNT-NEXT: all 1 0 0 1
define i32 @f(i32 %a, i32 %b, i32 %c) !dbg !4 {
  %p = mul i32 %a, %b, !dbg !7
  %q = mul i32 %a, %c, !dbg !8
  %s = add i32 %p, %q, !dbg !9
  ret i32 %s
}

define i32 @g(i32 %a, i32 %b, i32 %c, ptr %o) {
  %p = mul i32 %a, %b
  store i32 %p, ptr %o
  %q = mul i32 %a, %c
  %s = add i32 %p, %q
  ret i32 %s
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 3, column: 10, scope: !4)
!8 = !DILocation(line: 3, column: 14, scope: !4)
!9 = !DILocation(line: 3, column: 12, scope: !4)
