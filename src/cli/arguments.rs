//! The command line, as clap reads it.

use super::describe::{Describe, Like};
use super::model::Model;
use super::synth::Synth;
use clap::{Args, Parser, Subcommand, ValueEnum};
use regex_lite::Regex;
use std::ffi::OsString;
use std::path::PathBuf;
use tools::arguments::{
    Check, Doctor, Expand, Find, Fingerprint, Fmt, Format, List, Lsp, Play, Report, Rules, Scan, Test, Trace,
};
use tools::facts::Facts;
use tools::rules::solver::RLIMIT;

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (LLVM ", env!("IDIOM_LLVM_VERSION"), ")");

const EXIT_CODES: &str = "\
Exit codes:
  0  fine
  1  a check found something (check, fmt --check, test, doctor, prove, synth, rules, scan, report)
  2  wrong usage, or a bad specification or input
  3  LLVM or clang could not be loaded, or an internal error";

/// Finds idioms described in CAnDL in optimised LLVM IR.
#[derive(Debug, Parser)]
#[command(name = "idiom", version = VERSION, after_help = EXIT_CODES, max_term_width = 100)]
pub(super) struct Arguments {
    /// When to use colours; `auto` honours NO_COLOR
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(super) color: When,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    /// Whether a stream gets colours.
    pub(super) fn decide(self, terminal: bool, refused: bool) -> bool {
        match self {
            When::Auto => terminal && !refused,
            When::Always => true,
            When::Never => false,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check specifications: all errors at once, with the source lines
    #[command(
        after_help = "Example:\n  idiom check mine.candl\n  idiom check --format json mine.candl | jq '.[].code'"
    )]
    Check(Check),
    /// Put specifications into their canonical form
    #[command(after_help = "Example:\n  idiom fmt mine.candl\n  idiom fmt --check idioms/*.candl")]
    Fmt(Fmt),
    /// Print a specification with every include written out
    #[command(after_help = "Example:\n  idiom expand For\n  idiom expand 'SumChain[N=2]' --ascii")]
    Expand(Expand),
    /// List the built-in idioms
    #[command(after_help = "Example:\n  idiom list --all")]
    List(List),
    /// Serve editors: a language server over stdin and stdout
    #[command(after_help = "Example, Neovim 0.11 or later:
  vim.lsp.config('idiom', { cmd = { 'idiom', 'lsp' }, filetypes = { 'candl', 'c', 'cpp' } })
  vim.lsp.enable('idiom')")]
    Lsp(Lsp),
    /// Find idioms in LLVM IR, or in C and C++ sources through clang and the plugin
    #[command(after_help = "Example:
  idiom find x.ll
  idiom find --idiom For --idiom 'SumChain[N=2]' x.c -- -O3 -ffast-math
  idiom find --spec mine.candl --format json x.bc
  idiom find --explain --idiom For --function '^scale$' x.c

IR is searched as it is, or with --at at that extension point of the default pipeline. Sources are compiled by
the clang that belongs to this build, with -O2 -g and then the flags after `--`, and searched by the plugin.
JSON has one report per input, in the schema of IDIOM_REPORT.")]
    Find(Find),
    /// Print what functions do, by their bodies: release, allocate, lock, return the length of a string, …
    #[command(after_help = "Example:
  idiom facts x.c
  idiom facts --fact Releases --format toml x.c > facts.toml
  idiom facts --spec mine.candl x.ll

IR is searched as it is. Sources are compiled by the clang that belongs to this build, with -O2 -g and then the flags after `--`.
`idiom find` and `idiom scan` read a table with --facts.")]
    Facts(Facts),
    /// Find idioms in a whole project: a compilation database, folders, files
    #[command(after_help = "Example:
  idiom scan -p build
  idiom scan src --html out.html -- -Iinclude
  idiom scan -p build --baseline main-reports --fail-on new

Each unit is compiled by a clang of its own: with the flags of its command in a compilation database, or else with -O2 and the flags
after `--`. The folder of --report caches the reports: a repeated or resumed run scans only the units that have changed. The exit code
is 1 if a unit could not be scanned, or in the case that --fail-on names.")]
    Scan(Scan),
    /// Merge reports into one: text, HTML, SARIF, Markdown, JSON Lines
    #[command(after_help = "Example:
  idiom report reports
  idiom report reports --html out.html --sarif out.sarif
  idiom report reports --baseline main-reports --fail-on new --markdown -

Reports are the files that IDIOM_REPORT and `idiom find --format json` write; a folder stands for all reports below it.")]
    Report(Report),
    /// Compare the findings with the expectations in comments of the source
    #[command(after_help = "Example:
  idiom test x.c
  idiom test --spec mine.candl --llvm 19 tests/*.c
  idiom test --update x.c

A comment `// idiom: NAME` or `// no idiom: NAME`, on a line or above it, applies to a statement, loop or function. `// flags: -O2` is
a set of flags to compile with; a file may have several. Sources are compiled by every LLVM on this machine that the plugin serves. The
exit code is 1 if there is a difference.")]
    Test(Test),
    /// Report the pass of clang's pipeline after which an idiom first holds, and the pass that ended it
    #[command(after_help = "Example:
  idiom trace --idiom SumOfProducts x.c
  idiom trace --spec mine.candl --explain --function '^scale$' x.c -- -O3 -march=native
  idiom trace --idiom For --format json x.c | jq -r '.events[].pass.name'

The input is compiled by the clang that belongs to this build, with -O2 -g and then the flags after `--`. The same passes run as
without the plugin.")]
    Trace(Trace),
    /// List the LLVMs on this machine, and whether the plugin loads into each
    #[command(after_help = "Example:
  idiom doctor
  idiom doctor --format json | jq -r '.hosts[] | select(.state != \"served\") | .said'

The command examines clang and opt, with or without a version in the name, in PATH and in /usr/lib/llvm-*/bin, and
the implementations beside the plugin or in IDIOM_PLUGIN_DIR. The exit code is 1 if there is no plugin, if no LLVM is
served, or if an implementation does not load; an LLVM without an implementation is no failure.")]
    Doctor(Doctor),
    /// Apply rewrites that specifications declare to LLVM IR, or to C and C++ sources through clang
    #[command(after_help = "Example:
  idiom apply --spec mine.candl x.ll -o y.ll
  idiom apply --diff --spec mine.candl x.c -- -O3
  idiom apply --rewrite GemmByBlas x.ll

IR is rewritten as it is. Sources are compiled with -O2 and then the flags after `--`, and rewritten at the plugin's usual extension
point. Rewrites that are neither proven nor trusted are not applied: see `idiom prove`.")]
    Apply(Apply),
    /// Describe the code at a place: a specification that finds it
    #[command(after_help = "Example:
  idiom describe blur.c:5
  idiom describe --loose src/mix.c:80-91 -p build > mine.candl
  idiom describe a.c:12 --also b.c:40 --not c.c:7

The description is searched for before it is printed: at the flags of the source, and at -O1, -O2 and -Os. A comment says where it
finds the code. The exit code is 1 if no description finds it.")]
    Describe(Describe),
    /// Find all code like that at a place: describe it, and scan a project for it
    #[command(after_help = "Example:
  idiom like src/mix.c:88 -p build
  idiom like --loose src/mix.c:88 src

The description is printed to stderr, and the findings are those of `idiom scan --spec`, with its options.")]
    Like(Like),
    /// Extract the loops of a finding into a function of their own
    #[command(after_help = "Example:
  idiom extract --idiom MatrixProduct x.ll -o kernel.ll
  idiom extract --spec mine.candl --function multiply --name kernel x.ll
  idiom extract --spec root.candl --interface 'root for x' x.ll

The parameters of the new function have the names and the order of the specification's variables. The result is the whole module, with
a call in place of the loops; `llvm-extract --func=NAME` extracts the function alone.")]
    Extract(Extract),
    /// Print the model of functions that specifications see, or draw control flow, data flow and dependences
    #[command(after_help = "Example:
  idiom model x.ll
  idiom model --dot cfg --function '^dot$' x.ll
  idiom model --dot pdg --svg --idiom ScalarProduct --only-matched x.ll -o pdg.svg

The text is the output of the pass print<idiom-model>. Graphs are in DOT, the language of Graphviz; their edges are the ones that
constraints can name.")]
    Model(Model),
    /// Try specifications on sources in the browser: findings, near misses, the effect of each constraint
    #[command(after_help = "Example:
  idiom play
  idiom play x.c mine.candl

Prints the address of a page on 127.0.0.1, which contains a secret, and serves the page until Ctrl-C. The page loads nothing from
elsewhere, and only temporary files are written.")]
    Play(Play),
    /// Prove by an SMT solver that the results of rewrites refine the code that they replace
    #[command(after_help = "Example:
  idiom prove mine.candl
  idiom prove --in x.ll mine.candl
  idiom prove --format json mine.candl | jq '.rewrites[].refuted[].counterexample'

The proofs are written to FILE.proof beside each file, which the plugin reads. The exit code is 0 if each rewrite is proven or trusted,
and 1 if one is refuted, not decided or not provable.")]
    Prove(Prove),
    /// Print hashes of files of rewrites, by which your own idiom.toml enables a project's files
    #[command(after_help = "Example:\n  idiom fingerprint mine.candl")]
    Fingerprint(Fingerprint),
    /// Synthesise all minimal patterns of an operation, proven by an SMT solver
    #[command(after_help = "Example:
  idiom synth blsr
  idiom synth --list
  idiom synth goal.c:average
  idiom synth --format json btr rol | jq -r '.goals[].patterns[].text'

