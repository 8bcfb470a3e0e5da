//! The affine description of a static control part: loops, conditions, accesses and blocks.
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
    /// `==`: the loop has one or two iterations.
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

    /// The relation between the same numbers with negated signs.
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

/// A loop: its iterator starts at `start`, and continues by `step` while the next value is in `relation` to
/// `bound`. The first iteration is not tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The phi that is the loop's iterator.
    pub iterator: ValueId,
    /// The loop's first instruction.
    pub begin: ValueId,
    /// The terminator at the loop's end.
    pub end: ValueId,
    /// The first value of the iterator.
    pub start: Affine,
    /// The increment, never zero; for an address, in bytes.
    pub step: i128,
    /// The comparison under which the loop continues.
    pub relation: Relation,
    /// The bound that the iterator is compared with.
    pub bound: Affine,
    /// Whether `Factor::Iterator` counts the iterations from zero, so that the phi is `start + step *
    /// iterator`; otherwise it is the phi itself.
    pub counts_rounds: bool,
    /// Whether the phi is an address.
    pub is_address: bool,
    /// The number of the enclosing loop.
    pub enclosing: Option<u32>,
}

impl Loop {
    /// The same loop with its iteration number as iterator: from zero, in steps of one.
    pub fn by_rounds(&self) -> Option<Loop> {
        let (start, bound) = (Affine::default(), self.bound.plus(&self.start, -1)?.divided(self.step)?);
        let relation = if self.step < 0 { self.relation.reversed() } else { self.relation };
        Some(Loop { start, bound, relation, step: 1, ..self.clone() })
    }
}

/// A branch with several successors in the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The branch.
    pub branch: ValueId,
    /// The truth value or switch operand; `None` if it depends on data and is not affine.
    pub value: Option<Affine>,
    /// The number of the innermost enclosing loop.
    pub enclosing: Option<u32>,
}

/// A branch to an error, described as not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The branch and its successor.
    pub way: LeftOut,
    /// The condition of the branch, a truth value; `None` if it depends on data and is not affine.
    pub value: Option<Affine>,
    /// Whether the assumption is stated, because no condition on parameters expresses it.
    pub is_stated: bool,
    /// The number of the innermost loop around the branch.
    pub enclosing: Option<u32>,
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
    /// The place that it accesses; accesses to one address in one block share it.
    pub place: Arc<Place>,
    /// The number of bytes accessed from there on.
    pub length: Arc<Affine>,
}

/// A location in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address that the offset starts from: not an address computation, and constant in the part.
    pub base: Base,
    /// The offset from the base, in bytes.
    pub offset: Affine,
    /// The scales of the address computations' indices in bytes, as in the code.
    pub scales: Vec<i64>,
}

/// A block of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The block.
    pub block: BlockId,
    /// The number of the innermost enclosing loop.
    pub enclosing: Option<u32>,
}

/// The affine description of a static control part, the result of a walk over its blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The loops, outer ones before inner ones; `Iterator(k)` belongs to the k-th.
    pub loops: Vec<Loop>,
    /// The conditions, except those of loop ends.
    pub conditions: Vec<Condition>,
    /// The branches assumed not taken.
    pub assumptions: Vec<Assumption>,
    /// The accesses, in the order of the walk.
    pub accesses: Vec<Access>,
    /// The blocks, in topological order.
    pub members: Vec<Member>,
    /// The conditions under which the description is exact.
    pub provisions: Vec<Provision>,
    /// The loaded values that are parameters.
    pub loads: Vec<Loaded>,
    /// The phis that count, with their values.
    pub(super) counters: Vec<(ValueId, Counter)>,
}

impl Description {
    /// The numbers of a loop and of its enclosing loops, the outermost first.
    pub fn around(&self, innermost: Option<u32>) -> Vec<u32> {
        let mut around = Vec::new();
        let mut at = innermost;
        while let Some(number) = at {
            around.push(number);
            at = self.loops[number as usize].enclosing;
        }
        around.reverse();
        around
    }

    /// Converts an expression from iteration numbers to iterator values: `i` for `start + 4*k`, `(i - start)
    /// / 4` for `k`. Expressions in bytes stay multiples of `unit`. Loops over addresses keep the iteration
    /// number; `None` if the result gets too large.
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
