//! The linear scan: compares every pattern with the value, one after the other. It is slow, but simple enough
//! to be the reference.

use super::Engine;
use super::path::PathId;
use super::pattern::{Pattern, PatternId};
use super::set::{RuleSet, Variant, VariantId};
use super::subject::{Shape, Subject, Symbol};

/// An engine without tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinearScan;

impl<S: Subject> Engine<S> for LinearScan {
    fn candidates(&self, rules: &RuleSet, subject: &S, root: S::Value, found: &mut Vec<VariantId>) {
        found.extend(
            rules.variants().filter(|(_, variant)| holds(rules, variant, subject, root)).map(|(id, _)| id),
        );
    }
}

impl RuleSet {
    /// Whether the structural tests of a variant hold at a value.
    pub fn is_at<S: Subject>(&self, variant: VariantId, subject: &S, root: S::Value) -> bool {
        holds(self, self.variant(variant), subject, root)
    }
}

/// Whether the structural tests of a variant hold.
pub(super) fn holds<S: Subject>(rules: &RuleSet, variant: &Variant, subject: &S, root: S::Value) -> bool {
    let value = |path| rules.paths().value(subject, root, path);
    has_structure(rules, variant.pattern, subject, root) && repeats_agree(variant, subject, value)
}

/// Whether repeated registers of a source are one value, and repeated predicates one predicate. `value` gives
/// the value at a path.
pub(super) fn repeats_agree<S: Subject>(
    variant: &Variant,
    subject: &S,
    mut value: impl FnMut(PathId) -> Option<S::Value>,
) -> bool {
    variant.same.iter().all(|(a, b)| match (value(*a), value(*b)) {
        (Some(a), Some(b)) => subject.is_same(a, b),
        _ => false,
    }) && variant.same_predicate.iter().all(|(a, b, swapped)| match (value(*a), value(*b)) {
        (Some(a), Some(b)) => is_same_predicate(subject, a, b, *swapped),
        _ => false,
    })
}

/// Whether two comparisons have the same predicate, with one of them swapped if `swapped`.
fn is_same_predicate<S: Subject>(subject: &S, a: S::Value, b: S::Value, swapped: bool) -> bool {
    let (a, b) = (subject.shape(a).predicate, subject.shape(b).predicate);
    a.is_some() && a == if swapped { b.map(|b| b.swapped()) } else { b }
}

/// Whether a value has the structure of a pattern. The depth of recursion is bounded by the rule's length.
fn has_structure<S: Subject>(rules: &RuleSet, pattern: PatternId, subject: &S, root: S::Value) -> bool {
    let mut open = vec![(pattern, root)];
    while let Some((pattern, value)) = open.pop() {
        let pattern = rules.patterns().get(pattern);
        if !has_shape(pattern, subject, value) {
            return false;
        }
        if let Pattern::Instruction { operands, .. } = pattern {
            for (at, operand) in operands.iter().enumerate() {
                match subject.operand(value, at) {
                    Some(below) => open.push((*operand, below)),
                    None => return false,
                }
            }
        }
    }
    true
}

/// Whether a value fits the top level of a pattern.
fn has_shape<S: Subject>(pattern: &Pattern, subject: &S, value: S::Value) -> bool {
    let is = |symbol| subject.shape(value).symbol == symbol;
    match pattern {
        Pattern::Any => true,
        Pattern::Constant => is(Symbol::Constant),
        Pattern::Undef => is(Symbol::Undef),
        Pattern::Literal(literal) => {
            let bits = subject.width(value).and_then(|width| literal.bits(width));
            is(Symbol::Constant) && bits.is_some() && bits == subject.bits(value)
        }
        Pattern::Instruction { symbol, flags, predicate, .. } => {
            let Shape { symbol: own, flags: given, predicate: required } = subject.shape(value);
            own == *symbol && given.contains(*flags) && (predicate.is_none() || *predicate == required)
        }
    }
}
