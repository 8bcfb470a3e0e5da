//! `idiom check FILE…`: diagnostics only.
//!
//! Text for people, as rustc writes it, or a JSON array of the same. Warnings and notes are no errors.

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
    /// Files of specifications; they see each other. `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How diagnostics are written
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Runs `idiom check`.
pub fn run(arguments: &Check, console: &Console) -> Result<Verdict, Failure> {
    let told = check(&specs::read_with_used(&arguments.files)?);
    match arguments.format {
        Format::Text => {
            console.print(&told.render(console.colour))?;
            console.say(&summary(&told));
        }
        Format::Json => console.print(&format!("{:#}\n", told.json()))?,
    }
    Ok(if told.diagnostics.has_errors() { Verdict::Findings } else { Verdict::Fine })
}

/// `2 errors, 1 warning`; nothing where there is nothing.
fn summary(told: &CheckOutcome) -> String {
    let count = |severity| told.diagnostics.iter().filter(|d| d.severity() == severity).count();
    let counted = [Severity::Error, Severity::Warning].map(|severity| (count(severity), severity.as_str()));
    let parts = counted.iter().filter(|(n, _)| *n > 0);
    let parts: Vec<String> =
        parts.map(|(n, word)| format!("{n} {word}{}", if *n == 1 { "" } else { "s" })).collect();
    if parts.is_empty() { String::new() } else { format!("{}\n", parts.join(", ")) }
}
