//! The variables in scope in a specification: those it names, and those that its includes bring in.
//!
//! An incomplete specification is compiled as far as it parses.

use super::occurrences::occurrences;
use super::view::{Files, View};
use lang::candl::ast::{File, Specification};
use lang::candl::parser::Parsed;
use lang::candl::printer::{Spelling, print_file};
use library::variables;

/// The most names returned.
const MOST_NAMES: usize = 1_000;

/// The names in scope, those written in the specification first.
pub(super) fn variables_in_scope(view: &View, specification: &Specification) -> Vec<String> {
    let own = occurrences(view, specification).into_iter().filter(|occurrence| !occurrence.is_inside);
    let written = own.map(|occurrence| view.text()[occurrence.span.range()].to_owned());
    let mut names: Vec<String> = Vec::new();
    let all = variables(&understood(view, specification), &specification.name.text);
    // One copy represents all copies of a collect.
    let others = all.into_iter().filter(|name| !has_later_copy(name));
    for name in written.chain(others) {
        if names.len() < MOST_NAMES && !names.iter().any(|other| pattern(other) == pattern(&name)) {
            names.push(name);
        }
    }
    names
}

/// The files, with the text of the specification replaced by its parsed part.
fn understood(view: &View, specification: &Specification) -> Files {
    let mut files = view.files().clone();
    if specification.complete {
        return files;
    }
    let tree = Specification { complete: true, rewrite: None, ..specification.clone() };
    let file = File { uses: Vec::new(), specifications: vec![tree] };
    let printed = print_file(&Parsed { file, ..Parsed::default() }, Spelling::Unicode);
    if let Some((_, bytes)) = files.first_mut() {
        let span = specification.span;
        let text = view.text();
        *bytes =
            format!("{}{printed}\n{}", &text[..span.start as usize], &text[span.end as usize..]).into_bytes();
    }
    files
}

fn has_later_copy(name: &str) -> bool {
    name.split('[').skip(1).any(|index| !index.starts_with("0]"))
}

/// The name without the parts in brackets.
pub(super) fn pattern(name: &str) -> String {
    let pieces = name.split('[').enumerate();
    let without = pieces.map(|(at, piece)| match (at, piece.split_once(']')) {
        (0, _) | (_, None) => piece.to_owned(),
        (_, Some((_, behind))) => format!("[]{behind}"),
    });
    without.collect()
}
