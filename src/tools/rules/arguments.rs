//! The arguments of `idiom rules`, as clap reads them.

use super::solver::RLIMIT;
use crate::check::Check;
use crate::format::Format;
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Arguments of `idiom rules`.
#[derive(Args, Debug)]
pub struct Rules {
    /// The subcommand.
    #[command(subcommand)]
    pub command: RulesCommand,
}

/// Subcommands of `idiom rules`.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// Check rules: syntax, names and widths, all errors at once
    #[command(after_help = "Example:\n  idiom rules check --format json mine.opt | jq '.[].code'")]
    Check(Check),
    /// Put rules into their canonical form; comments are preserved
    #[command(after_help = "Example:\n  idiom rules fmt --check mine.opt")]
    Fmt(RulesFmt),
    /// Print the figures of the patterns and of the decision DAG
    #[command(
        after_help = "Example:\n  idiom rules stats mine.opt\n  idiom rules stats --dot mine.opt | dot -Tsvg > rules.svg"
    )]
    Stats(RulesStats),
    /// Write rules with their decision DAG and verdicts as a binary file that the plugin loads quickly
    #[command(
        after_help = "Example:\n  idiom rules build -o rules.bin mine.opt more.opt\n  IDIOM_RULES=rules.bin clang-19 -O2 -fpass-plugin=libidiom.so -c x.c\n\nThe set contains the verdicts that were known when it was built."
    )]
    Build(RulesBuild),
    /// Report for each rule the instruction that comes nearest to it, and what is missing
    #[command(
        after_help = "Example:\n  idiom rules explain --rules mine.opt x.ll\n\nPreconditions that need an analysis count as false."
    )]
    Explain(RulesExplain),
    /// Generalise an instance, the code before and after a change, to a proven rule
    #[command(after_help = "Example:
  idiom rules generalise before.ll after.ll
  idiom rules generalise alive-tv.ll
  idiom rules generalise --function mean --emit mine.opt before.c after.c -- -m32

A pair is two functions of one name in two files, the only functions of two files, or src and tgt in one file; a
suffix may follow these, as in src2 and tgt2. The exit code is 1 if the second function of a pair does not refine the
first, or if the solver does not decide the pair.")]
    Generalise(RulesGeneralise),
    /// Match each rule against code generated from its own source
    #[command(
        after_help = "Example:\n  idiom rules test mine.opt\n\nThe exit code is 1 if a rule matches no code that was tried."
    )]
    Test(RulesTest),
    /// Prove by an SMT solver that the target of each rule refines its source
    #[command(after_help = "Example:
  idiom rules prove mine.opt
  idiom rules prove --widths 1,4,8 --rlimit 30000000 mine.opt
  idiom rules prove --format json mine.opt | jq -r '.rules[] | select(.verdict != \"proven\") | .name'

The exit code is 0 if every rule is proven at all widths, and 1 otherwise. A rule that is not decided is a
warning. Verdicts are cached in $XDG_CACHE_HOME/idiom/proofs.jsonl, or below ~/.cache; verdicts of another solver, or
of a changed rule, are not used.")]
    Prove(RulesProve),
}

#[derive(Args, Debug)]
pub struct RulesFmt {
    /// Files of rules, rewritten in place
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing; list the files that are not in canonical form, and exit with 1 if there are any
    #[arg(long)]
    pub check: bool,
}

#[derive(Args, Debug)]
pub struct RulesStats {
    /// Files of rules, which form one set
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print the DAG as a graph for Graphviz instead
    #[arg(long)]
    pub dot: bool,
    /// Print the match sets, representer sets, tables and top-down automaton of the literature instead: trees
    /// in the order of operands as written, and a symbol for each combination of opcode, flags and predicate
    #[arg(long, conflicts_with = "dot")]
    pub like_published: bool,
}

#[derive(Args, Debug)]
pub struct RulesBuild {
    /// Files of rules, which form one set
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The file of verdicts to read
    #[arg(long, value_name = "FILE")]
    pub cache: Option<PathBuf>,
}

/// Arguments of `idiom rules explain`.
#[derive(Args, Debug)]
pub struct RulesExplain {
    /// A file of rules; may be repeated
    #[arg(long, required = true, value_name = "FILE")]
    pub rules: Vec<PathBuf>,
    /// Files of LLVM IR, as text or bitcode
    #[arg(required = true, value_name = "IR")]
    pub inputs: Vec<PathBuf>,
}

/// Arguments of `idiom rules generalise`.
#[derive(Args, Debug)]
pub struct RulesGeneralise {
    /// LLVM IR, or a C or C++ source: the code before the change, or both functions of each pair
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The code after the change
    #[arg(value_name = "AFTER")]
    pub after: Option<PathBuf>,
    /// The function, or the suffix of src and tgt; all pairs without it
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Also write the rules to a file
    #[arg(long, value_name = "FILE")]
    pub emit: Option<PathBuf>,
    /// The time for each pair; when it is over, the most general rule so far is printed
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,
    /// The SMT solver: z3, or a program that takes its arguments
    #[arg(long, value_name = "PROGRAM", default_value = "z3")]
    pub solver: String,
    /// The limit of the solver for each question, in z3's units of work; a million takes about a third of a
    /// second
    #[arg(long, value_name = "UNITS", default_value_t = 6_000_000, value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub rlimit: u64,
    /// The format of the rules
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Flags for clang, after the -O1 that sources are compiled with
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub flags: Vec<OsString>,
}

#[derive(Args, Debug)]
pub struct RulesTest {
    /// Files of rules, which form one set
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub struct RulesProve {
    /// Files of rules
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The widths to prove at, if a rule leaves them open
    #[arg(long, value_name = "BITS", value_delimiter = ',', default_value = "1,4,8,16,32,64", value_parser = clap::value_parser!(u32).range(1..=128))]
    pub widths: Vec<u32>,
    /// The SMT solver: z3, or a program that takes its arguments
    #[arg(long, value_name = "PROGRAM", default_value = "z3")]
    pub solver: String,
    /// The limit of the solver for each question, in z3's units of work; a million takes about a third of a
    /// second
    #[arg(long, value_name = "UNITS", default_value_t = RLIMIT, value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub rlimit: u64,
    /// The number of solvers that run at a time [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// The file of verdicts to read and extend
    #[arg(long, value_name = "FILE", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Neither read nor write a file of verdicts
    #[arg(long)]
    pub no_cache: bool,
    /// The format of the verdicts
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
