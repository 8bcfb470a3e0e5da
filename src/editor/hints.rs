//! Modes of atoms: the first atom to bind each variable, and the atoms that only test.
//!
//! In: `( opcode{x} = add ∧ {x} ≠ {y} ∧ {y} ∈ {x}.args )`. Out: `binds x` behind the first, `tests` behind
//! the second, `binds y` behind the third. The hints follow the order of the text, which need not be the
//! order of the search.

use super::atoms::atoms;
use super::view::View;
use lang::candl::ast::Span;
use std::collections::BTreeSet;

/// A hint shown behind an atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The place of the atom.
    pub span: Span,
    /// `tests`, or `binds x, y`.
    pub text: String,
}

/// The hints of the atoms that begin between two bytes.
pub fn hints(view: &View, from: usize, to: usize) -> Vec<Hint> {
    let mut all = Vec::new();
    for specification in view.specifications() {
        let mut bound: BTreeSet<String> = BTreeSet::new();
        for (atom, span) in atoms(specification) {
            let text = if atom.kind.row().binds && !atom.negated {
                let names = atom.variables().map(|variable| {
                    let written = &view.text()[variable.span.range()];
                    written.trim_matches(['{', '}', ' ']).to_owned()
                });
                let new: Vec<String> = names.filter(|name| bound.insert(name.clone())).collect();
                if new.is_empty() { String::new() } else { format!("binds {}", new.join(", ")) }
            } else {
                "tests".to_owned()
            };
            if !text.is_empty() && (from..to).contains(&(span.start as usize)) {
                all.push(Hint { span, text });
            }
        }
    }
    all
}
