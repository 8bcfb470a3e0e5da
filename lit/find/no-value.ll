; A variable that debug information does not bind to a value of the function names no value.
;
; RUN: %idiom find --idiom SCoP %s | %FileCheck %s
; CHECK: found SCoP in f
; CHECK: for (i0 = 0; i0 < %n; i0 += 1)
declare void @llvm.dbg.value(metadata, metadata, metadata)
define void @f(ptr %a, i64 %n) !dbg !4 {
entry:
  call void @llvm.dbg.value(metadata !DIArgList(), metadata !8, metadata !DIExpression(DW_OP_constu, 3, DW_OP_stack_value)), !dbg !9
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  call void @llvm.dbg.value(metadata i64 %i, metadata !8, metadata !DIExpression()), !dbg !9
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 1, ptr %p, !dbg !9
  %i1 = add nsw i64 %i, 1
  %goes.on = icmp slt i64 %i1, %n
  br i1 %goes.on, label %loop, label %done

done:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!8 = !DILocalVariable(name: "i", scope: !4, file: !1, line: 2, type: !10)
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
