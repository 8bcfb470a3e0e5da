//! Rewriting with a proof: the meaning of instructions, peephole rules, and rewrites that are declared in
//! CAnDL.

pub mod rewrite;
pub mod rules;
pub mod semantics;
