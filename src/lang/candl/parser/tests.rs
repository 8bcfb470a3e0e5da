//! Texts that the parser accepts, and the places of its errors.

use super::super::ast::FormulaKind;
use super::super::atom_table::AtomKind;
use super::super::printer::{Spelling, print_formula};
use super::*;

fn parsed(text: &str) -> (Parsed, Sources, Diagnostics) {
    let mut sources = Sources::new();
    let file = sources.add("test.candl", text);
    let mut diagnostics = Diagnostics::new();
    let parsed = parse(&sources, file, &mut diagnostics);
    (parsed, sources, diagnostics)
}

/// The canonical text of a formula, with its lines joined.
fn canonical(formula: &str) -> String {
    let (parsed, _, diagnostics) = parsed(&format!("Constraint T {formula} End"));
    assert!(diagnostics.is_empty(), "{formula}: {diagnostics:?}");
    let printed = print_formula(&parsed.file.specifications[0].formula, Spelling::Unicode);
    printed.split('\n').map(str::trim).collect::<Vec<_>>().join(" ")
}

fn check(formula: &str, expect: &str) {
    assert_eq!(canonical(formula), expect);
}

/// The code and marked text of every error of a file.
fn reported(text: &str) -> Vec<(Code, String)> {
    let (_, sources, diagnostics) = parsed(text);
    diagnostics.iter().map(|d| (d.code, sources.text(d.primary.span).to_owned())).collect()
}

fn refused(formula: &str, code: Code, marked: &str) {
    let text = format!("Constraint T {formula} End");
    assert_eq!(reported(&text), [(code, marked.to_owned())], "{formula}");
}

#[test]
fn listings() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test-ir/candl/listings");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 17);
    for path in paths {
        let (parsed, _, diagnostics) = parsed(&std::fs::read_to_string(&path).unwrap());
        let codes: Vec<_> = diagnostics.iter().map(|d| d.code).collect();
        let expected: &[Code] = if path.ends_with("value_chain.candl") { &[Code::Unclosed] } else { &[] };
        assert_eq!(codes, expected, "{path:?} {diagnostics:?}");
        assert_eq!(parsed.file.specifications.len(), 1);
        assert_eq!(parsed.file.specifications[0].complete, expected.is_empty());
    }
}

