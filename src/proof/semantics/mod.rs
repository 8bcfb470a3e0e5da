//! The semantics of instructions as bit-vector terms: value, poison bit and undefined behaviour. Floating
//! point operations are covered if they do not round.
//!
//! An instruction becomes terms once ([`execute`]). The terms have two readers: SMT-LIB 2 text for a solver
//! ([`Query`]) and an interpreter ([`Evaluation`]), which a property test compares. One table lists the
//! differences between versions of LLVM ([`Semantics`]). Proofs of rules and checks of their counterexamples
//! use the same terms; this module does not know rules.

mod arithmetic;
mod evaluate;
mod float;
mod functions;
mod instruction;
mod query;
mod random;
mod retained;
mod solver;
mod substitute;
mod term;
mod value;
mod versions;

#[cfg(test)]
mod float_test;
#[cfg(test)]
mod tests;

use ir::Flags;

pub(crate) use arithmetic::binary as folded;
pub use evaluate::Evaluation;
pub use float::{FloatOperation, OpenChoices};
pub use instruction::{Execution, Intrinsic, Operation, execute};
pub use query::Query;
pub use random::next_random;
pub use retained::{Computed, Retained, is_used_beside};
pub use solver::{Answer, Memoised, Solver, SolverError};
pub use term::{Binary, Cast, MAX_WIDTH, TermId, Terms, Unary};
pub use value::Value;
pub use versions::{OpenSigns, SUPPORTED, Semantics, Versions};

/// The flags that affect the semantics, with their words in the order of LLVM's printer.
pub const FLAGS: &[(&str, Flags)] = &[
    ("nuw", Flags::NUW),
    ("nsw", Flags::NSW),
    ("exact", Flags::EXACT),
    ("disjoint", Flags::DISJOINT),
    ("nneg", Flags::NNEG),
    ("samesign", Flags::SAMESIGN),
    ("nnan", Flags::NNAN),
    ("ninf", Flags::NINF),
    ("nsz", Flags::NSZ),
];
