//! The core formulas of specifications, and the errors of unrolling.

use super::super::compile::{Compiled, check, compile};
use super::super::core::{CoreFormula, InstanceId, Program};
use super::super::vocabulary::{Vocabulary, WordKind};
use super::*;
use text::diagnostic::Code;
use text::sources::Sources;

/// A vocabulary of `add`, `phi`, `i32`, `float`, `nsw` and `pure`.
struct Few;

impl Vocabulary for Few {
    fn knows(&self, kind: WordKind, word: &str) -> bool {
        kind == WordKind::Number || self.words(kind).iter().any(|known| known == word)
    }

    fn words(&self, kind: WordKind) -> Vec<String> {
        let words: &[&str] = match kind {
            WordKind::Number => &[],
            WordKind::Opcode => &["add", "phi"],
            WordKind::DataType => &["i32", "float"],
            WordKind::QuotedType => &["<4 x float>"],
            WordKind::Flag => &["nsw"],
            WordKind::Attribute => &["pure"],
            WordKind::IrType => &["literal"],
            WordKind::Function | WordKind::Fact | WordKind::Analysis => &[],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

fn compiled(text: &str, request: &str) -> (Compiled, Sources) {
    let mut sources = Sources::new();
    sources.add("test.candl", text);
    let line = sources.add_request("<command line>", request);
    let request = Request::parse(&sources, line, &mut Diagnostics::new()).unwrap();
    (compile(&sources, &Few, &[request]), sources)
}

/// The instances of `request` as text, callers first.
fn unrolled(text: &str, request: &str) -> String {
    let (compiled, _) = compiled(text, request);
    assert!(!compiled.diagnostics.has_errors(), "{:?}", compiled.diagnostics);
    let program = &compiled.program;
    let shown = program.instances.iter().rev().map(|i| format!("{i}: {}", show(program, &i.formula)));
    shown.collect::<Vec<_>>().join("; ")
}

fn show(program: &Program, formula: &CoreFormula) -> String {
    let joined = |parts: &[CoreFormula], by: &str| {
        let parts: Vec<String> = parts.iter().map(|part| show(program, part)).collect();
        format!("({})", parts.join(by))
    };
    match formula {
        CoreFormula::And(parts) => joined(parts, " & "),
        CoreFormula::Or(parts) => joined(parts, " | "),
        CoreFormula::Atom(atom, _) => {
            let names: Vec<String> = atom.variables.iter().map(ToString::to_string).collect();
            let relation = format!("{:?}", atom.relation.kind);
            format!("{} {}", relation.split(['(', ' ']).next().unwrap_or_default(), names.join(" "))
        }
        CoreFormula::Include(include) => {
            let renames: Vec<String> =
                include.placing.renames.iter().map(|(inside, here)| format!("{inside}:={here}")).collect();
            let prefix = include.placing.prefix.as_ref().map_or(String::new(), |prefix| format!("@{prefix}"));
            format!("{}<{}>{prefix}", program.instance(include.instance), renames.join(","))
        }
        CoreFormula::Collect(collect) => {
            format!("collect {} {}", collect.limit, show(program, &collect.body))
        }
        CoreFormula::Quantified(quantified) => {
            let word = if quantified.wanted { "some" } else { "none" };
            format!("{word} {}", show(program, &quantified.body))
        }
        CoreFormula::Hidden(hidden) => {
            let locals: Vec<String> = hidden.locals.iter().map(ToString::to_string).collect();
            format!("hide [{}] {}", locals.join(" "), show(program, &hidden.body))
        }
    }
}

/// The code and marked text of every diagnostic of `check`, and with `request` also of running it.
fn reported(text: &str, request: Option<&str>) -> Vec<(Code, String)> {
    let (compiled, sources) = match request {
        Some(request) => compiled(text, request),
        None => {
            let mut sources = Sources::new();
            sources.add("test.candl", text);
            (check(&sources, &Few), sources)
        }
    };
    let reports = compiled.diagnostics.iter();
    reports.map(|d| (d.code, sources.text(d.primary.span).to_owned())).collect()
}

fn refused(text: &str, request: Option<&str>, code: Code, marked: &str) {
    assert_eq!(reported(text, request), [(code, marked.to_owned())], "{text}");
}

fn accepted(text: &str, request: Option<&str>) {
    assert_eq!(reported(text, request), [], "{text}");
}

#[test]
fn ranges_unroll() {
    assert_eq!(
        unrolled("Constraint C {e[i]} ∈ {e[i+1]}.args foreach i=0..2 End", "C"),
        "C: (InArgs e[0] e[1] & InArgs e[1] e[2])"
    );
    assert_eq!(
        unrolled("Constraint C {e[i]} = {f} forany i=1..3 End", "C"),
        "C: ((Equal e[1] f & Unused e[2]) | (Equal e[2] f & Unused e[1]))"
    );
    assert_eq!(unrolled("Constraint C {e[i]} = {f} forany i=3..3 End", "C"), "C: ()");
    assert_eq!(unrolled("Constraint C {e[i+i-1]} = {f} for i=2 End", "C"), "C: Equal e[3] f");
}

/// Sets of words are disjunctions, and `not` is `none` but for dominations.
#[test]
fn sets_and_negations_are_written_out() {
    for (formula, expect) in [
        ("opcode{x} ∈ {add, phi}", "(Opcode x | Opcode x)"),
        ("opcode{x} ∈ {add}", "Opcode x"),
        ("( opcode{x} = add ∧ not {x} before {x} )", "(Opcode x & none Before x x)"),
        ("( opcode{x} = add ∧ not domination({x}, {x}) )", "(Opcode x & Domination x x)"),
        ("data flow from {x} to {x} through only {add, phi}", "FlowsThrough x x"),
    ] {
        let text = format!("Constraint C {formula} End");
        assert_eq!(unrolled(&text, "C"), format!("C: {expect}"), "{text}");
    }
    refused("Constraint C opcode{x} ∈ {add, ad} End", None, Code::UnknownOpcode, "ad");
}

/// A variable is unused in a branch that does not mention it, unless something conjoined anywhere around
/// mentions it.
#[test]
fn branches_hide_what_they_do_not_mention() {
    let choice = "( opcode{x} = add ∨ {y} ∈ {x}.args )";
    let hidden = "((Opcode x & Unused y) | InArgs y x)";
    let free = "(Opcode x | InArgs y x)";
    for (formula, expect) in [
        (choice.to_owned(), hidden.to_owned()),
        (format!("( {choice} ∧ {{y}} ≠ {{x}} )"), format!("({free} & Differ y x)")),
        (format!("( ({choice} ∧ opcode{{x}} = phi) ∧ opcode{{y}} = phi )"), format!("(({free} & Opcode x) & Opcode y)")),
        // Another branch of an enclosing disjunction does not count.
        (
            format!("( {choice} ∨ opcode{{y}} = phi )"),
            format!("({hidden} | (Opcode y & Unused x))"),
        ),
        // The same branch of an enclosing disjunction does not count for another one.
        (
            "( ( opcode{x} = add ∧ opcode{z} = phi ) ∨ ( {y} ∈ {x}.args ∧ opcode{z} = add ) )".to_owned(),
            "(((Opcode x & Opcode z) & Unused y) | (InArgs y x & Opcode z))".to_owned(),
        ),
        // A collect's own variables occur in its body alone, and so do those of a quantifier and hidden ones.
        (
            "( opcode{x} = add ∧ collect i 1 ( opcode{a[i]} = phi ∧ ( opcode{a[i]} = add ∨ {b[i]} ∈ {a[i]}.args ) ) )".to_owned(),
            "(Opcode x & collect 1 (Opcode a[*] & ((Opcode a[*] & Unused b[*]) | InArgs b[*] a[*])))".to_owned(),
        ),
        (
            "( opcode{x} = add ∧ none {y} ( opcode{y} = add ∨ {y} ∈ {x}.args ) )".to_owned(),
            "(Opcode x & none (Opcode y | InArgs y x))".to_owned(),
        ),
        (
            "( opcode{x} = add ∧ none {y} {z} ( opcode{y} = add ∨ {z} ∈ {x}.args ) )".replace("} {", "}, {"),
            "(Opcode x & none ((Opcode y & Unused z) | (InArgs z x & Unused y)))".to_owned(),
        ),
    ] {
        let text = format!("Constraint C {formula} End");
        assert_eq!(unrolled(&text, "C"), format!("C: {expect}"), "{text}");
    }
}

/// One instance is created for each set of open names that includers mention.
#[test]
fn includes_hide_by_what_stands_around_them() {
    let block = "Constraint B ( opcode{x} = add ∨ {y} ∈ {x}.args ) End";
    for (formula, expect) in [
        ("include B", "C: B<>; B: ((Opcode x & Unused y) | InArgs y x)"),
        ("( include B ∧ opcode{y} = phi )", "C: (B<> & Opcode y); B: (Opcode x | InArgs y x)"),
        (
            "( include B ∨ opcode{y} = phi )",
            "C: (B<> | (Opcode y & Unused x)); B: ((Opcode x & Unused y) | InArgs y x)",
        ),
        (
            "( include B ∧ include B @ {p} ∧ opcode{p.y} = phi )",
            "C: (B<> & B<>@p & Opcode p.y); B: ((Opcode x & Unused y) | InArgs y x); B: (Opcode x | InArgs y x)",
        ),
        ("include B({z}->{x}, {z}->{y})", "C: B<x:=z,y:=z>; B: (Opcode x | InArgs y x)"),
    ] {
        let text = format!("{block} Constraint C {formula} End");
        assert_eq!(unrolled(&text, "C"), expect, "{text}");
    }
}

#[test]
fn listed_variables_stand_in_their_quantifier() {
    let one = "Constraint A ( opcode{x} = add ∧ none {x} ( {x} ∈ {y}.args ) ∧ opcode{y} = add ) End";
    refused(one, None, Code::ListedOutside, "x");
    let nested =
        "Constraint A ( opcode{y} = add ∧ none {x} ( {x} ∈ {y}.args ∧ some {x} ( {y} ∈ {x}.args ) ) ) End";
    refused(nested, None, Code::ListedOutside, "x");
    accepted(
        "Constraint A ( opcode{y} = add ∧ none {x} ( {x} ∈ {y}.args ) ∧ some {x} ( {y} ∈ {x}.args ) ) End",
        None,
    );
    // No renaming or prefix around a quantifier reaches its variables.
    let text = "Constraint B ( none {x} ( {x.a} ∈ {y}.args ) ∧ opcode{y} = add ) End
        Constraint C include B({x}->{y}) @ {p} End";
    assert_eq!(unrolled(text, "C"), "C: B<y:=x>@p; B: (none InArgs x.a y & Opcode y)");
    let brought = "Constraint U ( {a} ∈ {v}.args ∧ opcode{s} = add ) End
        Constraint C ( opcode{y} = add ∧ none ( include U({y}->{v}) ) ) End";
    assert_eq!(unrolled(brought, "C"), "C: (Opcode y & none U<a:=a,s:=s,v:=y>); U: (InArgs a v & Opcode s)");
    // All names that begin with a renamed one are passed in, whether or not they are mentioned outside.
    let handed = "Constraint U {s.begin} ∈ {v}.args End
        Constraint C every {x} ( {x} ∈ {y}.args ) has ( include U({s}->{s}, {x}->{v}) ) End";
    assert_eq!(unrolled(handed, "C"), "C: none (InArgs x y & none U<s:=s,v:=x>); U: InArgs s.begin v");
    // The left side of a renaming has the names of the included specification, which no quantifier here
    // lists.
    let same = "Constraint U ( {x} ∈ {y}.args ∧ opcode{y} = add ) End
        Constraint C ( opcode{y} = add ∧ some {x} ( include U({x}->{x}, {y}->{y}) ) ) End";
    assert_eq!(unrolled(same, "C"), "C: (Opcode y & some U<x:=x,y:=y>); U: (InArgs x y & Opcode y)");
    accepted(same, None);
}

#[test]
fn parameters_defaults_and_choices() {
    let chain = "Constraint C ({x[N]} = {x[N-1]} ∧ if N=1 then {x[0]} = {a} else include C[N=N-1] endif) End";
    assert_eq!(
        unrolled(chain, "C[N=2]"),
        "C[N=2]: (Equal x[2] x[1] & C[N=1]<>); C[N=1]: (Equal x[1] x[0] & Equal x[0] a)"
    );
    let default = "Constraint D {x[N]} = {y} for N=3 if not otherwise specified End";
    assert_eq!(unrolled(default, "D"), "D: Equal x[3] y");
    assert_eq!(unrolled(default, "D[N=5]"), "D[N=5]: Equal x[5] y");
}

#[test]
fn placings_compose_and_instances_are_shared() {
    let sum = "Constraint Sum ({out} = {in} ∧ {in.x} = {y}) End ";
    let pair = format!(
        "{sum}Constraint P (include Sum({{z[i]}}->{{out}}) @ {{sum}}) foreach i=0..2 ({{q}}->{{sum.in}}) @ {{p[i]}} End"
    );
    assert_eq!(
        unrolled(&pair, "P"),
        "P: (Sum<out:=p[0].z[0],in:=q>@p[0].sum & Sum<out:=p[1].z[1],in:=q>@p[1].sum); Sum: (Equal out in & Equal in.x y)"
    );
}

#[test]
fn a_collects_index_stays_symbolic() {
    assert_eq!(
        unrolled("Constraint C collect i 8 ({a[i].b} ∈ {ins}.args) End", "C"),
        "C: collect 8 InArgs a[*].b ins"
    );
    let uses =
        "Constraint U {by} ∈ {of}.args End Constraint C collect i 2 include U({y}->{of}) @ {use[i]} End";
    assert_eq!(unrolled(uses, "C"), "C: collect 2 U<of:=y>@use[*]; U: InArgs by of");
}

#[test]
fn sets_are_listed() {
    let (compiled, _) = compiled("Constraint S {{a, b[0..2]}.c, d} is the same set as {e[1]} End", "S");
    let CoreFormula::Atom(atom, _) = &compiled.program.instances[0].formula else { panic!("no atom") };
    let names: Vec<String> = atom.variables.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["a.c", "b[0].c", "b[1].c", "d", "e[1]"]);
}

#[test]
fn names_of_specifications() {
    accepted("Constraint A include Be End Constraint Be {x} = {y} End", None);
    refused(
        "Constraint A include Bee End Constraint Be {x} = {y} End",
        None,
        Code::UnknownSpecification,
        "Bee",
    );
    refused("Constraint A {x} = {y} End Constraint A {x} = {y} End", None, Code::DuplicateSpecification, "A");
    refused("Constraint A {x} = {y} End", Some("B"), Code::UnknownSpecification, "B");
}

#[test]
fn a_users_specification_hides_a_built_in_one() {
    let mut sources = Sources::new();
    sources.add_builtin("std", "Constraint Loop {a} = {b} End Constraint For include Loop End");
    sources.add("mine", "Constraint Loop {mine} = {b} End Constraint F (include For ∧ include Loop) End");
    let compiled = check(&sources, &Few);
    let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code, sources.text(d.primary.span))).collect();
    assert_eq!(codes, [(Code::HidesBuiltin, "Loop")]);
    let program = &compiled.program;
    let root = program.roots[1].unwrap();
    let CoreFormula::And(parts) = &program.instance(root).formula else { panic!("no conjunction") };
    let callee = |formula: &CoreFormula| match formula {
        CoreFormula::Include(include) => include.instance,
        _ => panic!("no include"),
    };
    assert_eq!(show(program, &program.instance(callee(&parts[1])).formula), "Equal mine b");
    let inner: InstanceId = callee(&program.instance(callee(&parts[0])).formula);
    assert_eq!(show(program, &program.instance(inner).formula), "Equal a b");
}

