//! The arguments of `idiom rules`, as clap reads them.

use crate::cli::check::Check;
use crate::cli::format::Format;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(in crate::cli) struct Rules {
    #[command(subcommand)]
    pub(in crate::cli) command: RulesCommand,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum RulesCommand {
    /// Check rules: syntax, names and widths, all errors at once
    #[command(after_help = "Example:\n  idiom rules check --format json mine.opt | jq '.[].code'")]
    Check(Check),
    /// Put rules into their canonical form; comments stay
    #[command(after_help = "Example:\n  idiom rules fmt --check mine.opt")]
    Fmt(RulesFmt),
    /// Print the figures of the patterns and of the decision DAG
    #[command(
        after_help = "Example:\n  idiom rules stats mine.opt\n  idiom rules stats --dot mine.opt | dot -Tsvg > rules.svg"
    )]
    Stats(RulesStats),
    /// Write rules with their decision DAG and verdicts as bytes that the plugin reads at once
    #[command(
        after_help = "Example:\n  idiom rules build -o rules.bin mine.opt more.opt\n  IDIOM_RULES=rules.bin clang-19 -O2 -fpass-plugin=libidiom.so -c x.c\n\nThe set has the verdicts that were known when it was built."
    )]
    Build(RulesBuild),
    /// Say for each rule which instruction comes nearest to it, and what is missing
    #[command(
        after_help = "Example:\n  idiom rules explain --rules mine.opt x.ll\n\nPreconditions that an analysis answers are taken not to hold."
    )]
    Explain(RulesExplain),
    /// Match each rule against code made from its own source
    #[command(
        after_help = "Example:\n  idiom rules test mine.opt\n\nThe exit code is 1 when a rule is matched by no code that was tried."
    )]
    Test(RulesTest),
    /// Prove by an SMT solver that the target of each rule refines its source
    #[command(after_help = "Example:
  idiom rules prove mine.opt
  idiom rules prove --widths 1,4,8 --timeout 10 mine.opt
  idiom rules prove --format json mine.opt | jq -r '.rules[] | select(.verdict != \"proven\") | .name'

The exit code is 1 when a rule is refuted at some width. A rule that is not decided is a warning. Verdicts are kept in
$XDG_CACHE_HOME/idiom/proofs.jsonl, or ~/.cache; those of another solver, or of a changed rule, are not used.")]
    Prove(RulesProve),
}

#[derive(Args, Debug)]
pub(in crate::cli) struct RulesFmt {
    /// Files of rules, rewritten in place
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Change nothing; name the files that are not in canonical form, and exit with 1 if there are any
    #[arg(long)]
    pub(in crate::cli) check: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct RulesStats {
    /// Files of rules, which make one set
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Print the DAG as a graph for Graphviz instead
    #[arg(long)]
    pub(in crate::cli) dot: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct RulesBuild {
    /// Files of rules, which make one set
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub(in crate::cli) output: PathBuf,
    /// Take the verdicts from this file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) cache: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct RulesExplain {
    /// A file of rules; may be given several times
    #[arg(long, required = true, value_name = "FILE")]
    pub(in crate::cli) rules: Vec<PathBuf>,
    /// Files of LLVM IR, as text or bitcode
    #[arg(required = true, value_name = "IR")]
    pub(in crate::cli) inputs: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct RulesTest {
    /// Files of rules, which make one set
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct RulesProve {
    /// Files of rules
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// The widths to prove at, where a rule leaves them open
    #[arg(long, value_name = "BITS", value_delimiter = ',', default_value = "1,4,8,16,32,64", value_parser = clap::value_parser!(u32).range(1..=128))]
    pub(in crate::cli) widths: Vec<u32>,
    /// The SMT solver: z3, or a program that takes its arguments
    #[arg(long, value_name = "PROGRAM", default_value = "z3")]
    pub(in crate::cli) solver: String,
    /// Seconds that the solver has for each question
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(in crate::cli) timeout: u64,
    /// How many solvers run at a time [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(in crate::cli) jobs: Option<usize>,
    /// Keep verdicts in this file
    #[arg(long, value_name = "FILE", conflicts_with = "no_cache")]
    pub(in crate::cli) cache: Option<PathBuf>,
    /// Neither use nor keep verdicts
    #[arg(long)]
    pub(in crate::cli) no_cache: bool,
    /// How verdicts are written
    #[arg(long, value_enum, default_value = "text")]
    pub(in crate::cli) format: Format,
}
