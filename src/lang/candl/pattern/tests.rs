//! The parsed, printed and expanded forms of patterns.

use crate::candl::compile::check;
use crate::candl::expand::expand;
use crate::candl::flatten::flatten;
use crate::candl::parser::parse;
use crate::candl::printer::{Spelling, print_formula};
use crate::candl::vocabulary::AnyWord;
use crate::candl::written::specification;
use text::diagnostic::{Code, Diagnostics};
use text::sources::Sources;

/// The canonical text of a pattern, or its errors.
fn canonical(pattern: &str) -> Result<String, Vec<(Code, String)>> {
    let mut sources = Sources::new();
    let file = sources.add("test", format!("Constraint T ({pattern}) End"));
    let mut diagnostics = Diagnostics::new();
    let parsed = parse(&sources, file, &mut diagnostics);
    let reports: Vec<_> =
        diagnostics.iter().map(|d| (d.code, sources.text(d.primary.span).to_owned())).collect();
    let formula = &parsed.file.specifications[0].formula;
    if reports.is_empty() { Ok(print_formula(formula, Spelling::Unicode)) } else { Err(reports) }
}

#[test]
fn patterns_are_printed_with_the_parentheses_they_need() {
    for (written, expect) in [
        ("{r}~{a}+{b}*{c}", "{r} ~ {a} + {b} * {c}"),
        ("{r} matches ({a}+{b})*{c}", "{r} ~ ({a} + {b}) * {c}"),
        ("{r} ~ {a} - ({b} - {c})", "{r} ~ {a} - ({b} - {c})"),
        ("{r} ~ ({a} - {b}) - {c}", "{r} ~ {a} - {b} - {c}"),
        ("{r} ~ {a} < {b} == {c} > {d}", "{r} ~ {a} < {b} == {c} > {d}"),
        ("{r} ~ {a} | {b} ^ {c} & {d} << 3", "{r} ~ {a} | {b} ^ {c} & {d} << 3"),
        ("{r} ~ ({a} | {b}) & {c}", "{r} ~ ({a} | {b}) & {c}"),
        ("{r} ~ {a} /u {b} %s 3 >>u 2", "{r} ~ {a} /u {b} %s 3 >>u 2"),
        ("{r} ~ {x} <s {l} ? {l} : {x} > {h} ? {h} : {x}", "{r} ~ {x} <s {l} ? {l} : {x} > {h} ? {h} : {x}"),
        ("{r} ~ ({c} ? {a} : {b}) ? {d} : {e}", "{r} ~ ({c} ? {a} : {b}) ? {d} : {e}"),
        ("{r} ~ -{a} * ~{b} + -5 - -(2)", "{r} ~ -{a} * ~{b} + -5 - -(2)"),
        ("{r} ~ *({p} + 8)", "{r} ~ *({p} + 8)"),
        ("{r} ~ {p}->[0]+{p}->[{k}]->[-8]", "{r} ~ {p}->[0] + {p}->[{k}]->[-8]"),
        ("{r} ~ (*{p})->[n + 1]", "{r} ~ (*{p})->[n + 1]"),
        ("{r} ~ {p}==null", "{r} ~ {p} == null"),
        ("{r} ~ assoc(max({a},{b},{c}))", "{r} ~ assoc(max({a}, {b}, {c}))"),
        ("{r} ~ assoc(minu({a} as {x},3))", "{r} ~ assoc(minu({a} as {x}, 3))"),
        ("{r} ~ {a} + ({b} * {c} as {product})", "{r} ~ {a} + ({b} * {c} as {product})"),
        (
            "{r} ~ min({a} * {a} as {s}, uadd.sat({b}, 1.5))",
            "{r} ~ min({a} * {a} as {s}, uadd.sat({b}, 1.5))",
        ),
        ("{r} ~ assoc({a} * {b} * ({c} + 1))", "{r} ~ assoc({a} * {b} * ({c} + 1))"),
        ("{r} ~ assoc({a}*{b}*...)", "{r} ~ assoc({a} * {b} * …)"),
        ("{r} ~ assoc({a}*{b} + …)", "{r} ~ assoc({a} * {b} + …)"),
        ("{r} ~ {A}[{i},{j}+1]*{B}[0]", "{r} ~ {A}[{i}, {j} + 1] * {B}[0]"),
        ("{s}~{C}[{i}][{K}[{j}]-1]:={a}+{b}", "{s} ~ {C}[{i}][{K}[{j}] - 1] := {a} + {b}"),
        ("not {r[0]} ~ {a} != {_}", "not {r[0]} ~ {a} != {_}"),
        ("{s}+={a}*{b}", "{s} += {a} * {b}"),
        ("not {s} max= {a}", "not {s} max= {a}"),
        ("{r} ~ {x}>>(width{x}-n)", "{r} ~ {x} >> width{x} - n"),
        ("{r} ~ literal{k}*{x}", "{r} ~ literal{k} * {x}"),
        ("{r} ~ {A}[{i}+n]", "{r} ~ {A}[{i} + n]"),
        ("literal{k}+literal{m}=width{x}", "literal{k} + literal{m} = width{x}"),
        ("{n} - (1 - 2^(3*{m})) * 2 != -(4)", "{n} - (1 - 2 ^ (3 * {m})) * 2 ≠ -4"),
        ("(1+{n})*2<={m}", "(1 + {n}) * 2 ≤ {m}"),
        ("{A.stride[1]} = 1", "{A.stride[1]} = 1"),
        ("{n} > 2 ^ N", "{n} > 2 ^ N"),
        ("let n = -{m} - -2", "let n = -{m} - -2"),
        ("n = 2 * {m}", "n = 2 * {m}"),
        ("{x} = {y}", "{x} = {y}"),
        ("{x} = {y}.args[0]", "{x} = {y}.args[0]"),
        ("literal{x} = -3", "literal{x} = -3"),
        ("{s} -= -{a}", "{s} -= -{a}"),
    ] {
        let printed = canonical(written).unwrap();
        assert_eq!(printed, expect);
        assert_eq!(canonical(&printed).unwrap(), expect);
    }
}

