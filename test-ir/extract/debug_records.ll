; at least 19
define i32 @sum(i32 %a, i32 %b) !dbg !4 {
    #dbg_value(i32 %a, !10, !DIExpression(), !8)
  %r = add nsw i32 %a, %b, !dbg !8
    #dbg_value(i32 %r, !10, !DIExpression(), !8)
  ret i32 %r, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "sum.c", directory: "/project")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !7, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 4, column: 12, scope: !4)
!9 = !DILocation(line: 5, column: 3, scope: !4)
!10 = !DILocalVariable(name: "r", scope: !4, file: !1, line: 4, type: !7)
