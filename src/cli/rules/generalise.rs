//! `idiom rules generalise BEFORE AFTER`: from pairs of functions to proven rules that find them.

use super::super::synth::source::module;
use ir::{Model, Opcode, ValueId};
use llvm::{FunctionRef, Module};
use proof::rules::applying::{ActiveRules, Host, round};
use proof::rules::diagnostic::{Code, Diagnostic, Diagnostics};
use proof::rules::generalise::{GeneralRule, Outcome, PeepholeInstance, generalise};
use proof::rules::matching::LinearScan;
use proof::rules::verdicts::Verdicts;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use text::render::render_text;
use text::sources::Sources;
use tools::Verdict;
use tools::console::{Console, Failure};
use tools::format::Format;
use tools::rules::solver::Process;
use tools::rules::{RulesGeneralise, counterexample_text};

/// A pair of functions with the name of their rule.
struct Pair<'a> {
    name: String,
    before: FunctionRef<'a>,
    after: FunctionRef<'a>,
}

pub(super) fn run(arguments: &RulesGeneralise, console: &Console) -> Result<Verdict, Failure> {
    let before = module(&arguments.before, &arguments.flags)?;
    let after = match &arguments.after {
        Some(path) => Some(module(path, &arguments.flags)?),
        None => None,
    };
    let pairs = pairs(arguments, &before, after.as_ref())?;
    let mut verdict = Verdict::Fine;
    let (mut text, mut records) = (String::new(), Vec::new());
    for pair in &pairs {
        let begin = Instant::now();
        let found = match of_pair(pair, arguments, console) {
            // Of several pairs, one that cannot be read is reported beside the others.
            Err(Failure::Usage(why)) if pairs.len() > 1 => {
                console.note(&why);
                Err("not read")
            }
            other => other?,
        };
        let seconds = (begin.elapsed().as_secs_f64() * 10.0).round() / 10.0;
        match found {
            Ok(found) => {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&(comment(&found) + &found.rule.text));
                records.push(record(pair, &found, seconds));
                console.eprint(&summary(pair, &found));
            }
            Err(outcome) => {
                verdict = Verdict::Findings;
                records.push(json!({ "name": pair.name, "outcome": outcome, "seconds": seconds }));
            }
        }
    }
    if let Some(path) = &arguments.emit {
        std::fs::write(path, &text)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?;
    }
    match arguments.format {
        Format::Text => console.print(&text)?,
        Format::Json => console.print(&format!("{:#}\n", json!({ "pairs": records })))?,
    }
    Ok(verdict)
}

/// The pairs of the files, in the order of the first one.
fn pairs<'a>(
    arguments: &RulesGeneralise,
    before: &'a Module,
    after: Option<&'a Module>,
) -> Result<Vec<Pair<'a>>, Failure> {
    let defined = |module: &'a Module| -> Vec<FunctionRef<'a>> {
        module.functions().filter(|function| !function.is_declaration()).collect()
    };
    let first = defined(before);
    let mut pairs: Vec<Pair> = Vec::new();
    match after.map(defined) {
        Some(second) => {
            if let ([before], [after]) = (first.as_slice(), second.as_slice()) {
                pairs.push(Pair { name: before.name(), before: *before, after: *after });
            } else {
                for before in &first {
                    let name = before.name();
                    if let Some(after) = second.iter().find(|after| after.name() == name) {
                        pairs.push(Pair { name, before: *before, after: *after });
                    }
                }
            }
        }
        None => {
            for before in &first {
                let own = before.name();
                let Some(suffix) = own.strip_prefix("src") else { continue };
                let target = format!("tgt{suffix}");
                if let Some(after) = first.iter().find(|after| after.name() == target) {
                    let name = suffix.trim_start_matches(['_', '.', '-', ' ']);
                    let name = if name.is_empty() { own.clone() } else { name.to_owned() };
                    pairs.push(Pair { name, before: *before, after: *after });
                }
            }
        }
    }
    let names: Vec<String> = pairs.iter().map(|pair| pair.name.clone()).collect();
    if let Some(wanted) = &arguments.function {
        pairs.retain(|pair| pair.name == *wanted);
    }
    match (pairs.is_empty(), names.as_slice()) {
        (false, _) => Ok(pairs),
        (true, []) => Err(Failure::Usage(match after {
            Some(_) => "the files define no function of the same name".to_owned(),
            None => "the file has no functions `src` and `tgt`; name a second file".to_owned(),
        })),
        (true, _) => Err(Failure::Usage(format!(
            "there is no pair `{}`; there are {}",
            arguments.function.as_deref().unwrap_or_default(),
            names.join(", ")
        ))),
    }
}

/// A rule, and where it finds the first function of its pair.
struct FoundRule {
    rule: GeneralRule,
    /// The root of the match; `None` if the rule does not match.
    found_at: Option<String>,
}