#[test]
fn mistakes_in_patterns_are_reported_at_their_places() {
    let long = format!("{{r}} ~ {}1", "1 + ".repeat(200));
    let nested = format!("{{r}} ~ {}{{a}}{}", "(".repeat(20), " ? {b} : {c})".repeat(20));
    let deepest = format!("{}{{a}}{}", "(".repeat(6), " ? {b} : {c})".repeat(6));
    for (written, code, marked) in [
        ("{r} ~ ", Code::UnexpectedToken, ")"),
        ("{r} ~ {a} +", Code::UnexpectedToken, ")"),
        ("{r} ~ {a} ? {b}", Code::UnexpectedToken, ")"),
        ("{r} ~ {a} +u {b}", Code::UnexpectedToken, "u"),
        ("{r} ~ {a} + {b} as {c}", Code::UnexpectedToken, "as"),
        ("{r} ~ ({a} + {b}", Code::Unclosed, "End"),
        ("{r} ~ assoc({a} - {b})", Code::UnexpectedToken, "{a} - {b}"),
        ("{r} ~ {a} * …", Code::UnexpectedToken, "…"),
        ("{r} ~ assoc({a} * ({b} * …))", Code::UnexpectedToken, "…"),
        ("{r} ~ assoc({a} + {b} * …)", Code::UnexpectedToken, "…"),
        (
            "{r} ~ assoc({a} * {b} * {c} * {d} * …)",
            Code::ExpansionTooLarge,
            "assoc({a} * {b} * {c} * {d} * …)",
        ),
        ("{r} ~ a b", Code::UnexpectedToken, "b"),
        ("{r} ~ {p}->[{a} + 1]", Code::UnexpectedToken, "{a} + 1"),
        ("{r} ~ {p}->{a}", Code::UnexpectedToken, "->"),
        ("{r} ~ max({a}, …)", Code::UnexpectedToken, "…"),
        ("{r} ~ assoc(max({a}))", Code::UnexpectedToken, "max"),
        ("{r} ~ assoc(abs({a}))", Code::UnexpectedToken, "abs({a})"),
        ("{r} ~ assoc(max({a}, …))", Code::UnexpectedToken, "…"),
        (
            "{r} ~ assoc(max({a}, {b}, {c}, {d}, {e}))",
            Code::ExpansionTooLarge,
            "assoc(max({a}, {b}, {c}, {d}, {e}))",
        ),
        ("{n} < 0.5", Code::UnexpectedToken, "0.5"),
        ("{n} = 3 ^ 2", Code::UnexpectedToken, "3"),
        ("{n} < ", Code::UnexpectedToken, ")"),
        ("let n = ", Code::UnexpectedToken, ")"),
        ("{n} < opcode{x}", Code::UnexpectedToken, "opcode"),
        ("{n} < {m} < {k}", Code::UnexpectedToken, "<"),
        ("{} = {n}", Code::UnexpectedToken, "{}"),
        ("{s} /= {a}", Code::UnexpectedToken, "/"),
        (&long, Code::NestedTooDeep, "1"),
        (&nested, Code::NestedTooDeep, &deepest),
    ] {
        let reports = canonical(written).unwrap_err();
        assert!(reports.contains(&(code, marked.to_owned())), "{written}: {reports:?}");
    }
}