#[test]
fn every_atom_in_every_spelling() {
    for (written, canonical) in [
        ("opcode{x} = add", "opcode{x} = add"),
        ("opcode{x}=phi", "opcode{x} = phi"),
        ("opcode{x} = and", "opcode{x} = and"),
        ("data_type{x} = \"<4 x float>\"", "data_type{x} = \"<4 x float>\""),
        ("ir_type{x} = constant", "ir_type{x} = constant"),
        ("ir_type{x} = literal", "ir_type{x} = literal"),
        ("ir_type{x} = argument", "ir_type{x} = argument"),
        ("ir_type{x} = instruction", "ir_type{x} = instruction"),
        ("ir_type{x} = preexecution", "ir_type{x} = preexecution"),
        ("ir_type{x} != numeric constant", "ir_type{x} ≠ numeric constant"),
        ("{x} is integer zero", "{x} is integer zero"),
        ("{x} is floating point zero", "{x} is floating point zero"),
        ("literal{x} = -1.5e3", "literal{x} = -1.5e3"),
        ("function_name{x} = llvm.fmuladd", "function_name{x} = llvm.fmuladd"),
        ("{x} = {y}.args[0]", "{x} = {y}.args[0]"),
        ("{y}.args[0] = {x}", "{x} = {y}.args[0]"),
        ("{y}.operands[n+1] = {x}", "{x} = {y}.operands[n+1]"),
        ("{y}.successors[1] = {x}", "{x} = {y}.successors[1]"),
        ("{x} in {y}.args", "{x} ∈ {y}.args"),
        ("{x} ∈ {y}.successors", "{x} ∈ {y}.successors"),
        ("{x} = {y}", "{x} = {y}"),
        ("{x} != {y}", "{x} ≠ {y}"),
        ("{a} -> {b} phi {c}", "{a} -> {b} Φ {c}"),
        ("{a} reaches phi node {c} from {b}", "{a} -> {b} Φ {c}"),
        ("domination({a},{b})", "domination({a}, {b})"),
        ("not strict_post_domination({a},{b})", "not strict_post_domination({a}, {b})"),
        ("not {a} before {b}", "not {a} before {b}"),
        ("opcode{a} in {add,sub}", "opcode{a} ∈ {add, sub}"),
        ("{a} has a flag of { slt , sle }", "{a} has a flag of {slt, sle}"),
        (
            "data flow from {a} to {b} through only {fadd,call}",
            "data flow from {a} to {b} through only {fadd, call}",
        ),
        (
            "all control flow from {a} to {b} passes through {c}",
            "all control flow from {a} to {b} passes through {c}",
        ),
        (
            "all data flow from {a} to {b} passes through {c}",
            "all data flow from {a} to {b} passes through {c}",
        ),
        ("all flow from {a} to {b} passes through {c}", "all flow from {a} to {b} passes through {c}"),
        ("{a} has control dominance to {b}", "{a} has control dominance to {b}"),
        ("{a} has dependence edge to {b}", "{a} has dependence edge to {b}"),
        ("calculated_from({},{c},{d})", "calculated_from({}, {c}, {d})"),
        (
            "all control flow from {a} to {b} passes through {c,d[0..2]}",
            "all control flow from {a} to {b} passes through {c, d[0..2]}",
        ),
        (
            "not all flow from {a} to {b} passes through {c}->{d}",
            "not all flow from {a} to {b} passes through {c} -> {d}",
        ),
        ("calculated_from({a,b[0..3]},{c},{{d}.e})", "calculated_from({a, b[0..3]}, {c}, {{d}.e})"),
        ("{f} has attribute pure", "{f} has attribute pure"),
        ("{x} has flag nsw", "{x} has flag nsw"),
        ("{x} is unused", "{x} is unused"),
        ("{a,b[0..4].c} is the same set as {d}", "{a, b[0..4].c} is the same set as {d}"),
    ] {
        check(written, canonical);
    }
}

#[test]
fn quantifiers() {
    for (written, canonical) in [
        ("none {x} ({x} in {y}.args)", "none {x} ( {x} ∈ {y}.args)"),
        ("some {x},{z}((opcode{x}=add)and{x}!={z})", "some {x}, {z} ( opcode{x} = add ∧ {x} ≠ {z})"),
        ("none ( include A({y}->{x}) )", "none ( include A({y}->{x}))"),
        (
            "none {x}, private {s} ( include A({x}->{v}) @ {s} )",
            "none {x}, private {s} ( include A({x}->{v}) @ {s})",
        ),
        (
            "(every {x} ( {x[i]} in {y}.args foreach i=0..2 ) has {z} ( {x[0]} = {z} ) foreach y=0..1)",
            "every {x} ( {x[i]} ∈ {y}.args foreach i=0..2) has {z} ( {x[0]} = {z}) foreach y=0..1",
        ),
        ("({none} = {some} and {every} = {has})", "( {none} = {some} ∧ {every} = {has})"),
    ] {
        check(written, canonical);
    }
    refused("every {x} ( {x} = {y} )", Code::UnexpectedToken, "End");
    refused("none {x} {x} = {y}", Code::UnexpectedToken, "{");
    refused("none {x[0]} ( {x[0]} = {y} )", Code::UnexpectedToken, "{x[0]}");
}