/// The rule of a pair; a word if there is none, which has been reported.
fn of_pair(
    pair: &Pair,
    arguments: &RulesGeneralise,
    console: &Console,
) -> Result<Result<FoundRule, &'static str>, Failure> {
    let (before, after) = (pair.before.extract(), pair.after.extract());
    let promises = pair.before.noundef_parameters().into_iter().zip(pair.after.noundef_parameters());
    let noundef: Vec<bool> = promises.map(|(before, after)| before && after).collect();
    let instance = PeepholeInstance::read(&before.model, &after.model, &noundef)
        .map_err(|why| Failure::Usage(format!("`{}` is no instance of a rule: {why}", pair.name)))?;
    let unusable = |error: proof::semantics::SolverError| Failure::Usage(error.to_string());
    let mut solver = Process::new(&arguments.solver, arguments.rlimit).map_err(unusable)?;
    // A question that is asked before the time is over may take a little longer.
    let end = Instant::now() + Duration::from_millis(arguments.time * 1000 - arguments.time * 1000 / 12);
    let outcome = generalise(&instance, &pair.name, &mut solver, &|| Instant::now() >= end);
    match outcome.map_err(unusable)? {
        Outcome::Wrong { text, counterexample } => {
            let mut sources = Sources::new();
            let file = sources.add(pair.name.clone(), &text);
            let mut diagnostics = Diagnostics::new();
            let rules = proof::rules::read(&sources, file, &mut diagnostics);
            let message = format!(
                "the second `{}` does not refine the first at {}: {}",
                pair.name,
                counterexample.widths,
                counterexample_text(&counterexample)
            );
            if let Some(rule) = rules.first() {
                let mut diagnostic = Diagnostic::new(Code::Refuted, rule.span, message);
                if let Some(input) = &counterexample.freeze {
                    diagnostic = diagnostic.help(format!("freeze {input}"));
                }
                diagnostics.push(diagnostic);
            }
            console.eprint(&render_text(&sources, &diagnostics, console.colour));
            Ok(Err("refuted"))
        }
        Outcome::Undecided => {
            console.note(&format!(
                "the solver does not decide whether the second `{}` refines the first; a greater `--rlimit` may help",
                pair.name
            ));
            Ok(Err("not decided"))
        }
        Outcome::Rule(rule) => {
            let found_at = find(&rule, &before.model, &noundef).map(|root| before.describe(root));
            Ok(Ok(FoundRule { rule: *rule, found_at }))
        }
    }
}

/// The value that the rule replaces in a function.
fn find(rule: &GeneralRule, model: &Model, noundef: &[bool]) -> Option<ValueId> {
    let rules = ActiveRules::new(vec![rule.rule.clone()], vec![Verdicts::default()], true);
    let promised = model.parameters().zip(noundef).filter(|(_, noundef)| **noundef);
    let host = Parameters { promised: promised.map(|(parameter, _)| parameter).collect() };
    let round = round(&rules, &LinearScan, model, &host, (usize::MAX, true));
    let applied = round.applied.into_iter().map(|applied| applied.bindings);
    // A rewrite that adds instructions may not pay on a target that says no costs.
    let found =
        round.refused.into_iter().filter(|refused| refused.is_of_cost).map(|refused| refused.bindings);
    applied.chain(found).filter_map(|bindings| bindings.last().map(|(_, root)| *root)).next_back()
}

/// The promises about parameters, without a target's costs.
struct Parameters {
    promised: Vec<ValueId>,
}

impl Host for Parameters {
    fn cost(&self, _: Opcode, _: ValueId) -> Option<u64> {
        None
    }

    fn is_defined(&self, value: ValueId) -> bool {
        self.promised.contains(&value)
    }
}

/// The typings at which a rule is proven, as text.
fn widths(rule: &GeneralRule, all: &[proof::rules::widths::Typing]) -> String {
    let texts: Vec<String> = all.iter().map(|typing| typing.describe(&rule.rule)).collect();
    if texts.len() <= 8 && texts.iter().all(|text| !text.contains(',')) {
        return texts.join(", ");
    }
    let largest = all.iter().flat_map(|typing| typing.widths()).max().unwrap_or(0);
    format!("{} combinations of widths up to i{largest}", texts.len())
}

/// The comment above a rule, which says what is proven.
fn comment(found: &FoundRule) -> String {
    let mut text = format!("; proven at {}\n", widths(&found.rule, &found.rule.proven));
    if !found.rule.undecided.is_empty() {
        text += &format!("; not decided at {}\n", widths(&found.rule, &found.rule.undecided));
    }
    text
}

fn summary(pair: &Pair, found: &FoundRule) -> String {
    let place = match &found.found_at {
        Some(root) => format!("the rule finds it at {root}"),
        None => "the rule does not find it".to_owned(),
    };
    let time = if found.rule.gave_up { "; gave up, this is the best so far" } else { "" };
    format!("{}: {place}{time}\n", pair.name)
}

fn record(pair: &Pair, found: &FoundRule, seconds: f64) -> Value {
    let rule = &found.rule;
    let describe = |all: &[proof::rules::widths::Typing]| -> Vec<String> {
        all.iter().map(|typing| typing.describe(&rule.rule)).collect()
    };
    json!({
        "name": pair.name,
        "outcome": "proven",
        "rule": rule.text,
        "proven": describe(&rule.proven),
        "undecided": describe(&rule.undecided),
        "found_at": found.found_at,
        "gave_up": rule.gave_up,
        "numbers_left": rule.numbers_left,
        "fixed_width": rule.is_fixed,
        "seconds": seconds,
    })
}
