//! Outcomes for people, and as JSON.

use super::goal::{Access, Goal};
use super::{Outcome, Proven};
use serde_json::{Value, json};

/// The table of goals, a line each.
pub fn list(goals: &[Goal]) -> String {
    let width = goals.iter().map(|goal| goal.name.len()).max().unwrap_or(0);
    goals.iter().map(|goal| format!("{:width$}  {}\n", goal.name, goal.about)).collect()
}

/// A paragraph about a goal.
pub fn paragraph(outcome: &Outcome) -> String {
    let Outcome { goal, patterns, .. } = outcome;
    let mut text = match outcome.size() {
        Some(size) => {
            let widths: Vec<String> = goal.widths.iter().map(u32::to_string).collect();
            format!(
                "{}: {} of {}, proven at {} bits\n",
                goal.name,
                counted(patterns.len(), "pattern"),
                match outcome.largest_size() {
                    Some(largest) if largest > size => format!("{size} to {largest} operations"),
                    _ => counted(size, "operation"),
                },
                widths.join(", ")
            )
        }
        None => format!("{}: no pattern\n", goal.name),
    };
    for proven in patterns {
        text += &format!("  {}", in_full(goal, proven));
        if !proven.undecided.is_empty() {
            let widths: Vec<String> = proven.undecided.iter().map(u32::to_string).collect();
            text += &format!("  (the solver did not answer at {} bits)", widths.join(", "));
        }
        text += "\n";
    }
    text + &omissions(outcome)
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The bounds that were met, and what they mean.
fn omissions(outcome: &Outcome) -> String {
    let mut text = String::new();
    for searched in &outcome.searched {
        if !searched.is_complete {
            text += &format!(
                "  size {} was given up: it has more than {} nodes, or too many patterns; --budget and --patterns raise the bounds\n",
                searched.size, searched.nodes
            );
        }
    }
    if !outcome.unsought.is_empty() {
        let sizes: Vec<String> = outcome.unsought.iter().map(usize::to_string).collect();
        text += &format!(
            "  constants beside the dictionary were not all sought at size {}; --budget raises the bound\n",
            sizes.join(", ")
        );
    }
    if outcome.lacks_samples {
        text += "  there are too few sample inputs; the list may lack patterns\n";
    }
    if outcome.patterns.is_empty()
        && outcome.is_complete()
        && let Some(last) = outcome.searched.last()
    {
        text += &format!("  none up to size {}; --size goes further\n", last.size);
    }
    text
}

/// A pattern with its access to memory.
pub(super) fn in_full(goal: &Goal, proven: &Proven) -> String {
    let (Some(access), [address, value]) = (goal.access, proven.texts.as_slice()) else {
        return proven.texts.join(", ");
    };
    let place = if goal.inputs.contains(address) { format!("*{address}") } else { format!("*({address})") };
    match access {
        Access::Load if value == "loaded" => place,
        Access::Load => format!("loaded = {place}; {value}"),
        Access::Store => format!("{place} = {value}"),
        Access::Modify => format!("loaded = {place}; {place} = {value}"),
    }
}

/// An outcome as JSON.
pub fn record(outcome: &Outcome) -> Value {
    let Outcome { goal, patterns, searched, refuted, .. } = outcome;
    let patterns: Vec<Value> = patterns
        .iter()
        .map(|proven| {
            json!({
                "text": in_full(goal, proven), "size": proven.pattern.steps.len() + goal.accesses(), "results": proven.texts, "undecided": proven.undecided,
                "instructions": proven.codes.iter().map(|code| code.len()).min(),
            })
        })
        .collect();
    let searched: Vec<Value> = searched
        .iter()
        .map(|size| json!({ "size": size.size, "nodes": size.nodes, "complete": size.is_complete }))
        .collect();
    json!({
        "goal": goal.name, "about": goal.about, "inputs": goal.inputs, "widths": goal.widths,
        "operations": goal.operations.iter().map(|kind| kind.row().name).collect::<Vec<_>>(),
        "size": outcome.size(), "complete": outcome.is_complete(), "patterns": patterns,
        "searched": searched, "unsought": outcome.unsought, "refuted": refuted,
    })
}
