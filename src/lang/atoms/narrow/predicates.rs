//! Pushed-down predicates about dominance.

use super::super::{Atom, ControlFlow, Dominates};
use solver::{PushedPredicate, Term};

/// The dominance relation of a predicate, and its two terms.
pub(super) fn dominance(predicate: &PushedPredicate<'_, Atom>) -> Option<(Dominates, Term, Term)> {
    match (predicate.relation, predicate.terms) {
        (Atom::ControlFlow(ControlFlow::Dominates(kind)), &[a, b]) if !kind.negated => Some((*kind, a, b)),
        _ => None,
    }
}

/// Whether some predicate states that `above` dominates `below`, or post-dominates it.
pub(super) fn has(predicates: &[PushedPredicate<'_, Atom>], post: bool, above: Term, below: Term) -> bool {
    predicates.iter().filter_map(dominance).any(|(kind, a, b)| (kind.post, a, b) == (post, above, below))
}
