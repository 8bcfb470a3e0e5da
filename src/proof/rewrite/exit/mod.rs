//! Exit values of loops: a value that a loop computes and that is used behind it is replaced by code before
//! the loop.
//!
//! In: a solution of a rewrite `gives exit value {c} = popcount({x})`. Out: the exit value as an expression
//! of the inputs, unrolled round by round, or the reason why it must stay.
//!
//! ```text
//! do { x &= x - 1; c++ } while (x)      =>      x1 = x & x - 1; c1 = c + 1; x2 = x1 & x1 - 1; c2 = c1 + 1; …
//!                                               x1 == 0 ? c1 : x2 == 0 ? c2 : … : any
//! ```
//!
//! The loop itself stays, so that nothing is decided about its termination. None of its values is used any
//! more, and LLVM removes it. The value after more rounds than were unrolled is an unknown input, so that no
//! proof holds for a loop that may run longer. If a branch before the loop skips it, the expression is poison
//! (`unroll.rs`).

mod guards;
mod samples;
mod shape;
mod unroll;

pub use samples::sampled_difference;
pub use shape::UnrolledLoop;
pub(super) use unroll::read_exit_values;
