//! `idiom rules check FILE…`: checks syntax, names and widths, and finds rules that undo each other or that
//! match the same code.

use proof::rules::conflicts;
use proof::rules::matching::RuleSet;
use text::diagnostic::Severity;
use tools::Verdict;
use tools::check::Check;
use tools::console::{Console, Failure};
use tools::format::Format;
use tools::rules::{RuleFiles, counted};

pub(super) fn run(arguments: &Check, console: &Console) -> Result<Verdict, Failure> {
    let mut read = RuleFiles::files(&arguments.files)?;
    if let Some(problem) = super::termination::check(&read.rules, &mut read.diagnostics) {
        console.note(&problem);
    }
    conflicts::report(&RuleSet::new(read.rules.clone()), &mut read.diagnostics);
    let count = |severity| read.diagnostics.iter().filter(|d| d.severity() == severity).count();
    match arguments.format {
        Format::Text => {
            console.print(&read.text(console.colour))?;
            let counts = [
                (read.rules.len(), "rule", "rules"),
                (count(Severity::Error), "error", "errors"),
                (count(Severity::Warning), "warning", "warnings"),
            ];
            console.eprint(&(counted(&counts) + "\n"));
        }
        Format::Json => console.print(&format!("{:#}\n", read.json()))?,
    }
    Ok(if read.diagnostics.has_errors() { Verdict::Findings } else { Verdict::Fine })
}
