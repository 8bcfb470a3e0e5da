//! idiom for programs in Rust: idioms described in CAnDL, found in optimised LLVM IR.
//!
//! The crate re-exports the crates below `src/` that programs in Rust need.

pub use {analysis, find, ir, lang, library, llvm, passes, proof, report, scop, solver, text};
