//! `idiom trace INPUT`: behind which pass of clang's pipeline an idiom first holds, and which pass ended it.
//!
//! In: a source or IR, flags, and specifications. Out: the trace that the plugin writes in that clang, as a table or as JSON.

mod text;

use super::Verdict;
use super::arguments::Find;
use super::console::{Console, Failure};
use super::find::clang::Clang;
use super::find::{library, source_kind};
use clap::{Args, ValueEnum};
use regex_lite::Regex;
use std::ffi::OsString;
use std::path::PathBuf;

/// The arguments of `idiom trace`.
#[derive(Args, Debug)]
pub(super) struct Trace {
    /// What to look for: NAME or NAME[N=8]; may be repeated
    #[arg(long, value_name = "NAME")]
    idiom: Vec<String>,
    /// A file of specifications; may be repeated
    #[arg(long, value_name = "FILE")]
    spec: Vec<PathBuf>,
    /// How the trace is written
    #[arg(long, value_enum, default_value = "text")]
    format: TraceFormat,
    /// Say of each function in which an idiom is never found how near it came, and behind which pass
    #[arg(long)]
    explain: bool,
    /// A regular expression: only functions whose symbol name it matches somewhere are searched
    #[arg(long, value_name = "REGEX")]
    function: Option<Regex>,
    /// Steps that each search may take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget: Option<u64>,
    /// The plugin to run in clang [default: beside this program]
    #[arg(long, value_name = "FILE")]
    plugin: Option<PathBuf>,
    /// A C or C++ source, or LLVM IR (.ll, .bc)
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// Flags for clang, behind -O2
    #[arg(last = true, value_name = "CLANG FLAGS")]
    flags: Vec<OsString>,
}

/// How a trace is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TraceFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

pub(super) fn run(arguments: &Trace, console: &Console) -> Result<Verdict, Failure> {
    if arguments.idiom.is_empty() && arguments.spec.is_empty() {
        let which = "name a specification by --idiom, or its file by --spec";
        return Err(Failure::Usage(which.to_owned()));
    }
    let search = search(arguments);
    // Errors of specifications are told before clang runs.
    library(&search, console)?;
    let is_ir = source_kind(&arguments.input, &search)?;
    let trace = Clang::new(&search)?.trace(&arguments.input, is_ir, &search)?;
    match arguments.format {
        TraceFormat::Json => console.print(&trace.to_json())?,
        TraceFormat::Text => console.print(&text::write(&trace, arguments.explain))?,
    }
    Ok(Verdict::Fine)
}

/// The search that is done behind each pass.
fn search(arguments: &Trace) -> Find {
    let plain = Find::by_clang(arguments.idiom.clone(), arguments.spec.clone(), arguments.flags.clone());
    let budget = arguments.budget.unwrap_or(plain.budget);
    let (function, plugin) = (arguments.function.clone(), arguments.plugin.clone());
    Find { explain: arguments.explain, function, plugin, budget, ..plain }
}
