//! The arguments of `idiom trace`, as clap reads them.

use clap::{Args, ValueEnum};
use regex_lite::Regex;
use std::ffi::OsString;
use std::path::PathBuf;

/// The arguments of `idiom trace`.
#[derive(Args, Debug)]
pub struct Trace {
    /// An idiom to search for: NAME or NAME[N=8]; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(super) idiom: Vec<String>,
    /// A file of specifications; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(super) spec: Vec<PathBuf>,
    /// The format of the trace
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: TraceFormat,
    /// Report for each function in which an idiom is never found its nearest miss, and after which pass
    #[arg(long)]
    pub(super) explain: bool,
    /// Write the function's IR with each step (with --format json)
    #[arg(long)]
    pub(super) ir: bool,
    /// A regular expression: only functions whose symbol name it matches somewhere are searched
    #[arg(long, value_name = "REGEX")]
    pub(super) function: Option<Regex>,
    /// The limit of steps for each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) budget: Option<u64>,
    /// The plugin to run in clang [default: beside this program]
    #[arg(long, value_name = "FILE")]
    pub(super) plugin: Option<PathBuf>,
    /// A C or C++ source, or LLVM IR (.ll, .bc)
    #[arg(value_name = "INPUT")]
    pub(super) input: PathBuf,
    /// Flags for clang, after -O2
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub(super) flags: Vec<OsString>,
}

/// The format of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TraceFormat {
    /// For people
    Text,
    /// For programs
    Json,
}