#[test]
fn words() {
    accepted(
        "Constraint A (opcode{x} = add ∧ data_type{x} = \"<4 x float>\" ∧ {x} has flag nsw ∧ {f} has attribute pure) End",
        None,
    );
    refused("Constraint A opcode{x} = ad End", None, Code::UnknownOpcode, "ad");
    refused("Constraint A data_type{x} = i33 End", None, Code::UnknownType, "i33");
    refused("Constraint A data_type{x} = \"i32\" End", None, Code::UnknownType, "\"i32\"");
    refused("Constraint A {x} has flag nws End", None, Code::UnknownFlag, "nws");
    refused("Constraint A {x} has attribute pur End", None, Code::UnknownAttribute, "pur");
}

#[test]
fn index_parameters() {
    let b = " Constraint B {x[N]} = {y} End";
    let with = |a: &str| format!("Constraint A {a} End{b}");
    accepted(&with("include B[N=1]"), None);
    refused(&with("include B[M=1,N=1]"), None, Code::UnknownParameter, "M");
    refused(&with("include B"), None, Code::MissingParameter, "B");
    refused(&with("include B[N=1,N=2]"), None, Code::RepeatedParameter, "N");
    refused(b, None, Code::NeedsParameter, "N");
    refused(b, Some("B"), Code::UnboundIndex, "N");
    refused(b, Some("B[M=1,N=1]"), Code::UnknownParameter, "M");
    accepted(b, Some("B[N=1]"));
    // Index names are lexical: the caller's N is not the callee's.
    let lexical = "Constraint A include B for N=1 End Constraint B {x[N]} = {y} End";
    let expected = [(Code::MissingParameter, "B".to_owned()), (Code::UnusedIndex, "N".to_owned())];
    assert_eq!(reported(lexical, None), expected);
}

