//! The reasons why loops have no polyhedral description, and the responsible instructions.

use ir::ValueId;
use std::fmt;

/// A reason why loops have no description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Control flow is not that of nested loops and branches.
    Flow,
    /// The loop does not count from an affine value to another one.
    Loop,
    /// The condition of a branch is not affine.
    Condition,
    /// A call, or another instruction that touches memory, unwinds or may not return.
    Effect,
    /// An access is volatile or atomic.
    Volatile,
    /// An address or a length is not affine.
    Access,
    /// A write may change the value loaded for a parameter.
    Written,
    /// There are too many cases.
    Cases,
    /// Wrapping around cannot be excluded.
    WrapsAround,
    /// There are too many exceptions.
    Exceptions,
    /// No dimension of the array explains a product of an iterator and a parameter.
    Shape,
    /// The description would hold only if nothing runs.
    HoldsNever,
    /// The budget did not suffice to compute the exceptions.
    Work,
    /// Loops are nested too deep.
    TooDeep,
    /// The search for the largest part visited too many blocks.
    TooLarge,
}

/// A reason, and the instruction that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The access, branch or call; for a loop, the branch at its end.
    pub at: ValueId,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Flow => "control flow that leaves the loops, or goes back otherwise than by them",
            Reason::Loop => "a loop that does not count from an affine value to an affine bound",
            Reason::Condition => "a condition that is not affine",
            Reason::Effect => "an instruction that touches other memory, unwinds or may not return",
            Reason::Volatile => "a volatile or atomic access",
            Reason::Access => "an access whose address or length is not affine",
            Reason::Written => "a write that may change what is loaded as if it were the same in each round",
            Reason::Cases => "an expression that falls into too many cases",
            Reason::WrapsAround => "a sum that no condition on parameters keeps from wrapping around",
            Reason::Exceptions => "too many exceptions",
            Reason::Shape => {
                "a product of an iterator and a parameter that no dimension of the array explains"
            }
            Reason::HoldsNever => {
                "a sum that always wraps around, or a subscript that always leaves its dimension"
            }
            Reason::Work => "exceptions that were not computed, as that takes too many steps",
            Reason::TooDeep => "more than 32 loops in each other",
            Reason::TooLarge => "too many blocks",
        })
    }
}
