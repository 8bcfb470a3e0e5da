//! `idiom rules stats [--dot] FILE…`: figures of the patterns, of the decision DAG, and of a top-down
//! automaton for comparison.

use super::super::Verdict;
use super::super::console::{Console, Failure};
use super::RuleFiles;
use super::arguments::RulesStats;
use proof::rules::form::Rule;
use proof::rules::matching::{Dag, TopDown, exact_figures};

/// Runs `idiom rules stats`.
pub fn run(arguments: &RulesStats, console: &Console) -> Result<Verdict, Failure> {
    let (_, rules) = RuleFiles::set(&arguments.files, console)?;
    if arguments.like_published {
        return published(rules.rules().map(|(_, rule)| rule), console);
    }
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

/// Prints the figures by the definitions of the literature.
fn published<'a>(rules: impl Iterator<Item = &'a Rule>, console: &Console) -> Result<Verdict, Failure> {
    let Some(figures) = exact_figures(rules) else {
        return Err(Failure::Usage("the tables of these rules would be too large".to_owned()));
    };
    let sides = || figures.tables.values();
    let rows = [
        ("match sets", figures.match_sets),
        ("representer sets, of all operands", sides().flatten().sum()),
        ("cells of all tables", sides().map(|sides| sides.iter().product::<usize>()).sum()),
        ("states of the top-down automaton", figures.states),
        ("edges of it", figures.edges),
        ("rules that it can find", figures.reached),
    ];
    let mut text: String = rows.iter().map(|(name, count)| format!("{count:>8}  {name}\n")).collect();
    for (name, sides) in &figures.tables {
        let sides: Vec<String> = sides.iter().map(usize::to_string).collect();
        text += &format!("{:>8}  table of `{name}`\n", sides.join("×"));
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