  idiom synth btr --emit candl,rules,ll,json -o out
  idiom synth --missed -mcpu=znver4 blsi blsr btr rotate

The exit code is 1 if a goal has no pattern, and with --missed if a spelling is missed.")]
    Synth(Synth),
    /// Check, format and prove peephole rules in Alive's language
    #[command(after_help = "Example:
  idiom rules check mine.opt
  idiom rules fmt --check mine.opt
  idiom rules prove --widths 1,4,8 mine.opt")]
    Rules(Rules),
}

#[derive(Args, Debug)]
pub(super) struct Apply {
    /// A file of specifications; may be repeated. Without --rewrite all rewrites that it declares are applied
    #[arg(long, value_name = "FILE")]
    pub(super) spec: Vec<PathBuf>,
    /// A rewrite to apply, from the files or built in, or a built-in set; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(super) rewrite: Vec<String>,
    /// Show the difference instead of the result
    #[arg(long, conflicts_with = "output")]
    pub(super) diff: bool,
    /// Write the result to this file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The plugin to load [default: beside this program]
    #[arg(long, value_name = "FILE")]
    pub(super) plugin: Option<PathBuf>,
    /// LLVM IR (.ll, .bc) or a C or C++ source
    #[arg(value_name = "INPUT")]
    pub(super) input: PathBuf,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub(super) flags: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(super) struct Extract {
    /// The specification to search for, from the files or built in
    #[arg(long, value_name = "NAME")]
    pub(super) idiom: Option<String>,
    /// A file of specifications; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(super) spec: Vec<PathBuf>,
    /// A regular expression: only functions whose symbol name it matches are searched
    #[arg(long, value_name = "REGEX")]
    pub(super) function: Option<Regex>,
    /// Extract what is calculated of values from others, `root for x`, by the names of the specification's
    /// variables, instead of loops; several are separated by commas
    #[arg(long, value_name = "RESULTS for ORIGINS", value_parser = interface)]
    pub(super) interface: Option<Interface>,
    /// The number of the loop or calculation to extract, if several are listed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) number: Option<u32>,
    /// The name of the new function [default: the name of the old one, `_`, and the name of the
    /// specification]
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Write the result to this file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// LLVM IR (.ll, .bc), or `-`
    #[arg(value_name = "INPUT")]
    pub(super) input: PathBuf,
}

/// The values between which `idiom extract` makes a function, by the names of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interface {
    /// The names of the results.
    pub(super) results: Vec<String>,
    /// The names of the origins.
    pub(super) origins: Vec<String>,
}

