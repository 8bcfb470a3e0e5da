//! The part of an edit plan about loops on several threads.
//!
//! In: a loop that sums up. Out: where it begins and ends, what a round adds to its counters, and the sum,
//! of which each thread computes a part.

use super::Operand;
use crate::ids::ValueId;

/// A loop whose rounds are divided among threads if a condition holds.
///
/// The blocks of the loop stay for all other cases: inside of another parallel region, for instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParallelLoop {
    /// The terminator of the only block outside the loop that leads to it.
    pub entry: ValueId,
    /// The first instruction of the loop.
    pub header: ValueId,
    /// The only terminator with an edge out of the loop: a conditional branch.
    pub latch: ValueId,
    /// The first instruction of each of its blocks.
    pub blocks: Vec<ValueId>,
    /// The condition under which threads run it.
    pub condition: Operand,
    /// How rounds are given to threads.
    pub schedule: Schedule,
    /// The number of rounds, 64 bits wide, from 1 to 2^31 - 1 if the condition holds.
    pub rounds: Operand,
    /// The phis of the header that step, with what each round adds: 64 bits, in bytes for pointers.
    pub steps: Vec<(ValueId, Operand)>,
    /// The phis that rounds combine.
    pub reductions: Vec<ThreadReduction>,
    /// All other phis of the header: each holds a value that the round before computed from stepping phis
    /// and from memory that no round writes.
    pub lagging: Vec<ValueId>,
    /// The values of stepping phis that are used after the loop.
    pub last: Vec<LastStep>,
    /// The values that rounds replace.
    pub choices: Vec<ThreadChoice>,
    /// The arrays of which each thread has a copy.
    pub private: Vec<PrivateArray>,
    /// The indices whose least and greatest value the rounds are asked for before they run.
    pub ranges: Vec<IndexRange>,
    /// The accesses by such indices, and the memory that none of them may touch.
    pub apart: Vec<(usize, RangeLimit)>,
}

/// How rounds are given to threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Schedule {
    /// Each gets one part of consecutive rounds, before the first one runs.
    #[default]
    Static = 0,
    /// Each gets a short part whenever it is free.
    Dynamic = 1,
    /// The same, in parts that become shorter towards the end.
    Guided = 2,
}

impl Schedule {
    /// All of them.
    pub const ALL: [Schedule; 3] = [Schedule::Static, Schedule::Dynamic, Schedule::Guided];

    /// The word for it in a rewrite, as in OpenMP.
    pub fn word(self) -> &'static str {
        match self {
            Schedule::Static => "static",
            Schedule::Dynamic => "dynamic",
            Schedule::Guided => "guided",
        }
    }
}

/// An index that a loop computes, of an element at `base + factor * index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexRange {
    /// The index, an integer.
    pub index: ValueId,
    /// Whether it is extended as a signed number.
    pub is_signed: bool,
    /// The address at index 0.
    pub base: Operand,
    /// The bytes from index to index.
    pub factor: i64,
    /// The bytes of an element.
    pub size: u32,
}

/// Memory that the elements of an [`IndexRange`] may not touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeLimit {
    /// The address as a number, and the bytes from there on.
    Memory(Operand, Operand),
    /// The elements of another range.
    Range(usize),
}

/// A value that is combined from round to round, of which each thread computes a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadReduction {
    /// The phi of the loop's header.
    pub phi: ValueId,
    /// The value that it has in the next round.
    pub next: ValueId,
    /// The values from the phi to the next one, which nothing else in the loop uses.
    pub members: Vec<ValueId>,
    /// The operation.
    pub by: Combining,
}

/// Values that some rounds replace, all at the same time, and none computes with: of all threads the last
/// one that does counts, or the one whose first value is better than that of all threads before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadChoice {
    /// The values; the one that is compared comes first.
    pub values: Vec<ChosenValue>,
    /// How a value must compare with another one to replace it.
    pub better: Option<Better>,
    /// The value whose choices between its phi and the next value say whether a thread has replaced it.
    pub flagged: usize,
    /// All values of a round that depend on the phis, these included.
    pub members: Vec<ValueId>,
}

/// A value that rounds replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenValue {
    /// The phi of the loop's header; `None` if each round replaces it.
    pub phi: Option<ValueId>,
    /// The value in the next round, or behind the loop.
    pub next: ValueId,
}

/// The comparison of a value with the one that it replaces: of signed or unsigned integers, or of numbers
/// none of which is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Better {
    SLess = 1,
    SLessEqual = 2,
    SGreater = 3,
    SGreaterEqual = 4,
    ULess = 5,
    ULessEqual = 6,
    UGreater = 7,
    UGreaterEqual = 8,
    FLess = 9,
    FLessEqual = 10,
    FGreater = 11,
    FGreaterEqual = 12,
}

