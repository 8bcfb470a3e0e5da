//! Alias analysis: whether two accesses may touch the same bytes, and whether two pointers are always equal.
//!
//! Pointers are compared in three ways. If they have the same base, the difference of their offsets decides,
//! as a linear sum (`values::address`). Otherwise the types and scopes of the accesses may decide
//! (`metadata`), or the objects that the pointers refer to (`points_to`). Pointers are compared at one
//! moment, at a point that both definitions dominate. If the accesses happen at different moments, [`Apart`]
//! names the values that may have changed in between.
//!
//! In: `a + 4 * i` and `a + 4 * i + 4`, four bytes each. Out: `Alias::No`.

use super::Memory;
use super::between::Passage;
use super::derivation::Derivation;
use super::objects::ObjectId;
use super::targets::Place;
use crate::accesses::{LoopForest, LoopId};
use crate::values::address::{Address, same_base};
use crate::values::bounds::bounds;
use crate::values::interval::{Domain, Interval};
use crate::values::linear::{Extension, LinearTerm, Sum, gcd};
use ir::{BlockId, Model, Opcode, Operand, StatementId, ValueId};
use smallvec::SmallVec;

/// The relation of two locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alias {
    /// The locations have no common byte.
    No,
    /// Unknown: the locations may overlap.
    May,
    /// The locations start at the same address.
    Must,
}

/// The bytes that an instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The address of the first byte.
    pub pointer: ValueId,
    /// The number of bytes. `None` if it is unknown; bytes before the address are then included.
    pub size: Option<u64>,
    /// The alias metadata of the access.
    pub statement: Option<StatementId>,
}

/// The values that may differ between the two moments at which two locations are accessed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Apart<'s> {
    /// No values: the moments are the same.
    Not,
    /// Values computed on a path; one location is accessed at its end, the other by an instruction on it.
    On(&'s Passage<'s>),
    /// All instructions that may run more than once, except those that an address is computed from, whose
    /// sources have not been executed again.
    AllBut(&'s Derivation),
    /// All instructions in a loop.
    In(&'s LoopForest, LoopId),
    /// All instructions that may run more than once.
    Ever,
}

impl Apart<'_> {
    pub(super) fn is_same(&self, model: &Model, value: ValueId) -> bool {
        let Some(block) = model.block_of(value) else { return true };
        match self {
            Apart::Not => true,
            Apart::On(passage) => passage.is_same(value),
            Apart::AllBut(derivation) => derivation.has(value) || !runs_repeatedly(model, block),
            Apart::In(loops, of) => !loops.has_block(*of, block),
            Apart::Ever => !runs_repeatedly(model, block),
        }
    }

    fn is_same_operand(&self, model: &Model, operand: Operand) -> bool {
        match operand {
            Operand::Value(value) => self.is_same(model, value),
            _ => true,
        }
    }
}

/// Whether a block is on a cycle.
pub(super) fn runs_repeatedly(model: &Model, block: BlockId) -> bool {
    let components = model.components();
    let own = components.of(block);
    model.block_successors(block).iter().any(|next| components.of(*next) == own)
}

impl Location {
    /// The bytes that a load, store or atomic instruction accesses. For any other value, all memory that it
    /// points to.
    pub fn of(model: &Model, value: ValueId) -> Location {
        let accessed = match model.opcode(value) {
            Some(Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg) => model.operand(value, 0),
            Some(Opcode::Store) => model.operand(value, 1),
            _ => None,
        };
        match accessed {
            Some(pointer) => Location {
                pointer,
                size: model.access_size(value).map(u64::from),
                statement: model.alias_statement(value),
            },
            None => Location::behind(value),
        }
    }

    /// All memory that a pointer points to.
    pub fn behind(pointer: ValueId) -> Location {
        Location { pointer, size: None, statement: None }
    }
}

