//! Static control parts, once found: how far they reach, and what they do, in affine expressions.
//!
//! The specification `SCoP` finds the loops. What a solution leaves open is computed here: which neighbours are one part
//! with it (`reach.rs`, `loops.rs`), and its loops, conditions and accesses as affine expressions (`affine.rs`, `describe.rs`). All of it only
//! reads, and what it cannot express it refuses: a part that has no description is not joined to another.

mod affine;
mod describe;
mod loops;
mod reach;

pub use affine::{Affine, Factor, Factors, Piece};
pub use describe::{Access, AccessKind, Condition, Description, Loop, Place, Relation};
pub use loops::{CountedLoop, Covered, reverse_postorder};
pub use reach::{Part, parts};
