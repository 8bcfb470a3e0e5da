//! What a static control part consists of, in affine expressions: loops, conditions, accesses and blocks.
//!
//! ```text
//! for (i = 0; i < n; i++) if (i > m) a[i] = 0;      =>      loop i0 from 0 while < n; if i0 > m; write of 8 bytes at 8*i0 from a
//! ```

use super::affine::{Affine, Factor, Factors};
use super::reader::{Counter, Provision};
use crate::model::{Base, BlockId, ValueId};
use std::sync::Arc;

/// How an iterator is compared with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`: there are one or two rounds.
    Equal,
}

impl Relation {
    /// As C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
            Relation::Equal => "==",
        }
    }
}

/// A loop: its iterator is `start`, and goes on by `step` as long as it then is in `relation` to `bound`. The first round is not tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The phi that counts.
    pub iterator: ValueId,
    /// Its first instruction.
    pub begin: ValueId,
    /// The terminator at the loop's end.
    pub end: ValueId,
    /// The first value.
    pub start: Affine,
    /// Never zero; of an address, in bytes.
    pub step: i128,
    /// How it is compared.
    pub relation: Relation,
    /// With what.
    pub bound: Affine,
    /// Whether `Factor::Iterator` counts the rounds from zero, so that the phi is `start + step * iterator`; else it is the phi.
    pub counts_rounds: bool,
    /// Whether the phi is an address.
    pub is_address: bool,
    /// The number of the loop that it is in.
    pub within: Option<u32>,
}

/// A branch that goes one way or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The branch.
    pub branch: ValueId,
    /// A truth value, or what a switch is about; `None` where it is about data, and not affine.
    pub value: Option<Affine>,
    /// The number of the innermost loop that it is in.
    pub within: Option<u32>,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

/// An access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The load, store or call.
    pub access: ValueId,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// Where it begins; accesses of one address in one block share it.
    pub place: Arc<Place>,
    /// The bytes that it reads or writes from there on.
    pub length: Arc<Affine>,
}

/// A place in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address that the offset starts from: no address computation, and the same in the whole part.
    pub base: Base,
    /// In bytes.
    pub offset: Affine,
    /// By how many bytes the indices of the address computations go further, as the code has them.
    pub scales: Vec<i64>,
}

/// A block of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The block.
    pub block: BlockId,
    /// The number of the innermost loop that it is in.
    pub within: Option<u32>,
}

/// What a static control part consists of, in affine expressions: what a walk over its blocks finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// An outer loop comes before those in it; the iterator `Iterator(k)` is that of the k-th.
    pub loops: Vec<Loop>,
    /// Conditions other than the ends of loops.
    pub conditions: Vec<Condition>,
    /// In the order of the walk.
    pub accesses: Vec<Access>,
    /// Its blocks, those that lead to others first.
    pub members: Vec<Member>,
    /// Under which conditions all of that is exact.
    pub provisions: Vec<Provision>,
    /// The phis that count.
    pub(super) counters: Vec<(ValueId, Counter)>,
}

impl Description {
    /// The numbers of a loop and those around it, the outermost first.
    pub fn around(&self, innermost: Option<u32>) -> Vec<u32> {
        let mut around = Vec::new();
        let mut at = innermost;
        while let Some(number) = at {
            around.push(number);
            at = self.loops[number as usize].within;
        }
        around.reverse();
        around
    }

    /// An expression with the iterators as the code counts them, where they are numbered by rounds: `i` for `start + 4*k`, if it is a multiple of that. Addresses stay
    /// numbered.
    pub fn in_iterators(&self, affine: &Affine) -> Affine {
        let mut terms = affine.clone();
        for (k, l) in (0..).zip(&self.loops).filter(|(_, l)| l.counts_rounds) {
            let factors = Factors::one(Factor::Iterator(k));
            let by = terms.terms.iter().find(|(all, _)| *all == factors).map_or(0, |(_, by)| *by);
            let is_number = !l.is_address && by % l.step == 0;
            let value = Affine::of(factors, 1).plus(&l.start, -1);
            let in_values = value.filter(|_| by != 0 && is_number).and_then(|value| {
                let rounds = terms.plus(&Affine::of_factor(Factor::Iterator(k)), -by)?;
                rounds.plus(&value, by / l.step)
            });
            terms = in_values.unwrap_or(terms);
        }
        terms
    }
}

/// How long the lists of a description are.
pub(super) type Lengths = [usize; 6];

impl Description {
    pub(super) fn lengths(&self) -> Lengths {
        let Description { loops, conditions, accesses, members, provisions, counters } = self;
        [loops.len(), conditions.len(), accesses.len(), members.len(), provisions.len(), counters.len()]
    }

    pub(super) fn truncate(&mut self, to: Lengths) {
        self.loops.truncate(to[0]);
        self.conditions.truncate(to[1]);
        self.accesses.truncate(to[2]);
        self.members.truncate(to[3]);
        self.provisions.truncate(to[4]);
        self.counters.truncate(to[5]);
    }
}
