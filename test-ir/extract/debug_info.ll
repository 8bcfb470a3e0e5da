define i32 @sum(i32 %a, i32 %b) !dbg !4 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !10, metadata !DIExpression()), !dbg !8
  %r = add nsw i32 %a, %b, !dbg !8
  call void @llvm.dbg.value(metadata i32 %r, metadata !10, metadata !DIExpression()), !dbg !8
  %s = mul i32 %r, %r, !dbg !11
  %t = add i32 %s, 1, !dbg !13
  %u = add i32 %t, 1
  ret i32 %u, !dbg !9
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "sub/sum.c", directory: "/project")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "/usr/include/square.h", directory: "/project")
!4 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !7, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 4, column: 12, scope: !4)
!9 = !DILocation(line: 5, column: 3, scope: !4)
!10 = !DILocalVariable(name: "r", scope: !4, file: !1, line: 4, type: !7)
!11 = !DILocation(line: 21, column: 0, scope: !12, inlinedAt: !8)
!12 = distinct !DISubprogram(name: "square", scope: !3, file: !3, line: 20, type: !5, scopeLine: 20, spFlags: DISPFlagDefinition, unit: !0)
!13 = !DILocation(line: 0, scope: !4)
