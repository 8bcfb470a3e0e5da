//! idiom: an LLVM pass plugin that finds idioms described in CAnDL in optimised LLVM IR, and acts on them.
//!
//! The modules, in reading order:

pub mod model;
pub mod solver;

pub mod atoms;
pub mod llvm;

pub mod candl;

pub mod library;
