//! The plugin: entry point, registration, options, and reports of findings.
//!
//! In reading order: [`entry`] is the symbol that the host loads; it refuses a host of another LLVM.
//! `pipeline` registers names and extension points from the table of passes. `settings` reads the
//! environment, `configuration` the file `idiom.toml`. `run` does the work behind each pass object, `rules`
//! that of `idiom-rules`. `session` collects findings and writes reports; `reporting` turns them into remarks
//! and log lines. `proofs` reads the proofs beside files of rewrites; `sightings` and `named` warn of
//! rewrites that were found and applied nowhere. `trace` watches a pipeline pass by pass; `c_api` serves
//! other code in the process; `stderr` writes lines that the host's diagnostics cannot carry.

pub mod c_api;
mod configuration;
pub mod entry;
mod loaded;
mod named;
mod parameters;
mod pipeline;
mod proofs;
mod reporting;
mod rules;
mod run;
mod session;
mod settings;
mod sightings;
mod stderr;
mod trace;
mod values;

/// The allocator of the plugin.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// An extern block that links LLVM, for the unit tests.
#[cfg(test)]
include!(concat!(env!("OUT_DIR"), "/link.rs"));
