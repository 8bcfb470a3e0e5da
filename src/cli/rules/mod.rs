//! `idiom rules …`: peephole rules in Alive's language.

mod arguments;
mod build;
mod cache;
mod check;
mod explain;
mod fmt;
mod prove;
mod report;
pub(super) mod solver;
mod stats;
pub(super) mod termination;
mod test;

use super::console::{Console, Failure};
use super::{Verdict, specs};
pub(super) use arguments::Rules;
use arguments::RulesCommand;
use proof::rules::diagnostic::Diagnostics;
use proof::rules::form::Rule;
use proof::rules::matching::{RuleSet, is_built};
use std::path::PathBuf;
use text::render::{render_json, render_text};
use text::sources::Sources;

pub(super) fn run(command: &RulesCommand, console: &Console) -> Result<Verdict, Failure> {
    match command {
        RulesCommand::Check(arguments) => check::run(arguments, console),
        RulesCommand::Stats(arguments) => stats::run(arguments, console),
        RulesCommand::Build(arguments) => build::run(arguments, console),
        RulesCommand::Explain(arguments) => explain::run(arguments, console),
        RulesCommand::Test(arguments) => test::run(arguments, console),
        RulesCommand::Fmt(arguments) => fmt::run(arguments, console),
        RulesCommand::Prove(arguments) => prove::run(arguments, console),
    }
}

/// Rule files that were read.
#[derive(Default)]
struct Read {
    sources: Sources,
    diagnostics: Diagnostics,
    rules: Vec<Rule>,
}

impl Read {
    fn files(paths: &[PathBuf]) -> Result<Read, Failure> {
        let mut read = Read::default();
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

    /// The rules of files without errors, ready to be matched.
    fn set(paths: &[PathBuf], console: &Console) -> Result<(Read, RuleSet), Failure> {
        let read = Read::files(paths)?;
        if read.diagnostics.has_errors() {
            console.say(&read.text(console.colour));
            return Err(Failure::Told);
        }
        let rules = RuleSet::new(read.rules.clone());
        Ok((read, rules))
    }

    fn text(&self, colour: bool) -> String {
        render_text(&self.sources, &self.diagnostics, colour)
    }

    fn json(&self) -> serde_json::Value {
        render_json(&self.sources, &self.diagnostics)
    }

    /// `file:line` of a rule.
    fn place(&self, rule: &Rule) -> (String, u32) {
        (self.sources.file(rule.span.file).name().to_owned(), self.sources.start(rule.span).line)
    }
}

/// `2 rules, 1 error`, or `no rules` where there is nothing.
fn counted(counts: &[(usize, &str, &str)]) -> String {
    let some = counts.iter().filter(|(count, ..)| *count > 0);
    let words = some.map(|(count, one, more)| format!("{count} {}", if *count == 1 { one } else { more }));
    let words = words.collect::<Vec<_>>();
    if words.is_empty() { "no rules".to_owned() } else { words.join(", ") }
}
