//! Values that a loop computes and that are used behind it: what is given for them is computed before it.
//!
//! In: a solution of a rewrite `gives exit value {c} = popcount({x})`. Out: the value as an expression of
//! what is known before the loop, its rounds one behind the other; or why it must stay.
//!
//! ```text
//! do { x &= x - 1; c++ } while (x)      =>      x1 = x & x - 1; c1 = c + 1; x2 = x1 & x1 - 1; c2 = c1 + 1; …
//!                                               x1 == 0 ? c1 : x2 == 0 ? c2 : … : any
//! ```
//!
//! The loop stays as it is, so that whether it ends is not decided here; nothing of it is used any more, and
//! LLVM removes it. What would be used if it ran longer than was written down is a value that nothing is
//! known of, hence no proof holds of a loop that may. Where a branch before the loop keeps it from running,
//! the expression is poison (`unroll.rs`).

mod guards;
mod samples;
mod shape;
mod unroll;

pub use samples::sampled_difference;
pub use shape::UnrolledLoop;
pub(super) use unroll::read_exit_values;