#[test]
fn the_two_phi_spellings_mean_the_same() {
    let atom = |formula: &str| {
        let (parsed, _, _) = parsed(&format!("Constraint T {formula} End"));
        match &parsed.file.specifications[0].formula.kind {
            FormulaKind::Atom(atom) if atom.kind == AtomKind::Phi => {
                atom.variables().map(|variable| variable.name.text.clone()).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(atom("{a} -> {b} Φ {c}"), ["a", "b", "c"]);
    assert_eq!(atom("{a} reaches phi node {c} from {b}"), ["a", "b", "c"]);
}

#[test]
fn no_word_is_reserved() {
    check("({in} = {and.or[if]} && {phi} in {args}.args)", "( {in} = {and.or[if]} ∧ {phi} ∈ {args}.args)");
    check(
        "(opcode{x} = or or opcode{x} = and and_ )".replace(" and_", "").as_str(),
        "( opcode{x} = or ∨ opcode{x} = and)",
    );
    check("include for @ {control} for in=1 @ {foreach}", "include for @ {control} for in=1 @ {foreach}");
    check("collect collect 8 {x[collect]} = {y}", "collect collect 8 {x[collect]} = {y}");
}

#[test]
fn suffixes_bind_to_the_primary_before_them() {
    let kind = |formula: &str| {
        let (parsed, _, diagnostics) = parsed(&format!("Constraint T {formula} End"));
        assert!(!diagnostics.has_errors(), "{formula}: {diagnostics:?}");
        parsed.file.specifications[0].formula.kind.clone()
    };
    let FormulaKind::Collect { body, .. } = kind("collect j N {a[j]} = {b[i]} forany i=0..N") else {
        panic!()
    };
    assert!(matches!(body.kind, FormulaKind::ForAny(_)));
    let FormulaKind::ForAny(repetition) = kind("(collect j N {a[j]} = {b[i]}) forany i=0..N") else {
        panic!()
    };
    assert!(matches!(repetition.body.kind, FormulaKind::Collect { .. }));
    let FormulaKind::And(parts) = kind("({a} = {b} ∧ {a[i]} = {b} foreach i=0..2)") else { panic!() };
    assert!(
        matches!(parts[0].kind, FormulaKind::Atom(_)) && matches!(parts[1].kind, FormulaKind::ForEach(_))
    );
    let FormulaKind::For { body, .. } = kind("{a[i]} = {b} foreach i=0..N for N=2") else { panic!() };
    assert!(matches!(body.kind, FormulaKind::ForEach(_)));
}

#[test]
fn documentation_stands_right_above() {
    let docs = |text: &str| parsed(text).0.file.specifications.last().unwrap().doc.clone();
    assert_eq!(docs("# not this\n\n# one\n# two\nConstraint T {a} = {b} End"), [" one", " two"]);
    assert_eq!(docs("# not this\n\nConstraint T {a} = {b} End"), [""; 0]);
    assert_eq!(docs("Constraint S {a} = {b} End # not this\nConstraint T {a} = {b} End"), [""; 0]);
}

#[test]
fn single_errors() {
    refused("{element[i] ∈ {e}.args", Code::Unclosed, "∈");
    refused("({a} = {b}", Code::Unclosed, "End");
    refused("({a} ∈ {b.args ∧ {c} = {d})", Code::Unclosed, "∧");
    refused("({a} = {b[1} ∧ {c} = {d})", Code::Unclosed, "}");
    refused("include A({b}->{c} @ {d}", Code::Unclosed, "@");
    refused("({a} = {b} ∧ {c} = {d} ∨ {e} = {f})", Code::MixedOperators, "∨");
    refused("{a} = {b} ∧ {c} = {d}", Code::BareOperator, "∧");
    refused("opcod{a} = add", Code::UnknownConstraint, "opcod");
    refused("{a} = {b}.arg[0]", Code::UnexpectedToken, "arg");
    refused("{a} = {b}.args", Code::UnexpectedToken, "{a} = {b}.args");
    refused("{a} ∈ {b}.args[0]", Code::UnexpectedToken, "{a} ∈ {b}.args[0]");
    refused("{a}.args[0] = {b}.args[0]", Code::UnexpectedToken, "{a}.args[0] = {b}.args[0]");
    refused("{a,b} = {c}", Code::UnexpectedToken, "{a,b}");
    refused("{a} = {b} forall i=0..2", Code::UnexpectedToken, "forall");
    refused("{a} = {b} for i=0..2", Code::UnexpectedToken, "..");
    refused("{a} is the same as {b}", Code::UnexpectedToken, "as");
    refused("not {a} = {b}", Code::UnexpectedToken, "{a} = {b}");
    refused("not opcode{a} = add", Code::UnexpectedToken, "opcode{a} = add");
    refused("opcode{a} ∈ add", Code::UnexpectedToken, "add");
    refused("opcode{a} ∈ {add, }", Code::UnexpectedToken, "}");
    refused("{a[1.5]} = {b}", Code::UnexpectedToken, "1.5");
    refused("{a[99999999999999999999]} = {b}", Code::NumberTooLarge, "99999999999999999999");
    refused("if N=0 then {a} = {b} endif", Code::UnexpectedToken, "endif");
    refused("", Code::UnexpectedToken, "End");
    refused("opcode{a} = \"add\n", Code::UnterminatedString, "\"add");
    refused("a = {b}", Code::UnknownConstraint, "a");
    refused("opcode{a} == add", Code::UnexpectedToken, "=");
}

#[test]
fn consequences_of_another_error_are_not_reported() {
    refused("{a} ≲ {b}", Code::UnexpectedCharacter, "≲");
    refused("(opcode{a} = add; opcode{b} = add)", Code::UnexpectedCharacter, ";");
    refused("(data_type{a} = \"<4 x i8> ∧ opcode{a} = add)", Code::UnterminatedString, "\"<4 x i8>");
    assert_eq!(reported("Constraint T opcode{x} = add end"), [(Code::UnexpectedToken, "end".to_owned())]);
    // Errors further on are reported.
    let two = [(Code::UnexpectedCharacter, "≲".to_owned()), (Code::UnknownConstraint, "oops".to_owned())];
    assert_eq!(reported("Constraint T ({a} ≲ {b} ∧ oops{c}) End"), two);
}

#[test]
fn help_names_the_intended_spelling() {
    for (formula, help) in [
        ("({a} = {b} /\\ {b} = {c})", "CAnDL writes `∧` or `&&` here"),
        ("({a} = {b} \\/ {b} = {c})", "CAnDL writes `∨` or `||` here"),
        ("({a} = {b} // so\n)", "CAnDL writes `#` here"),
        ("(foreach i=0..3 {a[i]} = {b})", "behind what it is about: `opcode{x[i]} = add foreach i=…`"),
        ("({a} == {b})", "one `=` is enough"),
        ("({s} /= {a})", "a loop takes values up by `+=`"),
        ("({a[1]}[{i}] = {x})", "and written by `{st} ~ {A}[{i}] := {x}`"),
        ("(a = {b})", "variables stand in braces: `{a}`"),
        ("include Loop(N=3)", "index parameters stand in brackets: `Loop[N=…]`"),
    ] {
        let (_, _, diagnostics) = parsed(&format!("Constraint T {formula} End"));
        let texts: Vec<_> = diagnostics.iter().flat_map(|d| &d.help).collect();
        assert!(texts.iter().any(|texts| texts.contains(help)), "{formula}: {texts:?}");
    }
}

#[test]
fn all_errors_of_a_file_in_one_run() {
    let text = "Constraint A ( opcode{x} = ∧ {y} = {z}.arg[1] ∧ ( oops ∨ {a} = ) ∧ {b} = {c} ) End
nonsense here
Constraint B {x} ∈ {y} End
Constraint {z} = {z} End
Constraint C {x} = {y}
Constraint D {x} = {y} End";
    assert_eq!(
        reported(text),
        [
            (Code::UnexpectedToken, "∧"),
            (Code::UnexpectedToken, "arg"),
            (Code::UnknownConstraint, "oops"),
            (Code::UnexpectedToken, ")"),
            (Code::UnexpectedToken, "nonsense"),
            (Code::UnexpectedToken, "{x} ∈ {y}"),
            (Code::UnexpectedToken, "{"),
            (Code::Unclosed, "Constraint"),
        ]
        .map(|(code, marked)| (code, marked.to_owned()))
    );
    let names: Vec<_> =
        parsed(text).0.file.specifications.iter().map(|s| (s.name.text.clone(), s.complete)).collect();
    let expected = [("A", false), ("B", false), ("C", false), ("D", true)];
    assert_eq!(names, expected.map(|(name, complete)| (name.to_owned(), complete)));
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| format!("{}{{a}} = {{b}}{}", "(".repeat(depth), ")".repeat(depth));
    check(&nested(MAX_NESTING as usize - 1), "{a} = {b}");
    refused(&nested(MAX_NESTING as usize), Code::NestedTooDeep, "{");
    refused(&nested(100_000), Code::NestedTooDeep, "(");
    let suffixes = |count: usize| format!("{{a}} = {{b}} {}", "for i=1 ".repeat(count));
    canonical(&suffixes(MAX_NESTING as usize - 2));
    refused(&suffixes(100_000), Code::NestedTooDeep, "for");
    let both = format!("{}{}", "(".repeat(60), ["for i=1 "; 50].concat());
    assert!(
        reported(&format!("Constraint T {both} End")).iter().all(|(code, _)| *code != Code::NestedTooDeep)
    );
    let set = format!("{}a{} is the same set as {{b}}", "{".repeat(100_000), "}".repeat(100_000));
    refused(&set, Code::NestedTooDeep, "{");
}

#[test]
fn bytes_that_are_no_text() {
    let codes = |bytes: &[u8]| {
        let mut sources = Sources::new();
        let file = sources.add_bytes("bad.candl", bytes.to_vec());
        let mut diagnostics = Diagnostics::new();
        parse(&sources, file, &mut diagnostics);
        diagnostics.iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(b"Constraint A {a} = {b} End \xff"), [Code::NotUtf8]);
    assert_eq!(codes(b"# caf\xe9\nConstraint A {a} ; {b} End"), [Code::NotUtf8, Code::UnexpectedCharacter]);
    // A file that is not text is reported once.
    assert_eq!(codes(b"BC\xc0\xde~~\0~"), [Code::NotUtf8]);
}

/// Checks the words that may stand where a text breaks off, behind `Constraint A `.
fn check_expected(text: &str, expect: &[&str]) {
    let mut sources = Sources::new();
    let file = sources.add("a.candl", format!("Constraint A {text}"));
    let parsed = parse(&sources, file, &mut Diagnostics::new());
    let shown = |expected: &Expected| match expected {
        Expected::Word(word) => word.clone(),
        Expected::Name(class) => format!("a {}", class.name()),
        other => format!("{other:?}"),
    };
    let mut words: Vec<String> = parsed.expected.iter().map(shown).collect();
    words.dedup();
    assert_eq!(words, expect, "{text}");
}

#[test]
fn where_a_text_breaks_off_the_parser_says_what_may_follow() {
    check_expected("", &["Formula"]);
    check_expected("(", &["Formula"]);
    check_expected("( opcode{x} = add ∧", &["Formula"]);
    check_expected("( opcode{x} = ", &["a opcode"]);
    check_expected("( opcode{x} ", &["=", "∈"]);
    check_expected("( opcode{x} = add ", &["∧", "∨", ")", "foreach", "forany", "for"]);
    check_expected("( opcode{x} = add ∧ not ", &["Negatable"]);
    check_expected("( data flow from {a} to {b} ", &["through", "∧", "∨", ")", "foreach", "forany", "for"]);
    check_expected("( {", &["a variable"]);
    check_expected("( {x} = {a.", &["a variable"]);
    check_expected("( include ", &["a specification"]);
    check_expected("( include A @", &["Variable"]);
    check_expected("( include A[", &["a index"]);
    check_expected("( {x} has flag ", &["a flag"]);
    check_expected("( domination(", &["Variable"]);
    check_expected("{x} ~ sqrt(", &["Operand"]);
    check_expected("( opcode{x} = add )", &["End", "foreach", "forany", "for"]);
    // An error before the end has no influence.
    check_expected("( opcode{x} == add ∧ data_type{x} = ", &["a type"]);
    // The text does not break off.
    check_expected("opcode{x} = add End", &[]);
    check_expected("opcode{x} = End", &[]);
}