#[test]
fn functions_have_the_operands_that_they_take() {
    let mut sources = Sources::new();
    sources.add("test", "Constraint T {r} ~ rotl({a}) + popcount({b}, {c}) + sqrt({d}) End");
    let compiled = check(&sources, &AnyWord);
    let reports: Vec<&str> = compiled.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(reports, ["`rotl` takes 2 operands, not 1", "`popcount` takes 1 operand, not 2"]);
}

/// A formula expanded and written, with its lines joined.
fn expanded(text: &str) -> String {
    let mut sources = Sources::new();
    sources.add("test", text);
    let compiled = check(&sources, &AnyWord);
    assert!(!compiled.diagnostics.has_errors(), "{:?}", compiled.diagnostics);
    let root = compiled.program.roots.last().unwrap().unwrap();
    let formula = flatten(expand(&compiled.program, root).unwrap());
    let printed = print_formula(&specification("X", &formula).formula, Spelling::Ascii);
    printed.split('\n').map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn patterns_become_atoms() {
    for (pattern, expect) in [
        ("{r} ~ {a}", "{r} = {a}"),
        ("{r} ~ 5", "literal{r} = 5"),
        (
            "{r} ~ {a} ^ {a}",
            "( opcode{r} = xor and {a} = {r}.args[0] and {a} = {r}.args[1] and none ( \
             hide {r.1} ( {r.1} in {r}.operands and {a} = {r.1}.operands[0] and opcode{r.1} = sext) and \
             hide {r.2} ( {r.2} in {r}.operands and {a} = {r.2}.operands[0] and opcode{r.2} = zext and \
             none ( {r.2} has flag nneg))))",
        ),
        (
            "{r} ~ {a} & 8",
            "hide {r.1} ( literal{r.1} = 8 and opcode{r} = and and ( ( {a} = {r}.args[0] \
             and {r.1} = {r}.args[1]) or ( {r.1} = {r}.args[0] and {a} = {r}.args[1])))",
        ),
        (
            "{r} ~ {a} & {b}",
            "( ( opcode{r} = and and ( ( {a} = {r}.args[0] and {b} = {r}.args[1]) \
             or ( {b} = {r}.args[0] and {a} = {r}.args[1]))) \
             or hide {r.1} ( opcode{r} = select and data_type{r} = i1 and literal{r.1} = 0 \
             and {r.1} = {r}.args[2] and ( ( {a} = {r}.args[0] and {b} = {r}.args[1]) \
             or ( {b} = {r}.args[0] and {a} = {r}.args[1]))))",
        ),
        (
            "{r} ~ *{p}",
            "( ( opcode{r} = load and {p} = {r}.args[0]) \
             or hide {r.1} ( {r.1} is the number 0 and {r} carries what is loaded {r.1} bytes behind {p}))",
        ),
        (
            "{r} ~ *zext({x})",
            "hide {r.1} ( opcode{r.1} = zext and {x} = {r.1}.operands[0] and opcode{r} = load and {r.1} = {r}.operands[0])",
        ),
        (
            "{r} ~ popcount({_})",
            "hide {r.1}, {r.2} ( opcode{r} = call and {r.2} = {r}.args[0] and function_name{r.2} = llvm.ctpop \
             and {r.1} = {r}.args[1])",
        ),
        (
            "{r} ~ {A}[{i} - 1]",
            "hide {r.1}, {r.2} ( {r} is a read and {r} accesses {A} plus {r.1} elements of {A.size} bytes \
             and {A.stride[0]} is the stride of {r.1} in {i.loop} and {i} is the counter of {i.loop} \
             and {r.2} is the rest of {r.1} without the loops {i.loop} \
             and {r.2} is {A.origin} plus -1 times {A.stride[0]})",
        ),
        (
            "{r} ~ {a} - 3",
            "( hide {r.1} ( literal{r.1} = 3 and ( opcode{r} = sub or opcode{r} = fsub) and {a} = {r}.args[0] \
             and {r.1} = {r}.args[1]) or hide {r.2} ( literal{r.2} = -3 \
             and ( opcode{r} = add or opcode{r} = fadd or opcode{r} = gep) \
             and ( ( {a} = {r}.args[0] and {r.2} = {r}.args[1]) or ( {r.2} = {r}.args[0] and {a} = {r}.args[1]))) \
             or hide {r.3}, {r.4} ( literal{r.3} = -3 and opcode{r} = call and {r.4} = {r}.args[0] \
             and ( function_name{r.4} = fma or function_name{r.4} = llvm.fmuladd) and {r.3} = {r}.args[3] \
             and {a} is the product in {r}))",
        ),
    ] {
        let text = expanded(&format!("Constraint T {pattern} End"));
        assert_eq!(text, expect, "{pattern}");
    }
}

/// Outside of patterns, too, each `{_}` is another variable.
#[test]
fn anything_is_hidden() {
    let text = expanded("Constraint T ( {x} ∈ {_}.args ∧ {x} = {_}.args[0] ) End");
    assert_eq!(text, "( hide {_.1} {x} in {_.1}.args and hide {_.2} {x} = {_.2}.args[0])");
}

/// Renamings and prefixes apply to the variables of a pattern, and never to its hidden parts.
#[test]
fn patterns_are_renamed_with_their_specification() {
    let part = "Constraint Part {r} ~ ({a} ^ {b}) ^ {b} End ";
    let text =
        expanded(&format!("{part} Constraint T include Part({{x.y}}->{{r}}, {{z}}->{{a}}) @ {{p}} End"));
    assert!(text.contains("hide {x.y.1} ("), "{text}");
    assert!(text.contains("{z} = {x.y.1}.args[0]") && text.contains("{p.b} = {x.y}.args[0]"), "{text}");
}

/// A negated pattern binds no variables.
#[test]
fn what_is_not_so_binds_nothing() {
    let text = expanded("Constraint T ( opcode{r} = add and {a} in {r}.args and not {r} ~ {a} ^ {_} ) End");
    assert!(text.contains("none ( hide {r."), "{text}");
}

/// Sums as subscripts: roles of variables come from the other patterns of the specification.
#[test]
fn subscripts_have_counters_values_and_distances() {
    let of = |part: &str, with: &str| {
        let text = expanded(&format!("Constraint T ( {{v}} ~ {{A}}[{part}] ∧ {with} ) End"));
        let counters = text.matches("is the counter of").count();
        let values = text.matches("in the value").count();
        (counters, values, text)
    };
    let alone = "{w} ~ {A}[{i}]";
    assert_eq!(of("{i} + {d}", alone).0, 2);
    assert!(of("{i} + {d}", alone).2.contains(" times {A.stride[0]}"));
    // Without a distance that is known, nothing ties the element to the origin.
    let any = of("{i} + {_}", alone).2;
    assert_eq!(any.matches("{A.origin} is the rest").count(), 1, "{any}");
    // Both are counters where both are subscripts by themselves.
    assert_eq!(of("{i} + {j}", "{w} ~ {A}[{i}] ∧ {u} ~ {B}[{j}]").0, 4);
    let opposite = of("{n} - {i}", alone).2;
    assert!(
        opposite.contains("is the number 0") && opposite.contains("plus 1 times {A.stride[0]}"),
        "{opposite}"
    );
    // A described variable is a value.
    assert_eq!(of("{k}", "{k} ~ {B}[{i}]").1, 1);
    assert_eq!(of("{k}", "{w} ~ {B}[{k}]").1, 0);
    let two = of("{k} + {m}", "{k} ~ *{p} ∧ {m} ~ *{q}");
    assert_eq!((two.0, two.1), (0, 2), "{}", two.2);
    assert!(two.2.contains(" != "), "{}", two.2);
}
