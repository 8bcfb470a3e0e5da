//! The command line of the subcommands in this crate, as clap reads it.

pub use crate::check::Check;
pub use crate::find::arguments::{Find, FindingFormat};
pub use crate::format::Format;
pub use crate::lsp::Lsp;
pub use crate::play::Play;
pub use crate::rules::{Rules, RulesCommand};
pub use crate::trace::arguments::Trace;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The findings that make a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// If there is a finding that the baseline lacks
    New,
    /// If there is a finding
    Any,
    /// Never
    Never,
}

/// Arguments of the subcommands that write digests.
#[derive(Args, Clone, Debug)]
pub struct Outputs {
    /// Write one self-contained HTML file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write SARIF 2.1.0; `-` is stdout, here and below
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write Markdown for a pull request
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Write JSON Lines, one finding per line
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Reports to compare with, files or folders: each finding is then new, unchanged or gone; may be
    /// repeated
    #[arg(long, value_name = "REPORTS")]
    pub baseline: Vec<PathBuf>,
    /// The samples of a profiler: a file of `perf record`, or of lines `COUNT;FILE:LINE`. Findings are sorted by
    /// their shares
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// The case in which to exit with 1
    #[arg(long, value_enum, default_value = "never", value_name = "WHEN")]
    pub fail_on: FailOn,
    /// The folder that relative names of source files start from [default: the working directory]
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<PathBuf>,
    /// The number of findings that the text shows for each idiom
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub most: usize,
    /// Draw the N most worthwhile findings of `idiom scan` in the page of --html, by Graphviz
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, requires = "html")]
    pub pictures: usize,
}

/// Arguments of `idiom report`.
#[derive(Args, Debug)]
pub struct Report {
    /// Files to write, and the reports to compare with.
    #[command(flatten)]
    pub outputs: Outputs,
    /// Reports, or folders of them
    #[arg(required = true, value_name = "REPORTS")]
    pub reports: Vec<PathBuf>,
}

/// Arguments of `idiom scan`.
#[derive(Args, Clone, Debug)]
pub struct Scan {
    /// A compilation database, or a folder with a compile_commands.json; may be repeated [default: the one here or
    /// in `build`, if nothing is named]
    #[arg(short = 'p', long, value_name = "PATH")]
    pub database: Vec<PathBuf>,
    /// The folder for the reports
    #[arg(long, value_name = "FOLDER", default_value = "idiom-reports")]
    pub report: PathBuf,
    /// A file with a section `functions`, which says what functions without a body do; may be repeated. That
    /// of the nearest idiom.toml counts as well
    #[arg(long, value_name = "FILE")]
    pub facts: Vec<PathBuf>,
    /// An idiom to search for: NAME or NAME[N=8]; may be repeated [default: those of the group
    /// `act`, which are worth acting on]
    #[arg(long, value_name = "NAME")]
    pub idiom: Vec<String>,
    /// Every idiom of a group, as `idiom list` shows them; may be repeated
    #[arg(long, value_name = "GROUP")]
    pub group: Vec<String>,
    /// A file of specifications; may be repeated
    #[arg(long, value_name = "FILE")]
    pub spec: Vec<PathBuf>,
    /// Report for each function and each idiom not found there how far the search came
    #[arg(long)]
    pub explain: bool,
    /// The number of units to scan at a time [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// The limit of address space for one unit, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8192, value_parser = clap::value_parser!(u64).range(64..=1 << 40))]
    pub memory: u64,
    /// The time limit for one unit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// The plugin to run in clang [default: beside this program]
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// Report only what is new since this commit: units that the change touches are scanned there, too
    #[arg(long, value_name = "COMMIT", conflicts_with = "baseline")]
    pub since: Option<String>,
    /// Edit the sources where an idiom describes an edit that makes its finding go away, and the source has
    /// exactly the expected text
    #[arg(long)]
    pub fix: bool,
    /// Print the edits of --fix as a diff instead of the findings, and change nothing
    #[arg(long, requires = "fix")]
    pub dry_run: bool,
    /// Files to write, and the reports to compare with.
    #[command(flatten)]
    pub outputs: Outputs,
    /// C and C++ sources, folders of them, or `@FILE` with a name on each line
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub flags: Vec<OsString>,
}

/// Arguments of `idiom fingerprint`.
#[derive(Args, Debug)]
pub struct Fingerprint {
    /// Files of specifications that declare rewrites
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Arguments of `idiom doctor`.
#[derive(Args, Debug)]
pub struct Doctor {
    /// The plugin to examine [default: the one for all LLVMs that was built or installed with this program]
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// The format of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Arguments of `idiom fmt`.
#[derive(Args, Debug)]
pub struct Fmt {
    /// Files of specifications, rewritten in place; `-` reads stdin and writes stdout
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing; list the files that are not in canonical form, and exit with 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Spell operators in ASCII: and, or, in, !=, phi
    #[arg(long)]
    pub ascii: bool,
}

/// Arguments of `idiom expand`.
#[derive(Args, Debug)]
pub struct Expand {
    /// The specification: NAME, or NAME[N=8] with values for its index parameters
    #[arg(value_name = "NAME")]
    pub name: String,
    /// A file of specifications; may be repeated
    #[arg(long, value_name = "FILE")]
    pub spec: Vec<PathBuf>,
    /// Spell operators in ASCII
    #[arg(long)]
    pub ascii: bool,
}

/// Arguments of `idiom list`.
#[derive(Args, Debug)]
pub struct List {
    /// List only the idioms of this group; may be repeated
    #[arg(long, value_name = "GROUP")]
    pub group: Vec<String>,
    /// List the building blocks as well
    #[arg(long)]
    pub all: bool,
    /// List how much findings matter, and what to do about them; `?` where a reader has to judge
    #[arg(long)]
    pub advice: bool,
}

/// Arguments of `idiom test`.
#[derive(Args, Debug)]
pub struct Test {
    /// A file of specifications; may be repeated. Files under test name further ones by `// spec: FILE`,
    /// relative to their own folder
    #[arg(long, value_name = "FILE")]
    pub spec: Vec<PathBuf>,
    /// Test with this LLVM only, by its number; may be repeated
    #[arg(long, value_name = "N")]
    pub llvm: Vec<u32>,
    /// Rewrite the comments so that they expect the findings
    #[arg(long)]
    pub update: bool,
    /// Report for each expected idiom that is not found how far the search came there, and what failed
    #[arg(long)]
    pub explain: bool,
    /// The plugin to run in clang and opt [default: beside this program]
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// C and C++ sources and textual LLVM IR (.ll)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for clang, added to each set of a file
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub flags: Vec<OsString>,
}
