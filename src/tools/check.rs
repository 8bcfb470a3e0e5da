//! `idiom check FILE…`: the diagnostics of specifications.
//!
//! The output is text in rustc's style, or a JSON array with the same content. Warnings and notes do not
//! count as errors.

use super::console::{Console, Failure};
use super::format::Format;
use super::{Verdict, specs};
use clap::Args;
use library::{CheckOutcome, check};
use std::path::PathBuf;
use text::diagnostic::Severity;

/// Arguments of `idiom check`.
#[derive(Args, Debug)]
pub struct Check {
    /// Files of specifications, checked together; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format of the diagnostics
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Runs `idiom check`.
pub fn run(arguments: &Check, console: &Console) -> Result<Verdict, Failure> {
    let outcome = check(&specs::read_with_used(&arguments.files)?);
    match arguments.format {
        Format::Text => {
            console.print(&outcome.render(console.colour))?;
            console.eprint(&summary(&outcome));
        }
        Format::Json => console.print(&format!("{:#}\n", outcome.json()))?,
    }
    Ok(if outcome.diagnostics.has_errors() { Verdict::Findings } else { Verdict::Fine })
}

/// `2 errors, 1 warning`; empty if there are none.
fn summary(outcome: &CheckOutcome) -> String {
    let count = |severity| outcome.diagnostics.iter().filter(|d| d.severity() == severity).count();
    let counted = [Severity::Error, Severity::Warning].map(|severity| (count(severity), severity.as_str()));
    let parts = counted.iter().filter(|(n, _)| *n > 0);
    let parts: Vec<String> =
        parts.map(|(n, word)| format!("{n} {word}{}", if *n == 1 { "" } else { "s" })).collect();
    if parts.is_empty() { String::new() } else { format!("{}\n", parts.join(", ")) }
}