impl Memory<'_> {
    /// The relation of two locations, at a point that the definitions of both pointers dominate.
    ///
    /// `No` is certain under the rules of the source language; for pointers from different `noalias`
    /// parameters it presupposes that one of the accesses writes. `Must` states that the addresses are equal.
    pub fn alias(&self, a: Location, b: Location) -> Alias {
        self.alias_apart(a, b, Apart::Not)
    }

    /// The relation of two locations at any two moments of one run of a loop, whatever the types of the
    /// accesses: memory that is read as one type may be written as another one later.
    pub fn alias_in_loop(&self, a: Location, b: Location, (loops, of): (&LoopForest, LoopId)) -> Alias {
        let apart = Apart::In(loops, of);
        match self.are_apart_by_scopes(a.statement, b.statement, apart) {
            true => Alias::No,
            false => {
                let [a, b] = [a, b].map(|location| Location { statement: None, ..location });
                self.alias_apart(a, b, apart)
            }
        }
    }

    /// Whether the locations certainly start at the same address ([`Alias::Must`]), without the analysis of
    /// other relations.
    pub fn must_alias(&self, a: Location, b: Location) -> bool {
        self.count_work(1);
        a.pointer == b.pointer
            || self.difference(a, b, Apart::Not).is_some_and(|sum| sum.is_none_or(|sum| is_zero(&sum)))
    }

    /// The relation of `a` at one moment to `b` at another.
    pub(crate) fn alias_apart(&self, a: Location, b: Location, apart: Apart<'_>) -> Alias {
        self.count_work(1);
        let by_address = self.by_address(a, b, apart);
        if by_address != Alias::May {
            return by_address;
        }
        let are_apart = self.apart_by_metadata(a.statement, b.statement, apart).is_some();
        match !are_apart && self.may_meet(a, b) {
            true => Alias::May,
            false => Alias::No,
        }
    }

    pub(super) fn by_address(&self, a: Location, b: Location, apart: Apart<'_>) -> Alias {
        if a.pointer == b.pointer && apart.is_same(self.model, a.pointer) {
            return Alias::Must;
        }
        match self.by_sums(a, b, apart) {
            Alias::May if self.are_apart_exactly(a, b, apart) => Alias::No,
            answer => answer,
        }
    }

    fn by_sums(&self, a: Location, b: Location, apart: Apart<'_>) -> Alias {
        match self.difference(a, b, apart) {
            Some(Some(difference)) => self.by_difference(&difference, a, b, apart),
            // Both addresses are the base itself.
            Some(None) => Alias::Must,
            None => Alias::May,
        }
    }

    /// The first address minus the second, if they have the same base; the inner `None` is 0.
    ///
    /// The values that occur in both addresses cancel out, so they must be the same at both moments.
    fn difference(&self, a: Location, b: Location, apart: Apart<'_>) -> Option<Option<Sum>> {
        let (first, second) = (self.address(a.pointer), self.address(b.pointer));
        let cancels =
            |term: &LinearTerm| !second.mentions(term.source) || apart.is_same(self.model, term.source);
        let is_comparable = same_base(self.model, first.base, second.base)
            && apart.is_same_operand(self.model, first.base)
            && first.terms().all(|(term, _)| cancels(term));
        match (first.sum, second.sum) {
            _ if !is_comparable => None,
            (Some(first), Some(second)) if first.width == second.width => {
                Some(Some(first.plus(&negated(&second))))
            }
            (Some(_), Some(_)) => None,
            (Some(sum), None) => Some(Some(sum)),
            (None, Some(sum)) => Some(Some(negated(&sum))),
            (None, None) => Some(None),
        }
    }

    fn by_difference(&self, difference: &Sum, a: Location, b: Location, apart: Apart<'_>) -> Alias {
        match by_difference(difference, a.size, b.size) {
            Alias::May if self.is_far(difference, a, b, apart) => Alias::No,
            answer => answer,
        }
    }

    /// Whether the ranges of its terms prove that the accesses do not overlap. Examples: `8 * j` with j at
    /// least 1; `40 * i - 40 * j + 8`, whose remainder modulo 40 is 8 if i and j are too small for the sum to
    /// wrap.
    fn is_far(&self, difference: &Sum, a: Location, b: Location, apart: Apart<'_>) -> bool {
        let (Some(size), Some(of_other)) = (a.size, b.size) else { return false };
        let Some((least, most)) = self.range_of(difference, a, b, apart) else { return false };
        let half = 1i128 << (difference.width.min(64) - 1);
        let (bytes, of_second) = (i128::from(size), i128::from(of_other));
        // Neither end may wrap around the address space.
        if (least >= of_second && most + bytes <= half) || (most + bytes <= 0 && least >= of_second - half) {
            return true;
        }
        let is_number = least >= -half && most < half && bytes <= half && of_second <= half;
        let common = difference.terms.iter().fold(0, |all, (_, factor)| gcd(all, factor.unsigned_abs()));
        let constant = i128::from(difference.constant);
        is_number && common != 0 && are_apart(constant, common.into(), size, of_other)
    }

    /// The range of the difference of two addresses as an unbounded integer.
    fn range_of(&self, sum: &Sum, a: Location, b: Location, apart: Apart<'_>) -> Option<(i128, i128)> {
        let model = self.model;
        let [first, second] = [a, b].map(|location| model.block_of(location.pointer).unwrap_or(BlockId(0)));
        let later = if model.dominance().block_dominates(first, second) { second } else { first };
        // The branches that dominate the later pointer were taken. For a value that may differ at the other
        // moment they are only valid where its own pointer is computed.
        let site = |term: &LinearTerm| match apart.is_same(model, term.source) {
            true => later,
            false if self.address(a.pointer).mentions(term.source) => first,
            false => second,
        };
        let constant = i128::from(sum.constant);
        sum.terms.iter().try_fold((constant, constant), |(least, most), (term, factor)| {
            let range = self.range_of_term(term, site(term))?;
            let at = |value: i128| value.checked_mul(i128::from(*factor));
            let (one, other) = (at(range.least)?, at(range.most)?);
            Some((least.checked_add(one.min(other))?, most.checked_add(one.max(other))?))
        })
    }

    fn range_of_term(&self, term: &LinearTerm, block: BlockId) -> Option<Interval> {
        let key = (term.source, term.extension, block);
        if let Some(known) = self.ranges.borrow().get(&key) {
            return *known;
        }
        self.count_work(1);
        let model = self.model;
        let of = |domain: Domain| {
            let width = model.type_of(term.source).integer_width().filter(|width| *width <= 64)?;
            Some(bounds(model, term.source, block).map_or(domain.all(width), |bounds| bounds.of(domain)))
        };
        let range = match term.extension {
            Extension::Plain | Extension::Cast(Opcode::SExt) => of(Domain::Signed),
            Extension::Cast(Opcode::ZExt) => of(Domain::Unsigned),
            _ => None,
        };
        self.ranges.borrow_mut().insert(key, range);
        range
    }

    /// A pointer as a base and a sum; `None` stands for the sum 0.
    fn address(&self, pointer: ValueId) -> Whole {
        match self.addresses.borrow_mut().of_pointer(self.model, pointer) {
            Some(Address { base, sum, .. }) => Whole { base, sum: Some(sum) },
            None => Whole { base: Operand::Value(pointer), sum: None },
        }
    }

    /// The base value of both addresses, if they have a common one.
    pub(super) fn common_base(&self, a: ValueId, b: ValueId) -> Option<ValueId> {
        let (first, second) = (self.address(a).base, self.address(b).base);
        match first {
            Operand::Value(base) if same_base(self.model, first, second) => Some(base),
            _ => None,
        }
    }

    /// The instructions among the base and the terms of an address.
    pub(crate) fn made_of(&self, pointer: ValueId) -> Vec<ValueId> {
        let Whole { base, sum } = self.address(pointer);
        let base = if let Operand::Value(value) = base { Some(value) } else { None };
        let terms = sum.iter().flat_map(|sum| sum.terms.iter().map(|(term, _)| term.source));
        base.into_iter().chain(terms).filter(|value| self.model.position(*value).is_some()).collect()
    }

    /// The base of a pointer, and the sum if it is not 0.
    pub(super) fn parts_of(&self, pointer: ValueId) -> (Operand, Option<Sum>) {
        let Whole { base, sum } = self.address(pointer);
        (base, sum)
    }

    /// Whether the objects that the pointers refer to may overlap. An access lies in one object, so objects
    /// smaller than it are excluded.
    fn may_meet(&self, a: Location, b: Location) -> bool {
        let (model, points_to) = (self.model, self.points_to());
        let (first, second) = (points_to.targets(model, a.pointer), points_to.targets(model, b.pointer));
        self.count_work(first.len() * second.len());
        let [of_first, of_second] = [a, b].map(|location| self.least_bytes(location));
        let has_room = |object: ObjectId, least: Option<u64>| {
            let bytes = points_to.objects.get(object).bytes(model);
            least.zip(bytes).is_none_or(|(least, bytes)| least <= bytes)
        };
        let meet = |(x, at): (_, Place), (y, other): (_, Place)| match x == y {
            _ if !has_room(x, of_second) || !has_room(y, of_first) => false,
            true if points_to.objects.get(x).is_known_as_one() => at.meets(a.size, other, b.size),
            _ => points_to.may_be_one(x, y),
        };
        first.iter().any(|x| second.iter().any(|y| meet(x, y)))
    }
}

