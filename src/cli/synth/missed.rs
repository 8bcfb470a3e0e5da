//! Spellings that LLVM compiles to longer code than the best one of the same goal, for a processor.
//!
//! Each spelling is a function by itself, compiled by the clang of this build's LLVM at `-O2`. The measure is
//! the number of instructions without the return, which needs no model of the processor. The search tests
//! spellings on samples only. After compilation, one spelling of each distinct code is proven.

use super::arguments::Synth;
use super::rules;
use indexmap::IndexMap;
use llvm::own_version;
use proof::semantics::SolverError;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use synth::Outcome;
use synth::emit::{Spelling, module, spellings};
use synth::goal::Goal;
use synth::prove::{Checker, Verdict, proof};
use tools::console::Failure;
use tools::find::clang::in_path;

/// The number of spellings of one code that are tried until one is proven.
const MOST_QUERIED: usize = 3;

/// A goal whose spellings were compiled.
pub(super) struct Missed {
    goal: String,
    processor: String,
    version: String,
    total: usize,
    /// The number of spellings without a proven one among those with the same code.
    unproven: usize,
    best: (String, Vec<String>),
    worse: Vec<Worse>,
    rules: Vec<String>,
}

/// Spellings that are compiled to the same code, which is longer than the best: the simplest proven one, and
/// their number.
struct Worse {
    text: String,
    code: Vec<String>,
    spellings: usize,
}

/// Spellings that are compiled to the same code, with the goals that they were found for.
struct Same<'a> {
    code: Vec<String>,
    spellings: Vec<(&'a Goal, Spelling)>,
}

impl<'a> Same<'a> {
    /// The first spelling that is proven, among the simplest ones.
    fn proven(&self, checker: &mut dyn Checker) -> Result<Option<(&'a Goal, &Spelling)>, SolverError> {
        for (goal, spelling) in self.spellings.iter().take(MOST_QUERIED) {
            match proof(goal, &spelling.code, checker)? {
                Verdict::Proven => return Ok(Some((goal, spelling))),
                Verdict::Refuted(_) => {}
                // The solver will not decide the less simple ones either.
                Verdict::Undecided(_) => break,
            }
        }
        Ok(None)
    }
}

/// Compiles all spellings from searches for one goal. `None` if the goal has no proven spelling.
pub(super) fn missed(
    outcomes: &[&Outcome],
    arguments: &Synth,
    checker: &mut dyn Checker,
) -> Result<Option<Missed>, Failure> {
    let Some(first) = outcomes.first() else { return Ok(None) };
    let (goal, processor) = (&first.goal, arguments.processor().to_owned());
    let all = by_code(outcomes, &processor)?;
    let mut known: Vec<(&Same, &Goal, &Spelling)> = Vec::new();
    let mut unproven = 0;
    for same in &all {
        match same.proven(checker).map_err(super::failed)? {
            Some((goal, spelling)) => known.push((same, goal, spelling)),
            None => unproven += same.spellings.len(),
        }
    }
    // The first of the spellings with the shortest code.
    let Some((shortest, _, best)) = known.iter().min_by_key(|(same, ..)| same.code.len()) else {
        return Ok(None);
    };
    let longer = known.iter().filter(|(same, ..)| same.code.len() > shortest.code.len());
    let sources = longer.clone().map(|(_, goal, spelling)| (*goal, *spelling));
    let rules = rules::proven(sources, best, arguments)?.rules;
    let worse = longer.map(|(same, _, spelling)| Worse {
        text: spelling.text.clone(),
        code: same.code.clone(),
        spellings: same.spellings.len(),
    });
    Ok(Some(Missed {
        goal: goal.name.clone(),
        processor,
        version: own_version().to_string(),
        total: known.iter().map(|(same, ..)| same.spellings.len()).sum(),
        unproven,
        best: (best.text.clone(), shortest.code.clone()),
        worse: worse.collect(),
        rules,
    }))
}

