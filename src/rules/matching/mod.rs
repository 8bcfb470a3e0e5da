//! Matching: which rules apply at a value, in which order, and what their variables stand for there.
//!
//! In: resolved rules. Out: for a value of a function its matches. A [`RuleSet`] has the sources of all rules as interned patterns;
//! an [`Engine`] lists the patterns whose structure a value has; [`RuleSet::bind`] checks what the structure does not say (widths,
//! computed constants), and [`Match::holds`] the precondition. All engines list the same patterns in the same order;
//! the [`LinearScan`] is the one that the others are tested against.

mod bindings;
mod evaluate;
mod linear;
mod path;
mod pattern;
mod set;
mod subject;
mod subject_of_model;
mod variants;

#[cfg(test)]
mod tests;

pub use bindings::{Argument, Facts, Match, NoFacts};
pub use linear::LinearScan;
pub use path::{PathId, Paths};
pub use pattern::{Literal, Pattern, PatternId, Patterns};
pub use set::{Ranked, Refusal, RuleId, RuleSet, Variant, VariantId};
pub use subject::{Shape, Subject, Symbol};
pub use subject_of_model::ModelSubject;
pub(in crate::rules) use variants::symbol;

/// Lists the patterns whose structure a value has.
pub trait Engine<S: Subject> {
    /// Appends to `found` every variant of `rules` whose structural tests hold at `root`, in order of rank.
    fn candidates(&self, rules: &RuleSet, subject: &S, root: S::Value, found: &mut Vec<VariantId>);
}

/// All matches at a value, in order of rank: at most one for each rule and way to exchange operands.
pub fn matches<'a, S: Subject>(
    engine: &dyn Engine<S>,
    rules: &'a RuleSet,
    subject: &S,
    root: S::Value,
) -> Vec<Match<'a, S::Value>> {
    let mut found = Vec::new();
    engine.candidates(rules, subject, root, &mut found);
    found.into_iter().filter_map(|variant| rules.bind(variant, subject, root)).collect()
}
