; The replacement of a root has its place, for the debugger too; the verifier is content.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=idiom-sqrt-of-square -verify-each -S %s | %FileCheck %s

; CHECK-LABEL: define double @f
; CHECK-NOT: sqrt
; CHECK: call fast double @llvm.fabs.f64(double %a), !dbg [[ROOT:![0-9]+]]
; CHECK-NEXT: ret double {{.*}}, !dbg [[RETURN:![0-9]+]]
; CHECK-DAG: [[ROOT]] = !DILocation(line: 7, column: 10
; CHECK-DAG: [[RETURN]] = !DILocation(line: 8, column: 3
define double @f(double %a) !dbg !5 {
  %square = fmul fast double %a, %a, !dbg !8
  %root = call fast double @sqrt(double %square), !dbg !9
  ret double %root, !dbg !10
}

declare double @sqrt(double)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 5, type: !6, scopeLine: 5, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 7, column: 17, scope: !5)
!9 = !DILocation(line: 7, column: 10, scope: !5)
!10 = !DILocation(line: 8, column: 3, scope: !5)
