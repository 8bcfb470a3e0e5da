//! `idiom rules explain --rules FILE… CODE…`: for each rule the instruction that comes nearest to it, and what it lacks.

use super::super::Verdict;
use super::super::arguments::RulesExplain;
use super::super::console::{Console, Failure};
use super::Read;
use idiom::llvm::{BoundExtraction, Module};
use idiom::model::{Flags, ValueId};
use idiom::rules::matching::{Lack, ModelSubject, NearMiss, NoFacts, RuleSet, Symbol, near_misses};

pub(super) fn run(arguments: &RulesExplain, console: &Console) -> Result<Verdict, Failure> {
    let (read, rules) = Read::set(&arguments.rules, console)?;
    for path in &arguments.inputs {
        let module = Module::read(path).map_err(|error| Failure::Usage(error.to_string()))?;
        for function in module.functions().filter(|function| !function.is_declaration()) {
            let extraction = function.extract();
            let subject = ModelSubject::new(&extraction.model);
            let all = near_misses(&rules, &subject, extraction.model.instructions(), &NoFacts);
            for near in all {
                console.print(&line(&read, &rules, &function.name(), &extraction, &near))?;
            }
        }
    }
    Ok(Verdict::Fine)
}

fn line(
    read: &Read,
    rules: &RuleSet,
    function: &str,
    extraction: &BoundExtraction,
    near: &NearMiss<ValueId>,
) -> String {
    let rule = rules.rule(near.rule);
    let (file, at) = read.place(rule);
    let root = extraction.describe(near.root);
    let title = if rule.name.is_empty() { "a rule" } else { &rule.name };
    format!("{file}:{at}: {title}: {} in {function}: {root}\n", told(extraction, near.lack))
}

/// The lack in words, before `in FUNCTION`.
fn told(extraction: &BoundExtraction, lack: Lack<ValueId>) -> String {
    let value = |value| extraction.describe(value);
    match lack {
        Lack::Nothing => "matches".to_owned(),
        Lack::Symbol(at, Symbol::Constant) => format!("`{}` is no known integer", value(at)),
        Lack::Symbol(at, symbol) => format!("`{}` is no `{}`", value(at), symbol.word()),
        Lack::Predicate(at, predicate) => {
            format!("`{}` does not ask `{}`", value(at), format!("{predicate:?}").to_lowercase())
        }
        Lack::Flag(at, flag) => format!("`{}` has no `{}`", value(at), flag.lacking_in(Flags::NONE)),
        Lack::Literal(at, literal) => format!("`{}` is not {literal}", value(at)),
        Lack::Repeat => "what the rule repeats are several values".to_owned(),
        Lack::Widths => "other widths, or another constant than the rule computes".to_owned(),
        Lack::Precondition => "the precondition does not hold, or constants alone do not show it".to_owned(),
    }
}
