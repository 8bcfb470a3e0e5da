//! Reading valid and invalid modules; spelling the values of an extraction and finding them again.

#![allow(clippy::unwrap_used)] // a test may; clippy exempts only `#[test]` functions by itself

use llvm::{Module, ModuleError};

const SPELT: &str = r#"
%0 = type { i32 }
@g = global i32 0
@0 = global i32 0
declare double @sqrt(double)
declare void @take(%0)

define double @f(double, ptr %p, %0 %s) {
  %2 = fmul fast double %0, 2.0
  %named = fadd double %2, %0
  store double %named, ptr %p
  call void @take(%0 %s)
  store i32 7, ptr @0
  switch i32 1, label %3 [ i32 5, label %3 ]

3:
  %4 = call double @sqrt(double %named)
  %5 = add <2 x i32> <i32 1, i32 2>, undef
  br i1 true, label %6, label %3

6:
  ret double %4
}
"#;

fn parse(ir: &str) -> Module {
    Module::parse(ir.as_bytes(), "test.ll").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn values_are_spelt_as_in_textual_ir() {
    let module = parse(SPELT);
    let extraction = module.function("f").unwrap().extract();
    let spelt: Vec<String> = extraction.model.values().map(|v| extraction.describe(v)).collect();
    let expected = [
        "%0",
        "%p",
        "%s",
        "%2",
        "%named",
        "store double %named, ptr %p",
        "call @take",
        "store i32 7, ptr @0",
        "switch i32 1",
        "%4",
        "%5",
        "br i1 true, label %6, label %3",
        "ret double %4",
        "@take",
        "@0",
        "@sqrt",
        "double 2.000000e+00",
        "i32 7",
        "i32 1",
        "<2 x i32> <i32 1, i32 2>",
        "<2 x i32> undef",
        "i1 true",
    ];
    assert_eq!(spelt, expected);
}

#[test]
fn handles_lead_back_to_values() {
    let module = parse("@g = global i32 0\ndefine i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n");
    let function = module.function("f").unwrap();
    let extraction = function.extract();
    for value in extraction.model.values() {
        assert_eq!(extraction.value_of(extraction.handle(value)), Some(value));
    }
    assert_eq!(extraction.value_of(function.raw()), None, "the function itself is no value of its model");
}

#[test]
fn attributes_are_sorted_and_named() {
    let ir = "declare void @f() #0\ndefine void @g() #1 {\n  call void @f()\n  ret void\n}\n\
              attributes #0 = { willreturn nounwind \"key\"=\"value\" cold }\nattributes #1 = { strictfp noinline }\n";
    let module = parse(ir);
    let extraction = module.function("g").unwrap().extract();
    let model = &extraction.model;
    assert_eq!(model.function().attributes, ["noinline", "strictfp"]);
    assert!(model.function().strictfp);
    let global = model.globals().next().and_then(|v| model.global(v)).unwrap();
    assert_eq!(global.attributes, ["cold", "key", "nounwind", "willreturn"]);
}

/// Types share their parts, so a spelling could exceed the memory. A long one is replaced by a number.
#[test]
fn the_spelling_of_a_type_has_a_bound() {
    for (fields, depth, is_spelt) in [(9_000, 1, true), (11_000, 1, false), (1, 200, true), (1, 300, false)] {
        let fields = vec!["i8"; fields].join(", ");
        let ty = format!("{}{fields}{}", "{ ".repeat(depth), " }".repeat(depth));
        let module = parse(&format!("declare void @f({ty})"));
        let extraction = module.function("f").unwrap().extract();
        let expected = if is_spelt { ty.as_str() } else { "%#0" };
        assert!(extraction.model.types()[0].name == expected, "{} fields, {depth} deep", fields.len());
    }
}

#[test]
fn a_declaration_has_only_parameters() {
    let module = parse("declare void @f(i32, ptr)");
    let function = module.function("f").unwrap();
    assert!(function.is_declaration());
    let extraction = function.extract();
    assert_eq!((extraction.model.len(), extraction.model.block_count()), (2, 0));
}

#[test]
fn functions_come_in_the_order_of_the_module() {
    let module = parse("declare void @b()\ndefine void @a() {\n  ret void\n}\ndeclare void @c()");
    assert_eq!(module.functions().map(|f| f.name()).collect::<Vec<_>>(), ["b", "a", "c"]);
    assert!(module.function("d").is_none());
    assert_eq!(parse("").functions().count(), 0);
}

/// A phi of labels, which LLVM permits up to version 19, has no arguments, since the model has no labels.
#[test]
fn behind_a_phi_of_labels_others_keep_their_blocks() {
    let module = parse(
        "define i64 @f(i1 %c, i64 %n) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %labels = phi label [ %a, %entry ], [ %b, %a ]
  br label %loop
loop:
  %i = phi i64 [ 0, %b ], [ %next, %loop ]
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %i
}
",
    );
    let extraction = module.function("f").unwrap().extract();
    let model = &extraction.model;
    let named = |name: &str| model.values().find(|v| model.name(*v) == name).unwrap();
    let sources: Vec<_> = model.phi_sources(named("i")).iter().map(|s| model.block_of(*s)).collect();
    let block_of = |name: &str| model.block_of(named(name));
    assert_eq!(sources, [block_of("labels"), block_of("i")]);
    assert!(model.phi_sources(named("labels")).is_empty());
}

#[test]
fn bad_input_is_an_error_with_its_place() {
    for (content, expected) in [
        (&b"define void @f() {\n  %x = fmull double 1.0, 2.0\n}"[..], "2:8"),
        (b"define i32 @f() {\n  ret i32 %nothing\n}", "undefined value"),
        (b"no IR at all", "expected top-level entity"),
        (b"BC\xc0\xde\x01\x02\x03", "nvalid bitcode"),
        (b"\xff\xfe\0\0", "expected top-level entity"),
        (b"define void @f() {\n", "2:1"),
    ] {
        let Err(ModuleError::Parse { name, message }) = Module::parse(content, "bad.ll") else {
            panic!("{content:?} was accepted");
        };
        assert_eq!(name, "bad.ll");
        assert!(message.contains(expected), "{content:?}: {message}");
    }
}

#[test]
fn a_missing_file_is_an_error_that_names_it() {
    let Err(error) = Module::read(std::path::Path::new("no/such/file.ll")) else { panic!("it exists") };
    assert!(matches!(&error, ModuleError::Read { path, .. } if path == "no/such/file.ll"), "{error}");
}

#[test]
fn the_verifier_reports_what_is_broken() {
    let sound = "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
    assert_eq!(parse(sound).verify(), Ok(()));
    let broken = "define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %x\n}\n";
    let report = parse(broken).verify().unwrap_err();
    assert!(report.contains("does not dominate"), "{report}");
}

#[test]
fn debug_info_of_another_version_is_dropped_with_a_message() {
    let ir = "define void @f() {\n  ret void\n}\n!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!0}\n\
              !0 = !{i32 2, !\"Debug Info Version\", i32 999}\n\
              !1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)\n\
              !2 = !DIFile(filename: \"a.c\", directory: \"/\")\n";
    let module = parse(ir);
    assert!(module.messages().iter().any(|m| m.contains("invalid version (999)")), "{:?}", module.messages());
}
