//! `idiom find --profile`: the work of the search at each constraint, over all functions of the inputs.
//!
//! ```text
//! SCoP: 5 found, 20113 steps
//!        in       out     steps  constraint
//!       112       415       415  idioms/std/loops.candl:32:3  opcode{iterator} = phi
//! ```
//!
//! The costliest constraint comes first. The numbers count steps, not time, so they are the same on every
//! machine.

use facts::{Answers, Declared, ModuleFacts};
use library::{Budget, ConstraintCounts, Idiom, Library, summed};
use llvm::own_version;
use normalise::normalised;
use report::Report;
use std::fmt::Write as _;
use tools::Verdict;
use tools::arguments::Find;
use tools::console::{Console, Failure};
use wording::View;

/// The number of characters after which a constraint's text is cut.
const MOST_TEXT: usize = 70;

/// The sums for one idiom.
#[derive(Default)]
struct Total {
    found: usize,
    steps: u64,
    counts: Vec<ConstraintCounts>,
}

pub(super) fn run(
    arguments: &Find,
    library: &Library,
    (budget, declared): (Budget, &Declared),
    console: &Console,
) -> Result<Verdict, Failure> {
    let mut totals: Vec<Total> = library.idioms().iter().map(|_| Total::default()).collect();
    for input in &arguments.inputs {
        let mut searched = Report::new(input.display().to_string(), own_version());
        let module = super::ir::read(input)?;
        let bodies = |name: &str| module.body(name);
        let facts = ModuleFacts::new(library.facts(), declared, &bodies, budget, Answers::default());
        let is_chosen = |name: &str| arguments.function.as_ref().is_none_or(|wanted| wanted.is_match(name));
        for function in module.functions().filter(|f| !f.is_declaration() && is_chosen(&f.name())) {
            searched.note_searched(&function.name(), function.level());
            let extraction = function.extract();
            let copy = normalised(&extraction.model);
            let view = View::new(&extraction.model, copy.as_ref()).with_facts(Some(&facts));
            let world = view.world();
            for (idiom, total) in library.idioms().iter().zip(&mut totals) {
                let (found, counts) = idiom.profile_in(&world, budget);
                total.found += found.solutions.len();
                total.steps += found.steps;
                total.counts = summed(counts.into_iter().chain(std::mem::take(&mut total.counts)).collect());
            }
        }
        super::searched_notes(&searched, arguments).iter().for_each(|note| console.note(note));
    }
    let tables = library.idioms().iter().zip(totals).map(|(idiom, total)| table(library, idiom, total));
    console.print(&tables.collect::<Vec<String>>().join("\n"))?;
    Ok(Verdict::Fine)
}

fn table(library: &Library, idiom: &Idiom, mut total: Total) -> String {
    let sources = library.sources();
    let mut text = format!("{}: {} found, {} steps\n", idiom.name(), total.found, total.steps);
    let _ = writeln!(text, "{:>10} {:>10} {:>10}  constraint", "in", "out", "steps");
    total.counts.sort_by_key(|counts| (u64::MAX - counts.steps - counts.entered, counts.span));
    for counts in &total.counts {
        let at = sources.start(counts.span);
        let words: Vec<&str> = sources.text(counts.span).split_whitespace().collect();
        let constraint: String = words.join(" ").chars().take(MOST_TEXT).collect();
        let place = format!("{}:{}:{}", sources.file(counts.span.file).name(), at.line, at.column);
        let (entered, passed, steps) = (counts.entered, counts.passed, counts.steps);
        let _ = writeln!(text, "{entered:>10} {passed:>10} {steps:>10}  {place}  {constraint}");
    }
    text
}
