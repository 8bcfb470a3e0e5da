//! The passes, one a file, and the table of all passes.
//!
//! A pass reads a function and returns hits and an edit plan, without side effects. Its caller carries out
//! the plan and reports the hits.

mod accesses;
mod applied;
mod apply;
mod detect;
mod factorize;
pub mod registry;
mod regroup;
mod settings;
mod sqrt_of_square;
mod target;
mod vector_products;
#[cfg(test)]
mod without_llvm_test;

pub use accesses::accesses;
pub use applied::Applied;
pub use apply::candidates;
pub use settings::{Run, Settings};
