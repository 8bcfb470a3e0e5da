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
    worse: Vec<(String, Vec<String>)>,
    rules: Vec<String>,
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
    let worse: Vec<_> = measured.iter().filter(|(_, code)| code.len() > best.1.len()).collect();
    let sources = worse.iter().map(|(spelling, _)| *spelling);
    let rules = rules::proven(&outcome.goal, sources, best.0, arguments)?.rules;
    let named = |(spelling, code): &(&Spelling, Vec<String>)| (spelling.text.clone(), code.clone());
    Ok(Some(Missed {
        goal: outcome.goal.name.clone(),
        processor,
        version: own_version().to_string(),
        total: measured.len(),
        best: named(&best),
        worse: worse.into_iter().map(named).collect(),
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
        let mut text = format!(
            "{goal}, LLVM {version} for {processor}: {} of {total} spellings are longer than the best\n",
            worse.len()
        );
        for (title, (spelling, code)) in
            std::iter::once(("best", best)).chain(worse.iter().map(|worse| ("missed", worse)))
        {
            text += &format!("  {title}: {spelling}\n");
            code.iter().for_each(|line| text += &format!("      {line}\n"));
        }
        for rule in rules {
            text += "\n";
            rule.lines().for_each(|line| text += &format!("    {line}\n"));
        }
        text
    }

    /// For programs.
    pub(super) fn record(&self) -> Value {
        let one = |(spelling, code): &(String, Vec<String>)| json!({ "text": spelling, "code": code });
        json!({
            "goal": self.goal, "processor": self.processor, "llvm": self.version, "spellings": self.total,
            "best": one(&self.best), "missed": self.worse.iter().map(one).collect::<Vec<_>>(),
            "rules": self.rules,
        })
    }
}
