//! Proven rewriting: the semantics of instructions, peephole rules, and rewrites that are declared in CAnDL.

pub mod rewrite;
pub mod rules;
pub mod semantics;
