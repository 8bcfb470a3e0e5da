//! `idiom rules …`: peephole rules in Alive's language.

mod arguments;
pub mod build;
mod cache;
pub mod fmt;
pub mod prove;
mod report;
pub mod solver;
pub mod stats;
pub mod test;

use crate::console::{Console, Failure};
use crate::specs;
pub use arguments::{Rules, RulesCommand, RulesExplain, RulesGeneralise};
use proof::rules::diagnostic::Diagnostics;
use proof::rules::form::Rule;
use proof::rules::matching::{RuleSet, is_built};
pub use report::describe as counterexample_text;
use std::path::PathBuf;
use text::render::{render_json, render_text};
use text::sources::Sources;

/// Rule files with their rules and diagnostics.
#[derive(Default)]
pub struct RuleFiles {
    /// The files.
    pub sources: Sources,
    /// Errors and warnings of all files.
    pub diagnostics: Diagnostics,
    /// The rules without errors.
    pub rules: Vec<Rule>,
}

impl RuleFiles {
    /// Reads rule files.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or that is a built set.
    pub fn files(paths: &[PathBuf]) -> Result<RuleFiles, Failure> {
        let mut read = RuleFiles::default();
        for (name, bytes) in specs::read(paths)? {
            if is_built(&bytes) {
                return Err(Failure::Usage(format!(
                    "{name} is a built set; name the files that it was built of"
                )));
            }
            let file = read.sources.add_bytes(name, bytes);
            read.rules.extend(proof::rules::read(&read.sources, file, &mut read.diagnostics));
        }
        Ok(read)
    }

    /// Reads rule files, and prepares their rules for matching. Errors in the files are reported and end the
    /// run.
    pub fn set(paths: &[PathBuf], console: &Console) -> Result<(RuleFiles, RuleSet), Failure> {
        let read = RuleFiles::files(paths)?;
        if read.diagnostics.has_errors() {
            console.eprint(&read.text(console.colour));
            return Err(Failure::Reported);
        }
        let rules = RuleSet::new(read.rules.clone());
        Ok((read, rules))
    }

    /// The diagnostics with their source lines, coloured if requested.
    pub fn text(&self, colour: bool) -> String {
        render_text(&self.sources, &self.diagnostics, colour)
    }

    /// The diagnostics as JSON.
    pub fn json(&self) -> serde_json::Value {
        render_json(&self.sources, &self.diagnostics)
    }

    /// `file:line` of a rule.
    pub fn place(&self, rule: &Rule) -> (String, u32) {
        (self.sources.file(rule.span.file).name().to_owned(), self.sources.start(rule.span).line)
    }
}

/// `2 rules, 1 error`, or `no rules` if all counts are 0.
pub fn counted(counts: &[(usize, &str, &str)]) -> String {
    let some = counts.iter().filter(|(count, ..)| *count > 0);
    let words = some.map(|(count, one, more)| format!("{count} {}", if *count == 1 { one } else { more }));
    let words = words.collect::<Vec<_>>();
    if words.is_empty() { "no rules".to_owned() } else { words.join(", ") }
}
