//! `idiom rules explain --rules FILE… CODE…`: for each rule the instruction that comes nearest to it, and
//! the condition that it fails.

use ir::ValueId;
use llvm::{BoundExtraction, Module};
use proof::rules::matching::{ModelSubject, NearMiss, NoFacts, RuleSet, near_misses};
use tools::Verdict;
use tools::console::{Console, Failure};
use tools::rules::{RuleFiles, RulesExplain};

pub(super) fn run(arguments: &RulesExplain, console: &Console) -> Result<Verdict, Failure> {
    let (read, rules) = RuleFiles::set(&arguments.rules, console)?;
    let mut is_reported = vec![false; rules.rules().count()];
    for path in &arguments.inputs {
        let module = Module::read(path).map_err(|error| Failure::Usage(error.to_string()))?;
        for function in module.functions().filter(|function| !function.is_declaration()) {
            let extraction = function.extract();
            let subject = ModelSubject::new(&extraction.model);
            let all = near_misses(&rules, &subject, extraction.model.instructions(), &NoFacts);
            for near in all {
                is_reported[near.rule.index()] = true;
                console.print(&line(&read, &rules, &function.name(), &extraction, &near))?;
            }
        }
    }
    for (_, rule) in rules.rules().filter(|(id, _)| !is_reported[id.index()]) {
        let (file, at) = read.place(rule);
        console.eprint(&format!("{file}:{at}: {} lacks more than one thing everywhere\n", rule.title()));
    }
    Ok(Verdict::Fine)
}

fn line(
    read: &RuleFiles,
    rules: &RuleSet,
    function: &str,
    extraction: &BoundExtraction,
    near: &NearMiss<ValueId>,
) -> String {
    let rule = rules.rule(near.rule);
    let (file, at) = read.place(rule);
    let root = extraction.describe(near.root);
    let title = if rule.name.is_empty() { "a rule" } else { &rule.name };
    let lack = near.lack.describe(|value| extraction.describe(value));
    format!("{file}:{at}: {title}: {lack} in {function}: {root}\n")
}
