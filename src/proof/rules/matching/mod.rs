//! Matching: the rules that apply at a value, their order, and the bindings of their variables.
//!
//! In: resolved rules. Out: the matches at a value of a function. A [`RuleSet`] has the sources of all rules
//! as interned patterns; an [`Engine`] lists the patterns with the structure of a value. [`RuleSet::bind`]
//! checks widths and computed constants, and [`Match::holds`] the precondition. All engines except
//! [`TopDown`] list the same patterns in the same order; tests compare them with the [`LinearScan`]. The
//! plugin uses only the [`Dag`].

mod bindings;
mod code;
mod dag;
mod deferred;
mod evaluate;
mod exact;
mod features;
mod implied;
mod linear;
mod near;
mod net;
mod order;
mod path;
mod pattern;
mod set;
mod stored;
mod subject;
mod subject_of_model;
mod tables;
mod test;
mod topdown;
mod variants;
mod widths;
mod witness;

#[cfg(test)]
mod random_test;
#[cfg(test)]
mod stored_test;
#[cfg(test)]
mod tables_test;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod topdown_test;

pub use bindings::{Argument, Facts, Match, NoFacts};
pub use dag::{Dag, Figures};
pub use exact::{ExactFigures, exact_figures};
pub use features::{FEATURE_WORDS, Features, Prefilter};
pub use linear::LinearScan;
pub use near::{MissingCondition, NearMiss, near_misses};
pub use net::Net;
pub use order::{Conflict, OwnTest};
pub use path::{PathId, Paths};
pub use pattern::{Literal, Pattern, PatternId, Patterns};
pub use set::{Ranked, Refusal, RuleId, RuleSet, Variant, VariantId};
pub use stored::{Built, Front, MAX_BUILT_BYTES, StoredError, is_built, open, read_back, store};
pub use subject::{Shape, Subject, Symbol};
pub use subject_of_model::ModelSubject;
pub use tables::Tables;
pub use test::Test;
pub use topdown::TopDown;
pub(in crate::rules) use variants::symbol;

/// Lists the patterns whose structure a value has.
pub trait Engine<S: Subject> {
    /// Appends to `found` every variant of `rules` whose structural tests hold at `root`, in order of rank.
    /// [`TopDown`] alone may miss some.
    fn candidates(&self, rules: &RuleSet, subject: &S, root: S::Value, found: &mut Vec<VariantId>);
}

/// All matches at a value, by rank: at most one for each rule and order of its operands.
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
