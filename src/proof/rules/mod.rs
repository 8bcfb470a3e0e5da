//! Peephole rules in Alive's language: `source => target` under a precondition.
//!
//! The stages: [`parse`](parser::parse) reads a file; [`resolve`](resolve::resolve) turns each rule into a
//! graph whose nodes have width classes; [`read`] does both. [`typings`](widths::typings) lists widths for
//! the classes, and [`prove`] asks a solver for each whether the target refines the source. [`matching`]
//! finds proven rules in code, and [`applying`] applies them, according to the prover's [`verdicts`].

pub mod applying;
pub mod ast;
pub mod conflicts;
pub mod diagnostic;
pub mod form;
pub mod generalise;
pub mod matching;
pub mod parser;
pub mod printer;
pub mod prove;
pub mod resolve;
pub mod termination;
pub mod verdicts;
pub mod widths;

mod classes;
mod constants;
mod cursor;
mod vocabulary;

#[cfg(test)]
mod tests;

use diagnostic::Diagnostics;
use form::Rule;
use text::sources::Sources;

/// Reads the rules of a file. Rules with errors and unsupported rules are reported and left out.
pub fn read(sources: &Sources, file: u32, diagnostics: &mut Diagnostics) -> Vec<Rule> {
    let parsed = parser::parse(sources, file, diagnostics);
    parsed.rules.iter().filter_map(|rule| resolve::resolve(rule, diagnostics)).collect()
}

/// Reads one rule that may contain floating point numbers, for proofs only.
pub fn read_form(sources: &Sources, file: u32, diagnostics: &mut Diagnostics) -> Option<Rule> {
    let parsed = parser::parse_with(sources, file, true, diagnostics);
    let [rule] = parsed.rules.as_slice() else { return None };
    resolve::resolve(rule, diagnostics)
}

/// The rules of a text that has no mistakes.
#[cfg(test)]
fn sound(text: &str) -> Vec<Rule> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("rules.opt", text);
    let rules = read(&sources, file, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    rules
}