struct Whole {
    base: Operand,
    sum: Option<Sum>,
}

impl Whole {
    fn terms(&self) -> impl Iterator<Item = &(LinearTerm, i64)> {
        self.sum.iter().flat_map(|sum| sum.terms.iter())
    }

    fn mentions(&self, value: ValueId) -> bool {
        self.terms().any(|(term, _)| term.source == value)
    }
}

fn negated(sum: &Sum) -> Sum {
    let terms: SmallVec<_> = sum.terms.iter().map(|(term, factor)| (*term, factor.wrapping_neg())).collect();
    let mut negated = Sum { terms, constant: sum.constant.wrapping_neg(), ..sum.clone() };
    negated.settle();
    negated
}

fn is_zero(sum: &Sum) -> bool {
    sum.terms.is_empty() && sum.constant == 0
}

/// The relation given by the first address minus the second, modulo 2^width.
fn by_difference(difference: &Sum, size: Option<u64>, of_other: Option<u64>) -> Alias {
    if is_zero(difference) {
        return Alias::Must;
    }
    let (Some(size), Some(of_other)) = (size, of_other) else { return Alias::May };
    // Sums wrap around, so only remainders modulo powers of two are certain.
    let factors = difference.terms.iter().map(|(_, factor)| factor.trailing_zeros()).min();
    let modulus = 1i128 << factors.unwrap_or(difference.width).min(difference.width);
    match are_apart(i128::from(difference.constant), modulus, size, of_other) {
        true => Alias::No,
        false => Alias::May,
    }
}

/// Whether no number congruent to `difference` modulo `modulus` makes `size` bytes at that offset overlap
/// `of_other` bytes at 0.
pub(super) fn are_apart(difference: i128, modulus: i128, size: u64, of_other: u64) -> bool {
    let remainder = difference.rem_euclid(modulus);
    remainder >= i128::from(of_other) && remainder + i128::from(size) <= modulus
}