impl Better {
    /// The word for it in a rewrite.
    pub fn word(self) -> &'static str {
        use Better::{FLess, FLessEqual, SLess, SLessEqual, ULess, ULessEqual};
        match self {
            SLess | SLessEqual | ULess | ULessEqual | FLess | FLessEqual => "min",
            _ => "max",
        }
    }

    /// The comparison for exchanged operands.
    pub fn swapped(self) -> Better {
        use Better::*;
        match self {
            SLess => SGreater,
            SLessEqual => SGreaterEqual,
            SGreater => SLess,
            SGreaterEqual => SLessEqual,
            ULess => UGreater,
            ULessEqual => UGreaterEqual,
            UGreater => ULess,
            UGreaterEqual => ULessEqual,
            FLess => FGreater,
            FLessEqual => FGreaterEqual,
            FGreater => FLess,
            FGreaterEqual => FLessEqual,
        }
    }

    /// The comparison that also holds of equal values.
    pub fn or_equal(self) -> Better {
        use Better::*;
        match self {
            SLess | SLessEqual => SLessEqual,
            SGreater | SGreaterEqual => SGreaterEqual,
            ULess | ULessEqual => ULessEqual,
            UGreater | UGreaterEqual => UGreaterEqual,
            FLess | FLessEqual => FLessEqual,
            FGreater | FGreaterEqual => FGreaterEqual,
        }
    }
}

/// A value of a stepping phi that is used after the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastStep {
    /// The value: the phi, or what it is in the next round.
    pub value: ValueId,
    /// The index of the phi in [`ParallelLoop::steps`].
    pub step: usize,
    /// Whether it is the value of the next round.
    pub is_next: bool,
}

/// An array that the rounds update, of which each thread has a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateArray {
    /// The address of its first element.
    pub first: Operand,
    /// The number of elements, 64 bits wide.
    pub elements: Operand,
    /// The ranges of its indices, by their places in [`ParallelLoop::ranges`]; if there are any, they say
    /// the first element and the number, at most [`PrivateArray::elements`].
    pub ranges: Vec<usize>,
    /// The loads and stores that go to the copy.
    pub accesses: Vec<ValueId>,
    /// The updates between them.
    pub updates: Vec<ValueId>,
    /// A value of the type of the elements.
    pub like: ValueId,
    /// The use of the copies.
    pub copies: Copies,
}

/// The use of the copies of an array behind the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// Their elements are combined with those of the array.
    Combined(Combining),
    /// Their elements are numbers of updates, and those of the array go as far towards a limit.
    Counted(Limit),
    /// The elements of the thread with the last round are those of the array.
    Last,
    /// Nothing reads them.
    Dropped,
}

impl Copies {
    /// The operation that combines the copies with each other.
    pub fn combining(self) -> Option<Combining> {
        match self {
            Copies::Combined(by) => Some(by),
            Copies::Counted(_) => Some(Combining::UAddSat),
            Copies::Last | Copies::Dropped => None,
        }
    }

    /// The word for it in a rewrite.
    pub fn word(self) -> &'static str {
        self.combining().map_or("last", Combining::word)
    }
}

/// The limit of elements that updates increase by 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The comparison of an element with the limit.
    pub comparison: ValueId,
    /// Whether an element is increased where the comparison holds.
    pub holds: bool,
    /// The elements that are increased.
    pub below: Below,
    /// An operand of the comparison: the limit, or the number before it.
    pub of: ValueId,
    /// Whether the limit is one more than that operand.
    pub is_next: bool,
}

/// The elements that an update with a limit increases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Below {
    /// All but the limit itself.
    Other = 0,
    /// Signed numbers that are less.
    Signed = 1,
    /// Unsigned numbers that are less.
    Unsigned = 2,
}

/// An operation that combines the parts of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Combining {
    /// A sum of integers.
    Add = 0,
    /// A product of integers.
    Mul = 1,
    /// The bits that all have.
    And = 2,
    /// The bits that any has.
    Or = 3,
    /// The bits that an odd number has.
    Xor = 4,
    /// The least signed integer.
    SMin = 5,
    /// The greatest signed integer.
    SMax = 6,
    /// The least unsigned integer.
    UMin = 7,
    /// The greatest unsigned integer.
    UMax = 8,
    /// A sum of floating-point numbers.
    FAdd = 9,
    /// A product of floating-point numbers.
    FMul = 10,
    /// The least floating-point number.
    FMin = 11,
    /// The greatest floating-point number.
    FMax = 12,
    /// A sum of unsigned integers, at most the greatest one.
    UAddSat = 13,
}

impl Combining {
    /// The word for it in a rewrite.
    pub fn word(self) -> &'static str {
        match self {
            Combining::Add | Combining::FAdd | Combining::UAddSat => "+",
            Combining::Mul | Combining::FMul => "*",
            Combining::And => "&",
            Combining::Or => "|",
            Combining::Xor => "^",
            Combining::SMin | Combining::UMin | Combining::FMin => "min",
            Combining::SMax | Combining::UMax | Combining::FMax => "max",
        }
    }

    /// Whether the result depends on the order in which numbers are combined.
    pub fn depends_on_order(self) -> bool {
        matches!(self, Combining::FAdd | Combining::FMul)
    }
}