#[test]
fn index_scoping() {
    refused("Constraint A {x} = {y} foreach i=0..2 End", None, Code::UnusedIndex, "i");
    accepted(
        "Constraint A ({x[i]} = {y} foreach i=0..2) foreach i=0..0 End"
            .replace("foreach i=0..0", "")
            .as_str(),
        None,
    );
    accepted("Constraint A collect i 8 {x[i]} ∈ {y}.args End", None);
    refused(
        "Constraint A collect i 8 ({x[i]} = {y} ∧ {x[i+1]} = {z}) End",
        None,
        Code::CollectIndexMisused,
        "i+1",
    );
    refused("Constraint A collect i 8 ({x[i]} = {y}.args[i]) End", None, Code::CollectIndexMisused, "i");
    refused(
        "Constraint A collect i 8 ({x[i]} = {y} ∧ {z[k]} = {z[k]} foreach k=0..i) End",
        None,
        Code::CollectIndexMisused,
        "i",
    );
    refused(
        "Constraint A collect i 8 ({x[i]} = {y[i]} foreach i=0..2) End",
        None,
        Code::CollectIndexReused,
        "i",
    );
    refused("Constraint A collect i 8 ({x} = {y}) End", None, Code::CollectWithoutLocals, "i");
    refused(
        "Constraint A collect i 8 (({x[i]} = {y}) for k=1 ({u}->{x[i]},{w[k]}->{y})) End",
        None,
        Code::CollectWithoutLocals,
        "i",
    );
    refused(
        "Constraint A include B({u}->{v},{w}->{v}) End Constraint B {v} = {u} End",
        None,
        Code::RenamedTwice,
        "{v}",
    );
}

