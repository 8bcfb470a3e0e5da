//! The result of expansion by copying, and its flattened form.

use super::super::compile::compile;
use super::super::flatten::flatten;
use super::super::instantiate::Request;
use super::super::vocabulary::AnyWord;
use super::*;
use text::diagnostic::Diagnostics;
use text::sources::Sources;

fn expanded(text: &str, request: &str) -> Result<ExpandedFormula, Box<Diagnostic>> {
    let mut sources = Sources::new();
    sources.add("test.candl", text);
    let line = sources.add_request("<command line>", request);
    let request = Request::parse(&sources, line, &mut Diagnostics::new()).unwrap();
    let compiled = compile(&sources, &AnyWord, &[request]);
    assert!(!compiled.diagnostics.has_errors(), "{:?}", compiled.diagnostics);
    expand(&compiled.program, compiled.program.roots[0].unwrap())
}

fn show(formula: &ExpandedFormula) -> String {
    let joined = |parts: &[ExpandedFormula], by: &str| {
        let parts: Vec<String> = parts.iter().map(show).collect();
        format!("({})", parts.join(by))
    };
    match formula {
        ExpandedFormula::And(parts) => joined(parts, " & "),
        ExpandedFormula::Or(parts) => joined(parts, " | "),
        ExpandedFormula::Atom(atom, _) => {
            let names: Vec<String> = atom.variables.iter().map(ToString::to_string).collect();
            let relation = format!("{:?}", atom.relation.kind);
            format!("{} {}", relation.split(['(', ' ']).next().unwrap_or_default(), names.join(" "))
        }
        ExpandedFormula::Collect(collect) => {
            let copies = |local: &Local| {
                let copies: Vec<String> = local.copies.iter().map(ToString::to_string).collect();
                format!("{}: {}", local.name, copies.join(" "))
            };
            let locals: Vec<String> = collect.locals.iter().map(copies).collect();
            format!("collect {} [{}] {}", collect.limit, locals.join(", "), show(&collect.body))
        }
        ExpandedFormula::Quantified(quantified) => {
            let locals: Vec<String> = quantified.locals().iter().map(ToString::to_string).collect();
            let word = if quantified.wanted { "some" } else { "none" };
            format!("{word} [{}] {}", locals.join(", "), show(&quantified.body))
        }
        ExpandedFormula::Hidden(hidden) => {
            let locals: Vec<String> = hidden.locals.iter().map(ToString::to_string).collect();
            format!("hide [{}] {}", locals.join(" "), show(&hidden.body))
        }
    }
}

fn check(text: &str, expect: &str) {
    assert_eq!(show(&expanded(text, "T").unwrap()), expect, "{text}");
}

const SUM: &str = "Constraint Sum ( opcode{out} = add ∧ {in1} = {out}.args[0] ∧ {in2} = {out}.args[1]) End ";

#[test]
fn includes_are_copied_under_their_placing() {
    check(
        &format!(
            "{SUM} Constraint T ( include Sum @ {{s1}} ∧ include Sum({{s1.out}}->{{in1}}, {{s2}}->{{in2}}) ) End"
        ),
        "((Opcode s1.out & ArgNumber s1.in1 s1.out & ArgNumber s1.in2 s1.out) & \
         (Opcode out & ArgNumber s1.out out & ArgNumber s2 out))",
    );
    // u and p are names of the including specification, and renamed with it.
    check(
        "Constraint A {v} = {w} End Constraint B include A({u}->{v}) @ {p} End \
         Constraint T include B({x}->{u},{y}->{p.w}) @ {q} End",
        "Equal x y",
    );
    check(
        "Constraint A {v} = {w} End Constraint B include A({u}->{v}) @ {p} End Constraint T include B @ {q} End",
        "Equal q.u q.p.w",
    );
}

#[test]
fn renamings_apply_at_once() {
    check("Constraint A {v} = {w} End Constraint T include A({v}->{w},{w}->{v}) End", "Equal w v");
}

#[test]
fn collects_list_their_copies() {
    check(
        "Constraint U {by} ∈ {of}.args End Constraint T collect i 2 include U({y}->{of}) @ {use[i]} End",
        "collect 2 [use[*].by: use[0].by use[1].by] InArgs use[*].by y",
    );
    // A collect in a collect: its copies are variables of the outer body.
    check(
        "Constraint U collect k 2 ({b[k]} ∈ {a}.args) End Constraint T collect i 2 include U @ {u[i]} End",
        "collect 2 [u[*].a: u[0].a u[1].a, u[*].b[0]: u[0].b[0] u[1].b[0], u[*].b[1]: u[0].b[1] u[1].b[1]] \
         collect 2 [u[*].b[*]: u[*].b[0] u[*].b[1]] InArgs u[*].b[*] u[*].a",
    );
}

#[test]
fn a_renaming_may_single_out_a_copy() {
    check(
        "Constraint C collect i 2 ({a[i]} ∈ {b}.args) End Constraint T include C({first}->{a[0]}) End",
        "collect 2 [a[*]: first a[1]] InArgs a[*] b",
    );
}

#[test]
fn two_collects_never_share_their_index() {
    let formula = expanded(
        "Constraint C collect i 2 ({a[i]} = {b}) End Constraint T (include C@{p} ∧ include C@{q}) End",
        "T",
    );
    let Ok(ExpandedFormula::And(parts)) = formula else { panic!("no conjunction") };
    let index = |formula: &ExpandedFormula| match formula {
        ExpandedFormula::Collect(collect) => collect.index,
        _ => panic!("no collect"),
    };
    assert_ne!(index(&parts[0]), index(&parts[1]));
}

#[test]
fn growth_is_blamed_on_an_include() {
    let twice = "Constraint D (if N=0 then {x} = {y} else (include D[N=N-1]@{l} ∧ include D[N=N-1]@{r}) endif) End \
                 Constraint T ({small} = {z} ∧ include D[N=30] @ {big}) End";
    let error = expanded(twice, "T").unwrap_err();
    assert_eq!(error.code, Code::ExpansionTooLarge);
    assert_eq!(expanded(&twice.replace("N=30", "N=3"), "T").map(|f| f.variables().len()), Ok(2 + 2 * 8));
    let deep = "Constraint D if N=0 then {x} = {y} else ( {a} = {b} ∧ ( {a} = {b} ∨ ( {a} = {b} ∧ ( {a} = {b} ∨ \
                ( {a} = {b} ∧ include D[N=N-1] ) ) ) ) ) endif End Constraint T include D[N=90] End";
    assert_eq!(expanded(deep, "T").unwrap_err().code, Code::ExpansionTooLarge);
}

#[test]
fn nested_conjunctions_and_disjunctions_are_flattened() {
    let nested = "Constraint T (({a} ∈ {b}.args ∧ ({c} ∈ {d}.args ∧ {e} ∈ {f}.args)) ∧ ({a} ∈ {e}.args ∨ ({b} ∈ {e}.args ∨ {c} ∈ {e}.args))) End";
    let flat = "(InArgs a b & InArgs c d & InArgs e f & (InArgs a e | InArgs b e | InArgs c e))";
    assert_eq!(show(&flatten(expanded(nested, "T").unwrap())), flat);
}
