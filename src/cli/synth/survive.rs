//! The forms of a goal that survive optimisation: all spellings go through `opt -O2` of every LLVM on this
//! machine.
//!
//! In: spellings. Out: distinct forms, the unoptimised ones included, with the LLVMs that leave each of them:
//! alone, and with other uses of its parts. Forms are measured, not listed by hand, since canonical forms
//! change with LLVM and with the surrounding code.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use synth::Outcome;
use synth::emit::{Spelling, Surviving, form_of_text, functions, module};
use synth::form::Form;
use tools::console::Failure;
use tools::hosts::{hosts, major};

/// An `opt` on this machine.
pub(super) struct Optimiser {
    major: u32,
    program: PathBuf,
}

/// One `opt` of each major version.
pub(super) fn optimisers() -> Vec<Optimiser> {
    let mut all: Vec<Optimiser> = Vec::new();
    for (version, program) in hosts() {
        let (major, program) = (major(&version), program.with_file_name("opt"));
        if program.is_file() && !all.iter().any(|known| known.major == major) {
            all.push(Optimiser { major, program });
        }
    }
    all.sort_by_key(|optimiser| optimiser.major);
    all
}

/// The forms of a goal, the ones that survive first.
pub(super) fn surviving(
    outcome: &Outcome,
    spellings: &[Spelling],
    optimisers: &[Optimiser],
) -> Result<Vec<Surviving>, Failure> {
    let goal = &outcome.goal;
    let mut all: Vec<Surviving> = Vec::new();
    for spelling in spellings {
        if let Some(form) = Form::of_code(&spelling.code, goal.results.len() - 1, goal.emitted_width()) {
            at(&mut all, form);
        }
    }
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::Internal(format!("cannot make a temporary directory: {error}")))?;
    for shared in [false, true] {
        let input = folder.path().join("spellings.ll");
        std::fs::write(&input, module(outcome, spellings, shared))
            .map_err(|error| Failure::Internal(format!("cannot write {}: {error}", input.display())))?;
        // LLVM 14 and older have typed pointers.
        let can_read = |optimiser: &&Optimiser| goal.access.is_none() || optimiser.major >= 15;
        for optimiser in optimisers.iter().filter(can_read) {
            for (_, body) in functions(&optimised(&optimiser.program, &input)?) {
                let Some(form) = form_of_text(&body, goal) else { continue };
                let entry = at(&mut all, form);
                let versions = if shared { &mut entry.shared } else { &mut entry.plain };
                if !versions.contains(&optimiser.major) {
                    versions.push(optimiser.major);
                }
            }
        }
    }
    // Forms in optimised code come before forms in unoptimised code only.
    all.sort_by_key(|form| (form.plain.is_empty(), form.shared.is_empty()));
    Ok(all)
}

fn at(all: &mut Vec<Surviving>, form: Form) -> &mut Surviving {
    let place = all.iter().position(|known| known.form == form).unwrap_or_else(|| {
        all.push(Surviving { form, plain: Vec::new(), shared: Vec::new() });
        all.len() - 1
    });
    &mut all[place]
}

fn optimised(program: &Path, input: &Path) -> Result<String, Failure> {
    let mut command = Command::new(program);
    command.args(["-O2", "-S", "-o", "-"]).arg(input).stdin(Stdio::null());
    let output = command.output();
    let output =
        output.map_err(|error| Failure::Internal(format!("cannot run {}: {error}", program.display())))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::Internal(format!("{} failed on spellings: {why}", program.display())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
