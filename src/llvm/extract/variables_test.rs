//! Values go by the names of variables where debug information is exact about them.

use crate::Module;

/// What is bound to what: each line of the function says what name is expected. `NAME`s are variables.
const MODULE: &str = r#"
@table = global [10 x i32] zeroinitializer, !dbg !40
@plain = global i32 0
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
define void @f(i32 %n, ptr %p, i32 %unnamed, ptr %unnamed.place, ptr %further) !dbg !4 {
entry:
  %array = alloca [10 x i32]
  call void @llvm.dbg.declare(metadata ptr %array, metadata !20, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata i32 %n, metadata !10, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata i32 %n, metadata !13, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata ptr %p, metadata !11, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata i32 0, metadata !12, metadata !DIExpression()), !dbg !7
  %once = mul i32 %n, %n
  call void @llvm.dbg.value(metadata i32 %once, metadata !14, metadata !DIExpression()), !dbg !7
  %overwritten = mul i32 %n, 3
  call void @llvm.dbg.value(metadata i32 %overwritten, metadata !15, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata i32 7, metadata !15, metadata !DIExpression()), !dbg !7
  %part = mul i32 %n, 5
  call void @llvm.dbg.value(metadata i32 %part, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 32)), !dbg !7
  %less = mul i32 %n, 7
  call void @llvm.dbg.value(metadata i32 %less, metadata !17, metadata !DIExpression(DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value)), !dbg !7
  call void @llvm.dbg.value(metadata ptr %unnamed.place, metadata !24, metadata !DIExpression(DW_OP_deref)), !dbg !7
  call void @llvm.dbg.value(metadata ptr %further, metadata !25, metadata !DIExpression(DW_OP_deref, DW_OP_deref)), !dbg !7
  %both = mul i32 %n, 9
  call void @llvm.dbg.value(metadata i32 %both, metadata !18, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.value(metadata i32 %both, metadata !19, metadata !DIExpression()), !dbg !7
  %alone = mul i32 %n, 11
  call void @llvm.dbg.value(metadata i32 %alone, metadata !18, metadata !DIExpression()), !dbg !8
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.dbg.value(metadata i32 %i, metadata !21, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata i32 %i, metadata !12, metadata !DIExpression()), !dbg !7
  %a = getelementptr i32, ptr %array, i32 %i
  store i32 %once, ptr %a
  store i32 %both, ptr @table
  store i32 %alone, ptr @plain
  %next = add i32 %i, 1
  call void @llvm.dbg.value(metadata i32 %next, metadata !12, metadata !DIExpression()), !dbg !7
  %goes.on = icmp slt i32 %next, %overwritten
  br i1 %goes.on, label %loop, label %exit
exit:
  ret void
}
define void @without(i32 %n) {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, globals: !42)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "inner", file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!4 = distinct !DISubprogram(name: "f", file: !1, line: 3, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 4, column: 2, scope: !4)
!8 = !DILocation(line: 1, column: 2, scope: !3, inlinedAt: !23)
!9 = !DILocation(line: 1, column: 2, scope: !3, inlinedAt: !22)
!10 = !DILocalVariable(name: "count", arg: 1, scope: !4, file: !1)
!11 = !DILocalVariable(name: "pointer", arg: 2, scope: !4, file: !1)
!12 = !DILocalVariable(name: "i", scope: !4, file: !1)
!13 = !DILocalVariable(name: "copy", scope: !4, file: !1)
!14 = !DILocalVariable(name: "square", scope: !4, file: !1)
!15 = !DILocalVariable(name: "changing", scope: !4, file: !1)
!16 = !DILocalVariable(name: "wide", scope: !4, file: !1)
!17 = !DILocalVariable(name: "one_less", scope: !4, file: !1)
!18 = !DILocalVariable(name: "of_inner", scope: !3, file: !1)
!19 = !DILocalVariable(name: "own", scope: !4, file: !1)
!20 = !DILocalVariable(name: "local", scope: !4, file: !1)
!21 = !DILocalVariable(name: "same_in_this_round", scope: !4, file: !1)
!24 = !DILocalVariable(name: "object", arg: 4, scope: !4, file: !1)
!25 = !DILocalVariable(name: "far", arg: 5, scope: !4, file: !1)
!22 = distinct !DILocation(line: 9, column: 2, scope: !4)
!23 = distinct !DILocation(line: 8, column: 2, scope: !4)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(name: "places", linkageName: "table", scope: !0, file: !1, type: !43, isLocal: false, isDefinition: true)
!42 = !{!40}
!43 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"#;

#[test]
fn values_go_by_the_variables_they_are() {
    let module = Module::parse(MODULE.as_bytes(), "f.ll").unwrap_or_else(|error| panic!("{error}"));
    assert!(module.messages().is_empty(), "{:?}", module.messages());
    let function = module.function("f").unwrap();
    let extraction = function.extract();
    let named: Vec<(&str, Option<&str>)> = extraction
        .model
        .values()
        .map(|value| (extraction.model.name(value), extraction.variable(value).map(|v| v.name.as_str())))
        .filter(|(name, variable)| !name.is_empty() || variable.is_some())
        .collect();
    let expected = [
        ("n", Some("count")),
        ("p", Some("pointer")),
        ("unnamed", None),
        ("unnamed.place", Some("object")),
        ("further", None),
        ("array", Some("local")),
        ("once", Some("square")),
        // Which of its values the variable has where this one is used is not known.
        ("overwritten", None),
        ("part", None),
        ("less", None),
        ("both", Some("own")),
        ("alone", Some("of_inner")),
        // Not `same_in_this_round`, which does not go back into it.
        ("i", Some("i")),
        ("a", None),
        ("next", None),
        ("goes.on", None),
        ("table", Some("places")),
        ("plain", None),
    ];
    assert_eq!(named, expected);
}

#[test]
fn without_debug_information_there_are_none() {
    let module = Module::parse(MODULE.as_bytes(), "f.ll").unwrap_or_else(|error| panic!("{error}"));
    let extraction = module.function("without").unwrap().extract();
    assert!(extraction.model.values().all(|value| extraction.variable(value).is_none()));
}
