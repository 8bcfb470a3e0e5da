//! Static control parts (SCoPs): their extent, and their description by affine expressions.
//!
//! The specification `SCoP` finds the loops. This crate computes the rest: the neighbouring loops that form
//! one part with them (`reach.rs`, `loops.rs`), and loops, conditions and accesses as affine expressions
//! (`affine.rs`, `describe.rs`). It never changes the code, and refuses what is not affine: a part without a
//! description is not joined to another one.

mod affine;
mod assumptions;
mod cases;
mod counting;
mod describe;
mod description;
mod domain;
mod elimination;
mod emptiness;
mod guards;
mod known;
mod linear;
mod loads;
mod loops;
mod lower;
mod products;
mod prover;
mod provisions;
mod ranges;
mod reach;
mod reader;
mod reductions;
mod refusal;
mod scalars;
mod scop;
mod shape;
mod simplex;

pub use affine::{Affine, Factor, Factors, PiecewiseOperation};
pub use cases::Union;
pub use description::{Access, AccessKind, Assumption, Condition, Description, Loop, Relation};
pub use linear::{Conjunction, Constraint, Dimension, Linear};
pub use loads::{Loaded, MayWrite};
pub use loops::{CountedLoop, Covered, reverse_postorder};
pub use reach::{Part, may_contain, parts};
pub use refusal::{Reason, Refusal};
pub use scop::{AccessPiece, Array, Parameter, Scop, Statement, Storage, Touch};