#[test]
fn index_values() {
    accepted("Constraint A {x[i-1]} = {y} foreach i=1..3 End", None);
    refused("Constraint A {x[i-2]} = {y} foreach i=1..3 End", None, Code::NegativeIndex, "i-2");
    refused("Constraint A {x} = {y}.args[0-1] End", None, Code::NegativeIndex, "0-1");
    refused("Constraint A {x[i]} = {y} foreach i=3..1 End", None, Code::EmptyRangeBackwards, "3..1");
    refused("Constraint A {x[3..1]} is the same set as {y} End", None, Code::EmptyRangeBackwards, "3..1");
    refused("Constraint A {x[9999999999]} = {y} End", None, Code::IndexOverflow, "9999999999");
    let huge = "9223372036854775807+9223372036854775807";
    refused(&format!("Constraint A {{x[{huge}]}} = {{y}} End"), None, Code::IndexOverflow, huge);
    refused("Constraint A collect i 0-1 {x[i]} = {y} End", None, Code::CollectLimitOutOfRange, "0-1");
    refused("Constraint A collect i 99999 {x[i]} = {y} End", None, Code::CollectLimitOutOfRange, "99999");
}

#[test]
fn cycles_and_sizes() {
    refused("Constraint A include A End", None, Code::IncludeCycle, "include A");
    refused(
        "Constraint A include B End Constraint B include A End",
        Some("A"),
        Code::IncludeCycle,
        "include A",
    );
    refused("Constraint A include A[N=N+1] End", Some("A[N=0]"), Code::IncludeCycle, "A");
    accepted("Constraint A (include B @ {x} ∧ include B @ {y}) End Constraint B {v} = {u} End", None);
    let nested = "Constraint A ({x[i]} = {y[j]} foreach i=0..100000) foreach j=0..100000 End";
    assert_eq!(reported(nested, None)[0].0, Code::ExpansionTooLarge);
    refused(
        "Constraint A {x[0..9999999]} is the same set as {y} End",
        None,
        Code::ExpansionTooLarge,
        "0..9999999",
    );
}

