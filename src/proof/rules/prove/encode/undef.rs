//! Encodes inputs that are undef, wholly or in part: each use sees one of several numbers.
//!
//! ```text
//! %m = and i8 undef, 1
//! %x = add i8 %m, 3         3 or 4, anew at each use
//! ```
//!
//! The numbers that the target's uses of such an input see are among its possible values; no others are
//! known. Each use in the source therefore sees whichever of these numbers is favourable, and each use by an
//! analysis function sees any of them. An input that the target uses once is an ordinary number. Poison at
//! only some uses needs no query of its own: a target that is right with poison at all uses is right with
//! poison at some, since results are monotonic in poison.

use super::Encoder;
use crate::rules::form::{NodeId, Part};
use crate::semantics::{TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// A use in the source that sees one of several numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// The unknown that selects the number.
    selector: TermId,
    /// How many numbers there are.
    count: usize,
}

/// Maximum number of combinations that are expanded.
const MOST_WAYS: usize = 128;

/// Maximum number of terms of the expansion.
const MOST_TERMS: usize = 200_000;

impl Encoder<'_> {
    /// The value of an input at one use, and whether it is equal at all uses.
    pub(super) fn use_of(&mut self, id: NodeId) -> (Value, bool) {
        let value = self.inputs[&id].value;
        match self.part {
            Part::Target => self.seen(id, value),
            _ => self.one_of_those_seen(id, value),
        }
    }

    /// A further use in the target, which sees a number of its own.
    fn seen(&mut self, id: NodeId, value: Value) -> (Value, bool) {
        let is_first = !self.seen.contains_key(&id);
        let bits = if is_first { value.bits } else { self.terms.input("seen", self.width(id)) };
        self.seen.entry(id).or_default().push(bits);
        (Value { bits, ..value }, false)
    }

    /// A use in the source, which sees a number that some use in the target sees.
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

    /// The conjunction of a truth value over all choices of the numbers that uses in the source see. Many
    /// combinations are left to a quantifier instead of being expanded.
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

/// The values of the selectors in the combination `way`.
fn chosen(terms: &mut Terms, uses: &[Use], mut way: usize) -> FxHashMap<TermId, TermId> {
    let mut chosen = FxHashMap::default();
    for one in uses {
        let width = terms.width(one.selector);
        chosen.insert(one.selector, terms.constant((way % one.count) as u128, width));
        way /= one.count;
    }
    chosen
}
