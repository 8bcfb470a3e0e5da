//! The meaning of instructions as bit-vector terms: value, poison bit and undefined behaviour. Of floating
//! point numbers it has what does not round.
//!
//! An instruction becomes terms once ([`execute`]), and the terms are read in two ways: as SMT-LIB 2 text for
//! a solver ([`Query`]) and by an interpreter ([`Evaluation`]). A property test holds the two against each
//! other. What an instruction means in one LLVM and not in another is in one table ([`Semantics`]). Rewrite rules are proven, and their counterexamples checked, on the same terms; nothing here knows
//! what a rule is.

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

/// The flags that the meaning of an instruction depends on, with their words, in the order in which LLVM
/// prints them.
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
