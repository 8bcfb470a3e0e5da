//! `idiom facts`: what the functions of a unit do, as far as their bodies and declarations show it.
//!
//! ```text
//! void drop(struct s *p) { if (p) free(p); }   =>   Releases drop(p)
//! ```
//!
//! As TOML, the output is a table that `--facts` reads.

use super::arguments::Find;
use super::console::{Console, Failure};
use super::find::clang::{Clang, RequestFile};
use super::find::{Kind, kind};
use super::{Verdict, functions, specs};
use clap::{Args, ValueEnum};
use facts::Table;
use library::{CheckOutcome, Library};
use report::{FunctionFact, Report};
use search::Request;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The format of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FactFormat {
    /// A line for each fact
    Text,
    /// A table for --facts, without functions that other units cannot name
    Toml,
    /// For programs
    Json,
}

/// Arguments of `idiom facts`.
#[derive(Args, Debug)]
pub struct Facts {
    /// A fact to look for; may be repeated [default: all built-in facts, and those of --spec]
    #[arg(long, value_name = "NAME")]
    pub fact: Vec<String>,
    /// A file of specifications; may be repeated
    #[arg(long, value_name = "FILE")]
    pub spec: Vec<PathBuf>,
    /// A file with a section `functions`, which says what functions without a body do; may be repeated. That
    /// of the nearest idiom.toml counts as well
    #[arg(long, value_name = "FILE")]
    pub facts: Vec<PathBuf>,
    /// The format
    #[arg(long, value_enum, default_value = "text")]
    pub format: FactFormat,
    /// The plugin to run in clang [default: beside this program]
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// LLVM IR (.ll, .bc) or C and C++ sources
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub flags: Vec<OsString>,
}

/// Runs `idiom facts`.
pub fn run(arguments: &Facts, console: &Console) -> Result<Verdict, Failure> {
    let user = specs::read_with_used(&arguments.spec)?;
    let selection = (!arguments.fact.is_empty()).then_some(arguments.fact.as_slice());
    let library = Library::of_facts(&user, selection);
    if library.has_errors() {
        let (sources, diagnostics) = (library.sources().clone(), library.diagnostics().clone());
        console.diagnose(&CheckOutcome { sources, diagnostics });
        return Err(Failure::Reported);
    }
    let known: Vec<&str> = library.facts().iter().map(|fact| fact.name()).collect();
    if let Some(none) = arguments.fact.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(Failure::Usage(format!("`{none}` is no fact; there are {}", known.join(", "))));
    }
    let find = Find::by_clang(Vec::new(), Vec::new(), Vec::new());
    let declared = functions::table(&arguments.facts, &arguments.spec)?;
    let request = Request::new(&library, find.options()?).with_declared(declared).with_facts();
    let (clang, request) = (Clang::new(arguments.plugin.as_deref())?, RequestFile::write(&request)?);
    let mut all = Vec::new();
    for input in &arguments.inputs {
        let report = match kind(input, &find)? {
            Kind::Ir => clang.find_as_it_is(input, &request)?,
            Kind::Source => clang.find(input, false, &arguments.flags, &request)?,
        };
        all.extend(wanted(report, &arguments.fact));
    }
    let text = match arguments.format {
        FactFormat::Text => all.iter().fold(String::new(), |mut text, fact| {
            let not = if fact.holds { "" } else { "not " };
            let _ = writeln!(text, "{not}{} {}", fact.fact, fact.entry());
            text
        }),
        FactFormat::Toml => table(&all).to_toml(),
        FactFormat::Json => {
            serde_json::to_string_pretty(&all).map_err(|error| Failure::Internal(error.to_string()))? + "\n"
        }
    };
    console.print(&text)?;
    Ok(Verdict::Fine)
}

/// The facts that were asked for; all if none were.
fn wanted(report: Report, names: &[String]) -> impl Iterator<Item = FunctionFact> {
    let is_wanted = |fact: &FunctionFact| names.is_empty() || names.contains(&fact.fact);
    report.facts.into_iter().filter(is_wanted)
}

/// The facts about functions that other units can name, as a table.
pub(super) fn table<'f>(facts: impl IntoIterator<Item = &'f FunctionFact>) -> Table {
    let mut table = Table::default();
    for fact in facts.into_iter().filter(|fact| !fact.local) {
        let of = if fact.holds { &mut table.holds } else { &mut table.not };
        of.entry(fact.fact.clone()).or_default().push(fact.entry());
    }
    table
}
