//! No text crashes the front end or makes it run without end: random tokens, and listings with parts removed,
//! doubled and swapped, go through all stages.

use proptest::prelude::*;

use super::compile::check;
use super::expand::expand;
use super::flatten::flatten;
use super::printer::{Spelling, print_file};
use super::vocabulary::AnyWord;
use text::render::{render_json, render_text};
use text::sources::Sources;

/// Runs everything that the front end does with a text.
fn run(text: &str) {
    let mut sources = Sources::new();
    sources.add("fuzz.candl", text);
    let compiled = check(&sources, &AnyWord);
    render_text(&sources, &compiled.diagnostics, false);
    render_json(&sources, &compiled.diagnostics);
    for root in compiled.program.roots.iter().flatten() {
        if let Ok(formula) = expand(&compiled.program, *root) {
            flatten(formula);
        }
    }
    if !compiled.diagnostics.has_errors() {
        let printed = print_file(&compiled.parsed[0], Spelling::Unicode);
        let mut again = Sources::new();
        again.add("fuzz.candl", printed.as_str());
        let back = check(&again, &AnyWord);
        assert!(!back.diagnostics.has_errors(), "{text}\n{printed}");
        assert_eq!(print_file(&back.parsed[0], Spelling::Unicode), printed);
    }
}

const TOKENS: &[&str] = &[
    "Constraint",
    "End",
    "A",
    "B",
    "include",
    "collect",
    "i",
    "N",
    "8",
    "0",
    "(",
    ")",
    "{",
    "}",
    "{x}",
    "{y[i]}",
    "[",
    "]",
    "=",
    "!=",
    "≠",
    "∧",
    "∨",
    "and",
    "or",
    "∈",
    "in",
    "Φ",
    "phi",
    "->",
    "@",
    ",",
    ".",
    "..",
    "+",
    "-",
    "foreach",
    "forany",
    "for",
    "if",
    "then",
    "else",
    "endif",
    "not",
    "otherwise",
    "specified",
    "opcode",
    "data_type",
    "ir_type",
    "add",
    "is",
    "has",
    "unused",
    "attribute",
    "the",
    "same",
    "set",
    "as",
    "args",
    "successors",
    "operands",
    "domination",
    "all",
    "control",
    "flow",
    "from",
    "to",
    "passes",
    "through",
    "calculated_from",
    "\"t\"",
    "\"",
    "#",
    "\n",
    "1.5",
    "99999999999999999999",
    "é",
    "\u{0}",
    "{a} = {b}",
    "{a[i]} ∈ {b}.args",
    "( {a} = {b} ∧ {c} = {d} )",
    "include A @ {p}",
    "include A[N=N-1]",
    "i=0..3",
    "[N=3]",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..60).prop_map(|tokens| tokens.join(" "))
}

/// Random tokens, wrapped so that they have a chance to get past the parser.
fn wrapped() -> impl Strategy<Value = String> {
    soup().prop_map(|soup| format!("Constraint A {{x}} = {{y[0]}} End Constraint B ( {soup} ) End"))
}

fn listing() -> impl Strategy<Value = String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../idioms/std");
    let mut paths: Vec<_> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    prop::sample::select(texts)
}

/// Words of a listing dropped, doubled, swapped with others, or replaced.
fn mutated() -> impl Strategy<Value = String> {
    let edit =
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8, prop::sample::select(TOKENS));
    (listing(), prop::collection::vec(edit, 1..6)).prop_map(|(text, edits)| {
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '{', '(', '[', '.']).collect();
        for (at, other, kind, token) in edits {
            let (at, other) = (at.index(words.len()), other.index(words.len()));
            match kind {
                0 => words[at] = "",
                1 => words.insert(at, words[other]),
                2 => words.swap(at, other),
                _ => words[at] = token,
            }
        }
        words.concat()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn token_soup(text in soup()) {
        run(&text);
    }

    #[test]
    fn soup_in_a_specification(text in wrapped()) {
        run(&text);
    }

    #[test]
    fn mutated_listings(text in mutated()) {
        run(&text);
    }

    #[test]
    fn any_characters(text in "\\PC{0,80}") {
        run(&text);
    }
}

#[test]
fn hostile_shapes() {
    for text in [
        "(".repeat(200_000),
        "{".repeat(200_000),
        format!("Constraint A {} End", "{x} = ".repeat(50_000)),
        "? ".repeat(100_000),
        "Constraint A include Unknown End\n".repeat(10_000),
        format!("Constraint {} include {} End", "a".repeat(300_000), "b".repeat(300_000)),
        format!("Constraint A ({} {{x}} = {{y}}) End", "{x} = {y} ∧ ".repeat(20_000)),
        "Constraint A collect i 10000 collect j 10000 collect k 10000 {a[i][j][k]} = {b} End".to_owned(),
        "Constraint A {x[i]} = {y} foreach i=0..9223372036854775807 End".to_owned(),
        "Constraint A {x[i]} = {y[j]} foreach i=0..100000 foreach j=0..100000 End".to_owned(),
        "Constraint A {{{a[0..300]}[0..300]}[0..300]} is the same set as {b} End".to_owned(),
        format!("Constraint A include B({}{{x}}->{{y}}) End Constraint B {{x}} = {{y}} End", "{x}->{y[0]}, ".repeat(50_000)),
        "Constraint A include B({x[i]}->{z}) @ {p} foreach i=0..20000 End Constraint B {x[k]} = {y[k]} foreach k=0..9000 End".to_owned(),
        "Constraint A {x} = {y} foreach i=0-9223372036854775807..9223372036854775807 End".to_owned(),
    ] {
        run(&text);
    }
}
