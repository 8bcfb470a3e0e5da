//! idiom for programs in Rust: idioms described in CAnDL, found in optimised LLVM IR.
//!
//! The crates below `src/` that it is made of have their names here, too, for programs that use this one.

pub use {analysis, find, ir, lang, library, llvm, passes, proof, report, scop, solver, text};
