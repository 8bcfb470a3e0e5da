//! `idiom rules …`: peephole rules in Alive's language.

mod cache;
mod check;
mod fmt;
mod prove;
mod report;
pub(super) mod solver;
mod termination;

use super::arguments::RulesCommand;
use super::console::{Console, Failure};
use super::{Verdict, specs};
use idiom::candl::render::{render_json, render_text};
use idiom::candl::sources::Sources;
use idiom::rules::diagnostic::Diagnostics;
use idiom::rules::form::Rule;
use std::path::PathBuf;

pub(super) fn run(command: &RulesCommand, console: &Console) -> Result<Verdict, Failure> {
    match command {
        RulesCommand::Check(arguments) => check::run(arguments, console),
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
            let file = read.sources.add_bytes(name, bytes);
            read.rules.extend(idiom::rules::read(&read.sources, file, &mut read.diagnostics));
        }
        Ok(read)
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

/// `2 errors`; nothing where there is nothing.
fn counted(counts: &[(usize, &str, &str)]) -> String {
    let some = counts.iter().filter(|(count, ..)| *count > 0);
    let words = some.map(|(count, one, more)| format!("{count} {}", if *count == 1 { one } else { more }));
    words.collect::<Vec<_>>().join(", ")
}
