//! The arguments of `idiom synth`.

use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tools::format::Format;
use tools::rules::solver::RLIMIT;

/// The default limit of nodes that a search of one size visits.
const NODES: u64 = 200_000_000;

/// The default limit of patterns that a search of one size retains.
const PATTERNS: usize = 20_000;

/// A kind of file to write for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Emit {
    /// GOAL.candl: a specification that finds every form
    Candl,
    /// GOAL.opt: peephole rules that replace the other spellings by the shortest one
    Rules,
    /// GOAL.ll: a function for each spelling
    Ll,
    /// GOAL.json: what --format json prints, with the forms
    Json,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct Synth {
    /// Goals to synthesise: names of the table, or FILE:FUNCTION with a loop-free function of LLVM IR or a C
    /// or C++ source
    #[arg(value_name = "GOAL", required_unless_present_any = ["list", "all"])]
    pub(super) goals: Vec<String>,
    /// List the goals of the table
    #[arg(long)]
    pub(super) list: bool,
    /// Synthesise every goal of the table
    #[arg(long, conflicts_with = "goals")]
    pub(super) all: bool,
    /// The limit of operations of a pattern, not counting memory accesses
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=7))]
    pub(super) size: u64,
    /// The number of further sizes, after the smallest one, for which patterns are listed as well, up to
    /// --size [default: 0, and 2 with --missed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=6))]
    pub(super) beyond: Option<u64>,
    /// Operations to add, of: const not minus add sub and or eor mul mulhu mulhs shl shr shrs cmpu cmps mux,
    /// and in words of twice the width, up to 32 bits: wadd pair wshl wshr wgt low high, or wide for all
    /// these
    #[arg(long, value_name = "OP", value_delimiter = ',')]
    pub(super) with: Vec<String>,
    /// Operations to leave out
    #[arg(long, value_name = "OP", value_delimiter = ',')]
    pub(super) without: Vec<String>,
    /// The limit of programs that the search of one size tries; a size that exceeds it has no result
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) budget: u64,
    /// The limit of patterns that the search of one size retains
    #[arg(long, value_name = "N", default_value_t = PATTERNS)]
    pub(super) patterns: usize,
    /// The number of search threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// The SMT solver: z3, or a program that takes its arguments
    #[arg(long, value_name = "PROGRAM", default_value = "z3")]
    pub(super) solver: String,
    /// The limit of the solver for each question, in z3's units of work; a million takes about a third of a
    /// second [default: 15000000, and 3000000 with --missed]
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub(super) rlimit: Option<u64>,
    /// The kinds of files to write for each goal; they contain the forms that -O2 of the LLVMs on this
    /// machine leaves
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    pub(super) emit: Vec<Emit>,
    /// The folder for the files of --emit [default: the working directory]
    #[arg(short, long, value_name = "FOLDER", requires = "emit")]
    pub(super) output: Option<PathBuf>,
    /// Instead of patterns, list the spellings that are compiled to longer code than the best one
    #[arg(long, conflicts_with = "emit")]
    pub(super) missed: bool,
    /// The processor of --missed, by clang's name: `-mcpu=znver4`
    #[arg(short = 'm', value_name = "cpu=NAME", default_value = "cpu=native", value_parser = processor)]
    pub(super) processor: String,
    /// The format of the patterns
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
    /// Flags for clang, after the -O1 that sources are compiled with
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub(super) flags: Vec<OsString>,
}

/// The limit of the solver for a question with `--missed`, which proves hundreds of codes.
const RLIMIT_MISSED: u64 = 3_000_000;

impl Synth {
    /// The limit of the solver for each question.
    pub(super) fn rlimit(&self) -> u64 {
        self.rlimit.unwrap_or(if self.missed { RLIMIT_MISSED } else { RLIMIT })
    }

    /// The processor's name.
    pub(super) fn processor(&self) -> &str {
        &self.processor
    }
}

fn processor(text: &str) -> Result<String, String> {
    match text.strip_prefix("cpu=") {
        Some(name) if !name.is_empty() => Ok(name.to_owned()),
        _ => Err("it is written -mcpu=NAME".to_owned()),
    }
}