#[test]
fn renamings_that_match_nothing() {
    let b = " Constraint B ({v.w} = {u} ∧ collect i 4 ({c[i]} ∈ {u}.args)) End";
    let with = |a: &str| format!("Constraint A include B{a} End{b}");
    for matching in ["({x}->{v})", "({x}->{v.w})", "({x}->{c})", "({x}->{c[2]})", "({x}->{u},{u}->{v})"] {
        accepted(&with(matching), None);
    }
    refused(&with("({x}->{w})"), None, Code::RenameMatchesNothing, "{w}");
    refused(&with("({x}->{v.w.z})"), None, Code::RenameMatchesNothing, "{v.w.z}");
    refused(
        "Constraint A {x[i]} = {y} for i=1 ({z}->{x[2]}) End",
        None,
        Code::RenameMatchesNothing,
        "{x[2]}",
    );
}

#[test]
fn collects_over_one_family() {
    let two = |n: u32, m: u32| {
        format!("Constraint A (collect i {n} ({{a[i]}} ∈ {{b}}.args) ∧ collect k {m} ({{a[k]}} = {{c}})) End")
    };
    accepted(&two(8, 8), None);
    refused(&two(8, 9), None, Code::CollectLimitsDiffer, "collect k 9 ({a[k]} = {c})");
    let included = "Constraint C collect i 3 ({a[i]} ∈ {b}.args) End Constraint D (include C@{p} ∧ collect i 2 ({p.a[i]} = {c})) End";
    refused(included, None, Code::CollectLimitsDiffer, "collect i 2 ({p.a[i]} = {c})");
    accepted(&included.replace("{p.a[i]}", "{q.a[i]}"), None);
}

#[test]
fn errors_of_different_stages_in_one_run() {
    let text = "Constraint A (opcode{x} = ad ∧ {x[0-1]} = {y} ∧ include B ∧ include C) End \
                Constraint C {x[i]} = {y} foreach i=2..1 End";
    let expected = [
        (Code::UnknownOpcode, "ad"),
        (Code::NegativeIndex, "0-1"),
        (Code::UnknownSpecification, "B"),
        (Code::EmptyRangeBackwards, "2..1"),
    ];
    assert_eq!(reported(text, None), expected.map(|(code, marked)| (code, marked.to_owned())));
}

#[test]
fn an_error_keeps_callers_from_having_an_instance() {
    let made = |text| {
        let (compiled, _) = compiled(text, "A");
        compiled.program.roots.iter().flatten().count()
    };
    assert_eq!(made("Constraint A include B End Constraint B include C End"), 0);
    // A specification with an unknown word still has variables, in which further errors may be found.
    assert_eq!(made("Constraint A include B End Constraint B opcode{x} = ad End"), 1);
}
