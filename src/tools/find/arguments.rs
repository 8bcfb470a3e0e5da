//! The arguments of `idiom find`, as clap reads them.

use crate::console::Failure;
use crate::functions;
use clap::{Args, ValueEnum};
use ir::pipeline::ExtensionPoint;
use library::{Budget, Library};
use regex_lite::Regex;
use search::{AttemptList, MOST_FINDINGS, Pin, Request, SearchOptions};
use std::ffi::OsString;
use std::path::PathBuf;

/// The format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindingFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// Static control parts in Polly's format
    Jscop,
    /// Static control parts in the exchange format of polyhedral compilers
    Openscop,
}

/// Arguments of `idiom find`.
#[derive(Args, Clone, Debug)]
pub struct Find {
    /// An idiom to search for: NAME or NAME[N=8]; may be repeated [default: every specification of --spec
    /// that can be run as it is; without --spec every built-in idiom]
    #[arg(long, value_name = "NAME")]
    pub idiom: Vec<String>,
    /// Every idiom of a group, as `idiom list` shows them; may be repeated
    #[arg(long, value_name = "GROUP")]
    pub group: Vec<String>,
    /// A file of specifications; may be repeated
    #[arg(long, value_name = "FILE")]
    pub spec: Vec<PathBuf>,
    /// A file with a section `functions`, which says what functions without a body do; may be repeated. That
    /// of the nearest idiom.toml counts as well
    #[arg(long, value_name = "FILE")]
    pub facts: Vec<PathBuf>,
    /// The format of the findings; jscop and openscop write static control parts, and search for SCoP unless
    /// another idiom is named
    #[arg(long, value_enum, default_value = "text")]
    pub format: FindingFormat,
    /// With jscop or openscop: write each part to a file of this folder, FUNCTION___REGION.jscop or .scop,
    /// and print the names
    #[arg(long, value_name = "FOLDER")]
    pub into: Option<PathBuf>,
    /// Report the dependences that loops of static control parts carry, and the loops that are parallel,
    /// vectorisable or permutable; isl computes them, in a Python that has islpy
    #[arg(long)]
    pub dependences: bool,
    /// The Python to run for --dependences
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub python: String,
    /// Report for each function and each idiom not found there how far the search came, and what failed
    #[arg(long)]
    pub explain: bool,
    /// As --explain, and in functions with findings of an idiom also the nearest miss of a further one; for
    /// IR only
    #[arg(long, conflicts_with = "pin")]
    pub explain_beside: bool,
    /// Search only for solutions in which a variable of the specification is this value of the IR, as in
    /// s=%10, and report what fails there; may be repeated
    #[arg(long, value_name = "VARIABLE=VALUE")]
    pub pin: Vec<String>,
    /// As --explain, and beside the attempt that came furthest report up to N others: the best one for each
    /// value of a variable
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub attempts: Option<u64>,
    /// The variable of --attempts [default: the first of the specification]; without --attempts, 5 attempts
    /// are reported
    #[arg(long, value_name = "VARIABLE")]
    pub per: Option<String>,
    /// Instead of findings, print the work of the search for each idiom and constraint: how often the
    /// constraint was reached, how often it passed, and the steps that took; the counts are the same on every
    /// machine
    #[arg(long, conflicts_with_all = ["explain", "explain_beside", "pin", "attempts", "per", "at"])]
    pub profile: bool,
    /// A regular expression: only functions whose symbol name it matches somewhere are searched
    #[arg(long, value_name = "REGEX")]
    pub function: Option<Regex>,
    /// The limit of steps for each search in each function
    #[arg(long, value_name = "N", default_value_t = Budget::default().steps, value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: u64,
    /// The limit of memory for each search in each function, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Budget::default().memory / Budget::MIB, value_parser = clap::value_parser!(u64).range(1..=u64::MAX / Budget::MIB))]
    pub memory: u64,
    /// The number of findings to report for one idiom in one function; the rest are counted
    #[arg(long, value_name = "N", default_value_t = MOST_FINDINGS as u64, value_parser = clap::value_parser!(u64).range(1..))]
    pub findings: u64,
    /// Run the default pipeline and search at this extension point of it
    #[arg(long, value_name = "EP", value_parser = extension_point)]
    pub at: Option<ExtensionPoint>,
    /// The plugin to run in clang [default: beside this program]
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// Write the request to a file instead of searching; IDIOM_REQUEST passes it to the plugin in any
    /// compiler
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "profile", "explain_beside"])]
    pub request: Option<PathBuf>,
    /// LLVM IR (.ll, .bc) or C and C++ sources; `-` is IR on stdin
    #[arg(required_unless_present = "request", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub flags: Vec<OsString>,
}

impl Find {
    /// The arguments of a search by clang with the default limits.
    pub fn by_clang(idiom: Vec<String>, spec: Vec<PathBuf>, flags: Vec<OsString>) -> Find {
        Find {
            idiom,
            group: Vec::new(),
            spec,
            facts: Vec::new(),
            format: FindingFormat::Json,
            into: None,
            dependences: false,
            python: String::new(),
            explain: false,
            explain_beside: false,
            pin: Vec::new(),
            attempts: None,
            per: None,
            profile: false,
            function: None,
            budget: Budget::default().steps,
            memory: Budget::default().memory / Budget::MIB,
            findings: MOST_FINDINGS as u64,
            at: None,
            plugin: None,
            request: None,
            inputs: Vec::new(),
            flags,
        }
    }

    /// The options of the search.
    ///
    /// # Errors
    ///
    /// A pin that is malformed.
    pub fn options(&self) -> Result<SearchOptions, Failure> {
        Ok(SearchOptions {
            budget: Budget { steps: self.budget, memory: self.memory * Budget::MIB },
            most_findings: self.findings as usize,
            explain: self.explain || self.explain_beside,
            pins: Pin::parse_all(self.pin.iter().map(String::as_str)).map_err(Failure::Usage)?,
            attempts: AttemptList::of(self.per.clone(), self.attempts.map(|most| most as usize)),
        })
    }

    /// The request to the plugin in clang, for the idioms of a library.
    ///
    /// # Errors
    ///
    /// A pin that is malformed, or a file of declared facts that cannot be read.
    pub fn as_request(&self, library: &Library) -> Result<Request, Failure> {
        let functions = self.function.as_ref().map(Regex::as_str);
        let declared = functions::table(&self.facts, &self.spec)?;
        Ok(Request::new(library, self.options()?).of(functions, self.at).with_declared(declared))
    }
}

fn extension_point(text: &str) -> Result<ExtensionPoint, String> {
    ExtensionPoint::from_name(text).ok_or_else(|| {
        let valid: Vec<&str> = ExtensionPoint::ALL.iter().map(|point| point.name()).collect();
        format!("there are {}", valid.join(", "))
    })
}
