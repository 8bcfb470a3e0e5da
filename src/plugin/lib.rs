//! The plugin: entry point, registration, options, and telling what was found.
//!
//! In reading order: [`entry`] is what the host loads and refuses a host of another LLVM; `pipeline`
//! registers names and extension points from the table of passes; `settings` is the environment,
//! `configuration` the file `idiom.toml`; `run` is the work behind each pass object, `rules` that of
//! `idiom-rules`; `session` collects findings and writes reports; `tell` makes remarks and log lines of them;
//! `proofs` reads the proofs beside files of rewrites; `sightings` and `named` warn of rewrites that were
//! found and applied nowhere; `trace` watches a pipeline pass by pass; `c_api` is for other code in the
//! process; `stderr` is for what the host's diagnostics cannot say.

pub mod c_api;
mod configuration;
pub mod entry;
mod loaded;
mod named;
mod parameters;
mod pipeline;
mod proofs;
mod rules;
mod run;
mod session;
mod settings;
mod sightings;
mod stderr;
mod tell;
mod trace;

/// The allocator of the plugin.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// An extern block that links LLVM, for the unit tests.
#[cfg(test)]
include!(concat!(env!("OUT_DIR"), "/link.rs"));
