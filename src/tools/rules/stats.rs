//! `idiom rules stats [--dot] FILE…`: figures of the patterns, of the decision DAG, and of a top-down
//! automaton for comparison.

use super::super::Verdict;
use super::super::console::{Console, Failure};
use super::RuleFiles;
use super::arguments::RulesStats;
use proof::rules::matching::{Dag, TopDown};

/// Runs `idiom rules stats`.
pub fn run(arguments: &RulesStats, console: &Console) -> Result<Verdict, Failure> {
    let (_, rules) = RuleFiles::set(&arguments.files, console)?;
    let dag = Dag::new(&rules);
    if arguments.dot {
        console.print(&dag.dot(&rules))?;
        return Ok(Verdict::Fine);
    }
    let figures = dag.figures();
    let tests: u32 = rules.variants().map(|(_, variant)| rules.tests(variant.rule)).sum();
    let mut rows = vec![
        ("rules", rules.rules().count()),
        ("orders of operands", rules.variants().count()),
        ("patterns", rules.patterns().len()),
        ("tests of a linear scan", tests as usize),
        ("nodes of the DAG", figures.nodes),
        ("edges", figures.edges),
        ("leaves", figures.leaves),
        ("most questions on a path", figures.depth),
        ("most candidates at a leaf", figures.widest),
    ];
    rows.extend(
        dag.kinds()
            .into_iter()
            .filter(|(kind, _)| *kind != "leaf")
            .map(|(kind, count)| (question(kind), count)),
    );
    if let Some(automaton) = TopDown::new(&rules) {
        rows.push(("states of a top-down automaton, which misses matches", automaton.states()));
        rows.push(("edges of it", automaton.edges()));
    }
    let mut text = String::new();
    for (name, count) in rows {
        text += &format!("{count:>8}  {name}\n");
    }
    for symbol in &figures.scanned {
        text += &format!("the rules for `{}` are scanned: their DAG would be too large\n", symbol.word());
    }
    console.print(&text)?;
    Ok(Verdict::Fine)
}

fn question(kind: &'static str) -> &'static str {
    match kind {
        "symbol" => "questions for an opcode",
        "predicate" => "questions for a predicate",
        "flag" => "questions for a flag",
        "number" => "questions for a number",
        _ => "linear scans",
    }
}
