//! idiom: an LLVM pass plugin that finds idioms described in CAnDL in optimised LLVM IR, and acts on them.
//!
//! The crates below `src/` that it is made of have their names here, too, for programs that use this one.

pub use {analysis, ir, lang, library, llvm, passes, proof, report, scop, solver, text};

pub mod find;
pub mod plugin;

/// The allocator of the plugin and the command.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// The unit tests' binary is the one target that the build script's link arguments do not reach: an empty
// extern block that links LLVM.
#[cfg(test)]
include!(concat!(env!("OUT_DIR"), "/link.rs"));
