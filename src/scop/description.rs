//! What a static control part consists of, in affine expressions: loops, conditions, accesses and blocks.
//!
//! ```text
//! for (i = 0; i < n; i++) if (i > m) a[i] = 0;      =>      loop i0 from 0 while < n; if i0 > m; write of 8 bytes at 8*i0 from a
//! ```

use super::affine::{Affine, Factor, Factors};
use super::loads::Loaded;
use super::reader::{Counter, Provision};
use ir::{Base, BlockId, LeftOut, ValueId};
use std::sync::Arc;

/// The comparison of an iterator with its bound.
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
    /// The operator in C.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
            Relation::Equal => "==",
        }
    }

    /// Between the same numbers with their signs changed.
    fn reversed(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessOrEqual => Relation::GreaterOrEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterOrEqual => Relation::LessOrEqual,
            Relation::Equal => Relation::Equal,
        }
    }
}

/// A loop: its iterator is `start`, and goes on by `step` as long as it then is in `relation` to `bound`. The
/// first round is not tested.
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
    /// The comparison.
    pub relation: Relation,
    /// With what.
    pub bound: Affine,
    /// Whether `Factor::Iterator` counts the rounds from zero, so that the phi is `start + step * iterator`;
    /// else it is the phi.
    pub counts_rounds: bool,
    /// Whether the phi is an address.
    pub is_address: bool,
    /// The number of the loop that it is in.
    pub within: Option<u32>,
}

impl Loop {
    /// The same loop with its rounds for an iterator: from zero on, by one.
    pub fn by_rounds(&self) -> Option<Loop> {
        let (start, bound) = (Affine::default(), self.bound.plus(&self.start, -1)?.divided(self.step)?);
        let relation = if self.step < 0 { self.relation.reversed() } else { self.relation };
        Some(Loop { start, bound, relation, step: 1, ..self.clone() })
    }
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

/// A way of a branch that is described as not taken: it leads to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The way.
    pub way: LeftOut,
    /// The condition of the branch, a truth value; `None` where it is about data, and not affine.
    pub value: Option<Affine>,
    /// Whether no condition on parameters says when the way is not taken.
    pub is_stated: bool,
    /// The number of the innermost loop that the branch is in.
    pub within: Option<u32>,
}

/// The kind of an access.
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
    /// The base of its address; accesses of one address in one block share it.
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
    /// The ways that the model leaves out.
    pub assumptions: Vec<Assumption>,
    /// In the order of the walk.
    pub accesses: Vec<Access>,
    /// Its blocks, those that lead to others first.
    pub members: Vec<Member>,
    /// Under which conditions all of that is exact.
    pub provisions: Vec<Provision>,
    /// What is loaded in it and is a parameter.
    pub loads: Vec<Loaded>,
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

    /// An expression in the values of the iterators, where they are numbered by rounds: `i` for `start +
    /// 4*k`, `(i - start) / 4` for `k`. An expression in bytes keeps multiples of the `unit`. Addresses stay
    /// numbered; `None` when it gets too large.
    pub fn in_iterators(&self, affine: &Affine, unit: i128) -> Option<Affine> {
        let mut sum = Affine::default();
        for (factors, by) in &affine.terms {
            sum = sum.plus(&self.term_in_iterators(factors, *by, unit)?, 1)?;
        }
        Some(sum)
    }

    fn term_in_iterators(&self, factors: &Factors, mut by: i128, unit: i128) -> Option<Affine> {
        let mut product = Affine::constant(1);
        for factor in factors.iter() {
            let numbered = match factor {
                Factor::Iterator(k) => self.loops.get(*k as usize),
                _ => None,
            };
            let value = match (numbered.filter(|l| l.counts_rounds && !l.is_address), factor) {
                (Some(l), _) => {
                    let grown = Affine::of_factor(factor.clone());
                    let grown = grown.plus(&self.in_iterators(&l.start, 1)?, -1)?;
                    if by % l.step.checked_mul(unit)? == 0 {
                        by /= l.step;
                        grown
                    } else {
                        grown.divided(l.step)?
                    }
                }
                (None, Factor::Piece(piece)) => {
                    let parts = piece.parts.iter().map(|part| self.in_iterators(part, 1));
                    Affine::piece(piece.name, parts.collect::<Option<_>>()?)
                }
                _ => Affine::of_factor(factor.clone()),
            };
            product = product.times(&value)?;
        }
        Affine::default().plus(&product, by)
    }
}

/// The lengths of the lists of a description.
pub(super) type Lengths = [usize; 7];

impl Description {
    pub(super) fn lengths(&self) -> Lengths {
        let Description { loops, conditions, assumptions, accesses, members, provisions, counters, .. } =
            self;
        let (walked, counted) = (members.len(), counters.len());
        let (guarded, assumed) = (conditions.len(), assumptions.len());
        [loops.len(), guarded, accesses.len(), walked, provisions.len(), counted, assumed]
    }

    pub(super) fn truncate(&mut self, to: Lengths) {
        self.loops.truncate(to[0]);
        self.conditions.truncate(to[1]);
        self.accesses.truncate(to[2]);
        self.members.truncate(to[3]);
        self.provisions.truncate(to[4]);
        self.counters.truncate(to[5]);
        self.assumptions.truncate(to[6]);
    }
}
