//! The atoms of a specification, and their spellings as snippets.
//!
//! In: `{x} = {y}.args[n]` of the table. Out: `{${1:x}} = {${2:y}}.args[${3:n}]`.

use lang::candl::ast::{AtomSyntax, FormulaKind, Span, Specification, each_formula};
use lang::candl::atom_table::AtomRow;

/// The atoms of a specification with their places, in order.
pub(super) fn atoms(specification: &Specification) -> Vec<(&AtomSyntax, Span)> {
    let mut found = Vec::new();
    for formula in specification.formulas() {
        each_formula(formula, true, &mut |formula| {
            if let FormulaKind::Atom(atom) = &formula.kind {
                found.push((atom, formula.span));
            }
        });
    }
    found.sort_by_key(|(_, span)| *span);
    found
}

/// A spelling as a snippet, with its arguments as placeholders.
pub(super) fn snippet(row: &AtomRow, written: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (mut snippet, mut rest, mut number) = (String::new(), written, 0);
    while let Some(first) = rest.chars().next() {
        let length =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (piece, behind) = rest.split_at(length);
        if row.arguments.iter().any(|(name, _)| *name == piece) {
            number += 1;
            snippet += &format!("${{{number}:{piece}}}");
        } else if matches!(first, '}' | '$' | '\\') {
            snippet += &format!("\\{piece}");
        } else {
            snippet += piece;
        }
        rest = behind;
    }
    snippet
}

/// The spelling, the meaning and the mode of an atom, as Markdown.
pub(super) fn described(row: &AtomRow) -> String {
    let spellings: Vec<String> = row.written[1..].iter().map(|written| format!("`{written}`")).collect();
    let also = if spellings.is_empty() {
        String::new()
    } else {
        format!("\n\nAlso written {}.", spellings.join(", "))
    };
    let mode = if row.binds {
        "Binds its variables."
    } else {
        "Tests only: something else has to bind its variables."
    };
    format!("```candl\n{}\n```\n\nHolds when {}.\n\n{mode}{also}", row.written[0], row.holds)
}
