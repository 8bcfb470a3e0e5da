//! The subcommands of `idiom` that need no LLVM in their own process, one file or folder per subcommand.
//!
//! Exit codes: 0 fine; 1 a check found something; 2 wrong usage, or a bad specification or input given to
//! another command than `check`; 3 LLVM or clang could not be loaded, or an internal error. Results go to
//! stdout, everything else to stderr. LLVM is reached through child processes: the clang and opt of
//! [`own::OwnLlvm`], which the binary names.

pub mod arguments;
pub mod check;
pub mod console;
pub mod doctor;
pub mod expand;
pub mod facts;
pub mod find;
pub mod fingerprint;
pub mod fmt;
mod folders;
pub mod format;
pub mod functions;
pub mod graph;
pub mod hosts;
pub mod list;
pub mod lsp;
pub mod own;
pub mod play;
pub mod plugin;
mod project;
pub mod proving;
pub mod report;
pub mod rules;
pub mod scan;
pub mod specs;
pub mod test;
pub mod trace;

/// The result of a run without a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is left to report.
    Fine,
    /// A check found something.
    Findings,
}