/// The spellings from searches for one goal, grouped by their code.
fn by_code<'a>(outcomes: &[&'a Outcome], processor: &str) -> Result<Vec<Same<'a>>, Failure> {
    let mut all: Vec<(&Goal, Spelling)> = Vec::new();
    for outcome in outcomes {
        for spelling in spellings(outcome) {
            if !all.iter().any(|(_, known)| known.code == spelling.code) {
                all.push((&outcome.goal, spelling));
            }
        }
    }
    let Some(outcome) = outcomes.first().filter(|_| !all.is_empty()) else { return Ok(Vec::new()) };
    let text: Vec<Spelling> = all.iter().map(|(_, spelling)| spelling.clone()).collect();
    let text = compiled(&module(outcome, &text, false), processor)?;
    let mut codes: IndexMap<Vec<String>, Vec<(&Goal, Spelling)>> = IndexMap::new();
    for (at, spelling) in all.into_iter().enumerate() {
        let Some(code) = instructions(&text, &format!("{}.{at}", outcome.goal.name)) else {
            return Err(Failure::Internal("clang left out a function".to_owned()));
        };
        codes.entry(code).or_default().push(spelling);
    }
    let mut all: Vec<Same> = codes.into_iter().map(|(code, spellings)| Same { code, spellings }).collect();
    all.iter_mut().for_each(|same| same.spellings.sort_by_cached_key(simplicity));
    all.sort_by_cached_key(|same| same.spellings.first().map(simplicity));
    Ok(all)
}

/// The sort key of spellings with the same code: the simplest one is proven first and reported. Spellings
/// with products come last, since solvers are slow at them.
fn simplicity((_, spelling): &(&Goal, Spelling)) -> (bool, usize, usize) {
    (spelling.code.multiplies(), spelling.code.len(), spelling.text.len())
}

/// The assembly of IR.
fn compiled(ir: &str, processor: &str) -> Result<String, Failure> {
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::Internal(format!("cannot make a temporary directory: {error}")))?;
    let input = folder.path().join("spellings.ll");
    std::fs::write(&input, ir)
        .map_err(|error| Failure::Internal(format!("cannot write {}: {error}", input.display())))?;
    let program = in_path("clang")?;
    let mut command = Command::new(&program);
    command.args(["-O2", "-S", "-x", "ir", "-Wno-override-module", "-fno-asynchronous-unwind-tables"]);
    command
        .args(["-Xclang", "-target-cpu", "-Xclang", processor, "-o", "-"])
        .arg(&input)
        .stdin(Stdio::null());
    let output = command.output();
    let output =
        output.map_err(|error| Failure::Internal(format!("cannot run {}: {error}", program.display())))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::Usage(format!("clang could not compile for `{processor}`: {why}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The instructions of a function, without its return.
fn instructions(assembly: &str, function: &str) -> Option<Vec<String>> {
    let label = format!("{function}:");
    let lines = assembly.lines().skip_while(|line| !line.starts_with(&label));
    let mut found = Vec::new();
    let mut is_there = false;
    for line in lines {
        is_there = true;
        if line.starts_with(".Lfunc_end") {
            break;
        }
        let code = line.split('#').next().unwrap_or(line).trim_end();
        let Some(instruction) = code.strip_prefix('\t').filter(|code| !code.starts_with('.')) else {
            continue;
        };
        if !instruction.starts_with("ret") && !instruction.is_empty() {
            found.push(instruction.replace('\t', " "));
        }
    }
    is_there.then_some(found)
}

impl Missed {
    /// Whether a spelling has longer code than the best one.
    pub(super) fn is_any(&self) -> bool {
        !self.worse.is_empty()
    }

    /// The text for people.
    pub(super) fn paragraph(&self) -> String {
        let Missed { goal, processor, version, total, unproven, best, worse, rules } = self;
        let longer: usize = worse.iter().map(|worse| worse.spellings).sum();
        let mut text = format!(
            "{goal}, LLVM {version} for {processor}: {longer} of {total} spellings are longer than the best\n"
        );
        let mut add = |title: String, code: &[String]| {
            text += &format!("  {title}\n");
            code.iter().for_each(|line| text += &format!("      {line}\n"));
        };
        add(format!("best: {}", best.0), &best.1);
        for Worse { text, code, spellings } in worse {
            let others = match spellings - 1 {
                0 => String::new(),
                1 => ", and 1 other spelling".to_owned(),
                many => format!(", and {many} other spellings"),
            };
            add(format!("missed: {text}{others}"), code);
        }
        if *unproven > 0 {
            text += &format!("  {unproven} more spellings are left out: none of their code was proven\n");
        }
        for rule in rules {
            text += "\n";
            rule.lines().for_each(|line| text += &format!("    {line}\n"));
        }
        text
    }

    /// The JSON record.
    pub(super) fn record(&self) -> Value {
        let Missed { goal, processor, version, total, unproven, best, worse, rules } = self;
        let worse: Vec<Value> = worse
            .iter()
            .map(|one| json!({ "text": one.text, "code": one.code, "spellings": one.spellings }))
            .collect();
        json!({
            "goal": goal, "processor": processor, "llvm": version, "spellings": total,
            "unproven": unproven,
            "best": { "text": best.0, "code": best.1 }, "missed": worse, "rules": rules,
        })
    }
}
