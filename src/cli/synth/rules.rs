//! Peephole rules of a goal, each proven before it is written.

use super::arguments::Synth;
use crate::cli::rules::termination;
use proof::rules::diagnostic::Diagnostics;
use proof::rules::prove::{Verdict, prove};
use proof::rules::widths::typings;
use proof::semantics::SolverError;
use synth::emit::{Spelling, rule};
use synth::goal::Goal;
use text::sources::Sources;
use tools::console::Failure;
use tools::rules::solver::Process;

/// The rules that are proven and terminate, and the number of others and of those that cannot be written.
pub(super) struct Proven {
    pub(super) rules: Vec<String>,
    pub(super) left_out: usize,
}

/// Proves that each source is refined by the target, undef and poison included, at all widths of its goal.
pub(super) fn proven<'a>(
    sources: impl Iterator<Item = (&'a Goal, &'a Spelling)>,
    target: &Spelling,
    arguments: &Synth,
) -> Result<Proven, Failure> {
    let unusable = |error: SolverError| Failure::Usage(error.to_string());
    let mut solver = Process::new(&arguments.solver, arguments.rlimit()).map_err(unusable)?;
    let mut all = Proven { rules: Vec::new(), left_out: 0 };
    let mut number = 0;
    for (goal, source) in sources.filter(|(_, source)| source.code != target.code) {
        number += 1;
        let name = format!("{} {number}: {} is {}", goal.name, source.text, target.text);
        let text = rule(&name, goal, &source.code, &target.code);
        let holds = match &text {
            Some(text) => holds(text, goal, &mut solver).map_err(unusable)?,
            None => false,
        };
        match text.filter(|_| holds) {
            Some(text) => all.rules.push(text),
            None => all.left_out += 1,
        }
    }
    Ok(all)
}

fn holds(text: &str, goal: &Goal, solver: &mut Process) -> Result<bool, SolverError> {
    let mut sources = Sources::new();
    let file = sources.add_bytes("synth".to_owned(), text.as_bytes().to_vec());
    let mut diagnostics = Diagnostics::new();
    let rules = proof::rules::read(&sources, file, &mut diagnostics);
    let [rule] = rules.as_slice() else { return Ok(false) };
    let all = typings(rule, &goal.widths, &goal.widths);
    for typing in &all {
        // The verdict for every LLVM must be a proof.
        if prove(rule, typing, solver)?.iter().any(|(_, verdict)| *verdict != Verdict::Proven) {
            return Ok(false);
        }
    }
    // A rule from a spelling to itself with its inputs exchanged would apply for ever.
    termination::check(&rules, &mut diagnostics);
    Ok(!all.is_empty() && diagnostics.is_empty())
}