/// `{r}, {s} for {x}`; the braces may be left out.
fn interface(text: &str) -> Result<Interface, String> {
    let names = |part: &str| -> Vec<String> {
        let names = part.split(',').map(|name| name.trim().trim_matches(['{', '}']).to_owned());
        names.filter(|name| !name.is_empty()).collect()
    };
    let (results, origins) = text.split_once(" for ").unwrap_or_default();
    let found = Interface { results: names(results), origins: names(origins) };
    let is_name = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]".contains(c));
    match found.results.is_empty() || found.origins.is_empty() {
        false if found.results.iter().chain(&found.origins).all(is_name) => Ok(found),
        _ => Err("results and origins are wanted, such as `root for x`".to_owned()),
    }
}

#[derive(Args, Debug)]
pub(super) struct Prove {
    /// Files of specifications that declare rewrites
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// LLVM IR to search for further forms, which are proven beside the forms that the patterns list; may be
    /// repeated
    #[arg(long = "in", value_name = "IR")]
    pub(super) modules: Vec<PathBuf>,
    /// The widths to prove at, if a rewrite leaves them open
    #[arg(long, value_name = "BITS", value_delimiter = ',', default_value = "8,16,32,64", value_parser = clap::value_parser!(u32).range(1..=128))]
    pub(super) widths: Vec<u32>,
    /// The SMT solver: z3, or a program that takes its arguments
    #[arg(long, value_name = "PROGRAM", default_value = "z3")]
    pub(super) solver: String,
    /// The limit of the solver for each question, in z3's units of work; a million takes about a third of a
    /// second
    #[arg(long, value_name = "UNITS", default_value_t = RLIMIT, value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub(super) rlimit: u64,
    /// The LLVMs in which a rewrite must be correct [default: all that are supported]
    #[arg(long, value_name = "VERSION", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(16..=99))]
    pub(super) llvm: Vec<u32>,
    /// The format of the verdicts
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        use clap::CommandFactory as _;
        Arguments::command().debug_assert();
    }

    #[test]
    fn colours_by_request_terminal_and_environment() {
        assert!(
            When::Auto.decide(true, false)
                && !When::Auto.decide(true, true)
                && !When::Auto.decide(false, false)
        );
        assert!(When::Always.decide(false, true) && !When::Never.decide(true, false));
    }
}
