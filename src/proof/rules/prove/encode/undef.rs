//! Inputs that are undef, wholly or in part: they are one of some numbers, and may be another one at each use.
//!
//! ```text
//! %m = and i8 undef, 1
//! %x = add i8 %m, 3         3 or 4, anew at each use
//! ```
//!
//! The numbers that the target's uses of such an input see are among those that it may be, and nothing is
//! known of others. So each use in the source is one of those numbers, whichever serves, and each use that an
//! analysis answers about is any of them. An input that the target uses once is a number like any other. That
//! it is poison at some uses alone need not be asked: a target that holds where all of them are poison does
//! where some are, as poison at a use never makes it give less.

use super::Encoder;
use crate::rules::form::{NodeId, Part};
use crate::semantics::{TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// A use that is one of some numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// The unknown that says which.
    selector: TermId,
    /// How many there are.
    count: usize,
}

/// Limit of the ways to choose that are written out one by one.
const MOST_WAYS: usize = 128;

/// Limit of the terms that these have together.
const MOST_TERMS: usize = 200_000;

impl Encoder<'_> {
    /// A use of an input, and whether it is the same number at each.
    pub(super) fn use_of(&mut self, id: NodeId) -> (Value, bool) {
        let value = self.inputs[&id].value;
        match self.part {
            Part::Target => self.seen(id, value),
            _ => self.one_of_those_seen(id, value),
        }
    }

    /// What one more use in the target sees.
    fn seen(&mut self, id: NodeId, value: Value) -> (Value, bool) {
        let is_first = !self.seen.contains_key(&id);
        let bits = if is_first { value.bits } else { self.terms.input("seen", self.width(id)) };
        self.seen.entry(id).or_default().push(bits);
        (Value { bits, ..value }, false)
    }

    /// A use that sees what some use in the target does.
    fn one_of_those_seen(&mut self, id: NodeId, value: Value) -> (Value, bool) {
        let Some((last, others)) = self.seen.get(&id).and_then(|seen| seen.split_last()) else {
            return (value, true);
        };
        if others.is_empty() {
            return (value, true);
        }
        let (mut bits, others) = (*last, others.to_vec());
        let width = usize::BITS - others.len().leading_zeros();
        let selector = self.terms.input("use", width);
        for (at, number) in others.iter().enumerate() {
            let at = self.terms.constant(at as u128, width);
            let is_this = self.terms.equal(selector, at);
            bits = self.terms.if_else(is_this, *number, bits);
        }
        self.uses.push(Use { selector, count: others.len() + 1 });
        (Value { bits, ..value }, false)
    }

    /// That a truth value holds however the uses of the source see what those of the target do: each way to
    /// choose by itself, or, where these are many, as a question with a quantifier.
    pub(super) fn for_all_uses(&mut self, holds: TermId) -> TermId {
        let depends = self.terms.depends_on(holds, self.uses.iter().map(|one| one.selector));
        let uses: Vec<Use> =
            self.uses.iter().zip(depends).filter(|(_, depends)| *depends).map(|(one, _)| *one).collect();
        let ways = uses.iter().try_fold(1usize, |ways, one| ways.checked_mul(one.count));
        let is_few = ways.is_some_and(|ways| ways <= MOST_WAYS && ways * self.terms.len() <= MOST_TERMS);
        match ways.filter(|_| is_few) {
            Some(ways) => {
                let mut all = self.terms.truth(true);
                for way in 0..ways {
                    let chosen = chosen(&mut self.terms, &uses, way);
                    let here = self.terms.substituted(holds, &chosen);
                    all = self.terms.and(all, here);
                }
                all
            }
            None => {
                self.choices.extend(uses.iter().map(|one| one.selector));
                holds
            }
        }
    }
}

/// The numbers of the selectors for one way to choose.
fn chosen(terms: &mut Terms, uses: &[Use], mut way: usize) -> FxHashMap<TermId, TermId> {
    let mut chosen = FxHashMap::default();
    for one in uses {
        let width = terms.width(one.selector);
        chosen.insert(one.selector, terms.constant((way % one.count) as u128, width));
        way /= one.count;
    }
    chosen
}
