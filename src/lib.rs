//! idiom: an LLVM pass plugin that finds idioms described in CAnDL in optimised LLVM IR, and acts on them.
//!
//! The modules, in reading order:

pub mod bounded;

pub mod dataflow;
pub mod model;
pub mod solver;
pub mod values;

pub mod accesses;
pub mod memory;

pub mod semantics;

pub mod atoms;

pub mod candl;
pub mod library;

pub mod rewrite;
pub mod rules;
pub mod synth;

pub mod llvm;
pub mod pictures;
pub mod polyhedral;
pub mod report;

pub mod digest;

pub mod editor;

pub mod passes;

pub mod find;
pub mod plugin;

/// The allocator of the plugin and the command.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
