//! Spellings that LLVM compiles to longer code than the best one of the same goal, for a processor.
//!
//! Each spelling is a function by itself, compiled by the clang of this build's LLVM at `-O2`. Instructions
//! are counted, the return left out; they are a measure that needs no model of the processor.

use super::arguments::Synth;
use super::rules;
use crate::cli::console::Failure;
use crate::cli::find::clang::in_path;
use idiom::llvm::own_version;
use idiom::synth::Outcome;
use idiom::synth::emit::{Spelling, module, spellings};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

/// A goal whose spellings were compiled.
pub(super) struct Missed {
    goal: String,
    processor: String,
    version: String,
    total: usize,
    best: (String, Vec<String>),
    worse: Vec<Worse>,
    rules: Vec<String>,
}

/// Spellings that are compiled to the same code, which is longer than the best: the shortest of them, and how
/// many there are.
struct Worse {
    text: String,
    code: Vec<String>,
    spellings: usize,
}

/// Compiles all spellings of a goal. None if it has none.
pub(super) fn missed(outcome: &Outcome, arguments: &Synth) -> Result<Option<Missed>, Failure> {
    let all = spellings(outcome);
    if all.is_empty() {
        return Ok(None);
    }
    let processor = arguments.processor().to_owned();
    let text = compiled(&module(outcome, &all, false), &processor)?;
    let mut measured: Vec<(&Spelling, Vec<String>)> = Vec::new();
    for (at, spelling) in all.iter().enumerate() {
        let Some(code) = instructions(&text, &format!("{}.{at}", outcome.goal.name)) else {
            return Err(Failure::Internal("clang left out a function".to_owned()));
        };
        measured.push((spelling, code));
    }
    // The first of the shortest ones.
    let Some(best) = measured.iter().min_by_key(|(_, code)| code.len()).cloned() else { return Ok(None) };
    let longer = measured.iter().filter(|(_, code)| code.len() > best.1.len());
    let (mut first, mut worse): (Vec<&Spelling>, Vec<Worse>) = (Vec::new(), Vec::new());
    for (spelling, code) in longer {
        match worse.iter_mut().find(|known| known.code == *code) {
            Some(known) => known.spellings += 1,
            None => {
                first.push(spelling);
                worse.push(Worse { text: spelling.text.clone(), code: code.clone(), spellings: 1 });
            }
        }
    }
    let rules = rules::proven(&outcome.goal, first.into_iter(), best.0, arguments)?.rules;
    Ok(Some(Missed {
        goal: outcome.goal.name.clone(),
        processor,
        version: own_version().to_string(),
        total: measured.len(),
        best: (best.0.text.clone(), best.1),
        worse,
        rules,
    }))
}

/// Assembly of IR.
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
    /// Whether some spelling is worse than another.
    pub(super) fn is_any(&self) -> bool {
        !self.worse.is_empty()
    }

    /// For people.
    pub(super) fn paragraph(&self) -> String {
        let Missed { goal, processor, version, total, best, worse, rules } = self;
        let longer: usize = worse.iter().map(|worse| worse.spellings).sum();
        let mut text = format!(
            "{goal}, LLVM {version} for {processor}: {longer} of {total} spellings are longer than the best\n"
        );
        let mut tell = |title: String, code: &[String]| {
            text += &format!("  {title}\n");
            code.iter().for_each(|line| text += &format!("      {line}\n"));
        };
        tell(format!("best: {}", best.0), &best.1);
        for Worse { text, code, spellings } in worse {
            let others = match spellings - 1 {
                0 => String::new(),
                1 => ", and 1 other spelling".to_owned(),
                many => format!(", and {many} other spellings"),
            };
            tell(format!("missed: {text}{others}"), code);
        }
        for rule in rules {
            text += "\n";
            rule.lines().for_each(|line| text += &format!("    {line}\n"));
        }
        text
    }

    /// For programs.
    pub(super) fn record(&self) -> Value {
        let Missed { goal, processor, version, total, best, worse, rules } = self;
        let worse: Vec<Value> = worse
            .iter()
            .map(|one| json!({ "text": one.text, "code": one.code, "spellings": one.spellings }))
            .collect();
        json!({
            "goal": goal, "processor": processor, "llvm": version, "spellings": total,
            "best": { "text": best.0, "code": best.1 }, "missed": worse, "rules": rules,
        })
    }
}
