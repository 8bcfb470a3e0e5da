//! The files of a goal: a specification, rules, a module to test them on, JSON.

use super::arguments::{Emit, Synth};
use super::rules;
use super::survive::{optimisers, surviving};
use lang::candl::printer::Spelling;
use report::write_whole;
use serde_json::json;
use std::path::Path;
use synth::emit::{candl, module, spellings};
use synth::goal::Goal;
use synth::{Outcome, written};
use tools::console::{Console, Failure};
use tools::fmt::formatted;

/// A specification in the form that `idiom fmt` writes.
fn in_canonical_form(description: &str) -> Result<String, Failure> {
    let bytes = description.as_bytes().to_vec();
    formatted("synth", bytes, Spelling::Unicode)
        .map_err(|_| Failure::Internal("the description cannot be formatted".to_owned()))
}

/// The command that writes the description of a goal.
fn command(goal: &Goal, arguments: &Synth) -> String {
    let own = |name: &&String| goal.is_function() && name.rsplit(':').next() == Some(goal.name.as_str());
    let name = arguments.goals.iter().find(own).unwrap_or(&goal.name);
    let mut command = format!("idiom synth {name} --emit candl");
    for (option, operations) in [("--with", &arguments.with), ("--without", &arguments.without)] {
        if !operations.is_empty() {
            command += &format!(" {option} {}", operations.join(","));
        }
    }
    command
}

/// Writes the requested files of each goal that has patterns.
pub(super) fn write(outcomes: &[Outcome], arguments: &Synth, console: &Console) -> Result<(), Failure> {
    let folder = arguments.output.as_deref().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Usage(format!("cannot make {}: {error}", folder.display())))?;
    let optimisers = optimisers();
    for outcome in outcomes {
        let goal = &outcome.goal;
        let spellings = spellings(outcome);
        let Some(best) = spellings.first() else {
            console.note(&format!(
                "nothing is written for {}: {}",
                goal.name,
                if outcome.patterns.is_empty() {
                    "it has no pattern"
                } else {
                    "no pattern of it has an operation"
                }
            ));
            continue;
        };
        let put = |extension: &str, text: &str| {
            let path = folder.join(format!("{}.{extension}", goal.name));
            write_whole(&path, text)
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
        };
        let forms = surviving(outcome, &spellings, &optimisers)?;
        let command = command(goal, arguments);
        let (description, unwritten) = candl(outcome, &forms, &command);
        for kind in &arguments.emit {
            match kind {
                Emit::Candl => match &description {
                    Some(description) => put("candl", &in_canonical_form(description)?)?,
                    None => console.note(&format!(
                        "no description is written for {}: the language has no word for any form of it",
                        goal.name
                    )),
                },
                Emit::Ll => put("ll", &module(outcome, &spellings, false))?,
                Emit::Rules if goal.access.is_some() => {
                    console.note(&format!(
                        "no rules are written for {}: the language of rules has no memory",
                        goal.name
                    ));
                }
                Emit::Rules => {
                    let proven = rules::proven(spellings.iter().map(|one| (goal, one)), best, arguments)?;
                    if proven.left_out > 0 {
                        console.note(&format!(
                            "{}: {} of {} rules are left out, which do not hold for undef or poison, undo themselves, or cannot be written",
                            goal.name,
                            proven.left_out,
                            proven.left_out + proven.rules.len()
                        ));
                    }
                    put("opt", &proven.rules.join("\n"))?;
                }
                Emit::Json => {
                    let forms: Vec<_> = forms
                        .iter()
                        .map(|form| {
                            let width = goal.emitted_width();
                            let text = form.form.candl(&goal.inputs, width, goal.widths.len() > 1);
                            json!({ "pattern": text, "optimised": form.plain, "other_uses": form.shared })
                        })
                        .collect();
                    let mut record = written::record(outcome);
                    record["forms"] = forms.into();
                    put("json", &format!("{record:#}\n"))?;
                }
            }
        }
        if !unwritten.is_empty() {
            console.note(&format!(
                "{}: {} forms are not in the description: the language has no word for a part of them, or for a constant at every width",
                goal.name,
                unwritten.len()
            ));
        }
    }
    Ok(())
}
