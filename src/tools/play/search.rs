//! A search, by `idiom find` in a folder of its own.
//!
//! In: a source, specifications, names of idioms and flags for the compiler. Out: the command's report, with
//! its texts for findings and near misses.

use super::constraints::relaxed;
use super::context::{Context, SPECIFICATION, failed, folder};
use super::jobs::Requester;
use crate::find::clang::without_settings;
use report::{Copies, Report, details_text, grouped, shown_name};
use serde::Deserialize;
use serde_json::{Value, json};
use std::process::Command;

/// A request of the page for a search.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// The tab that sent the request: a newer search of the same tab cancels this one.
    tab: String,
    serial: u64,
    pub(super) source: String,
    pub(super) language: Language,
    pub(super) candl: String,
    /// Names of idioms, `NAME[N=4]`; if empty, all that can be run.
    idioms: Vec<String>,
    level: Level,
    flags: String,
    pub(super) llvm: u32,
    pub(super) budget: u64,
    /// Numbers of the constraints that are switched off.
    #[serde(default)]
    off: Vec<usize>,
}

impl Search {
    pub(super) fn requester(&self) -> Requester<'_> {
        Requester { tab: &self.tab, serial: self.serial }
    }

    /// The specifications without the constraints that are switched off.
    pub(super) fn relaxed(&self) -> Result<String, Value> {
        relaxed(&self.candl, &self.off).map_err(|why| failed(&why))
    }
}

/// The language of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum Language {
    #[serde(rename = "c")]
    C,
    #[serde(rename = "c++")]
    Cpp,
    #[serde(rename = "ir")]
    Ir,
}

impl Language {
    pub(super) fn file(self) -> &'static str {
        match self {
            Language::C => "source.c",
            Language::Cpp => "source.cpp",
            Language::Ir => "source.ll",
        }
    }
}

/// The optimisation level of clang.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Level {
    #[serde(rename = "0")]
    Zero,
    #[serde(rename = "1")]
    One,
    #[serde(rename = "2")]
    Two,
    #[serde(rename = "3")]
    Three,
    #[serde(rename = "s")]
    Size,
    #[serde(rename = "z")]
    LeastSize,
    #[serde(rename = "g")]
    Debug,
}

impl Level {
    fn flag(self) -> &'static str {
        match self {
            Level::Zero => "-O0",
            Level::One => "-O1",
            Level::Two => "-O2",
            Level::Three => "-O3",
            Level::Size => "-Os",
            Level::LeastSize => "-Oz",
            Level::Debug => "-Og",
        }
    }
}

/// Prefixes of the flags that are passed to clang. None of them reads or writes files or loads code, since a
/// shared file may contain flags.
const FLAGS: &[&str] = &[
    "-ffast-math",
    "-fno-",
    "-fassociative-math",
    "-freciprocal-math",
    "-ffinite-math-only",
    "-ffp-contract=",
    "-fwrapv",
    "-fstrict-aliasing",
    "-funroll-loops",
    "-funsafe-math-optimizations",
    "-fopenmp-simd",
    "-D",
    "-U",
    "-std=",
    "-march=",
    "-mtune=",
    "-mcpu=",
    "-mavx",
    "-msse",
    "-mno-",
    "-mprefer-vector-width=",
    "-W",
    "-w",
];

/// Exceptions: flags that pass others to the preprocessor, assembler or linker.
const PASSED_ON: &[&str] = &["-Wp,", "-Wa,", "-Wl,"];

fn flags(text: &str) -> Result<Vec<&str>, Value> {
    let is_fine = |flag: &&str| {
        FLAGS.iter().any(|begin| flag.starts_with(begin)) && !PASSED_ON.iter().any(|p| flag.starts_with(p))
    };
    match text.split_whitespace().find(|flag| !is_fine(flag)) {
        Some(flag) => Err(failed(&format!("the flag `{flag}` is not passed on to clang from here"))),
        None => Ok(text.split_whitespace().collect()),
    }
}

/// The findings, and the near misses of idioms without one.
pub(super) fn search(context: &Context, search: &Search) -> Value {
    searched(context, search).unwrap_or_else(|other| other)
}

fn searched(context: &Context, search: &Search) -> Result<Value, Value> {
    let folder = folder(&[(search.language.file(), &search.source), (SPECIFICATION, &search.relaxed()?)])?;
    let mut command = find(context, search, &["--format", "json", "--explain"])?;
    command.arg(search.language.file());
    compiled_as(&mut command, context, search)?;
    let role = if search.off.is_empty() { "search" } else { "relaxed" };
    let (code, out, err) = context.run(search.requester(), role, &command, folder.path())?;
    match Report::from_json(&out) {
        Ok(report) if code == Some(0) => Ok(report_json(&report, &err)),
        _ => Err(failed(&if err.is_empty() { format!("it ended with {code:?}") } else { err })),
    }
}

/// Adds the flags for clang after `--`; IR has none.
pub(super) fn compiled_as(command: &mut Command, context: &Context, search: &Search) -> Result<(), Value> {
    if search.language == Language::Ir {
        return Ok(());
    }
    command.args(["--", search.level.flag()]);
    clang_flags(command, context, &search.flags)
}

/// The table of `idiom find --profile`, for the IR that clang makes without vectorising and unrolling.
pub(super) fn profile(context: &Context, search: &Search) -> Value {
    profiled(context, search).unwrap_or_else(|other| other)
}

fn profiled(context: &Context, search: &Search) -> Result<Value, Value> {
    let folder = folder(&[(search.language.file(), &search.source), (SPECIFICATION, &search.relaxed()?)])?;
    if search.language != Language::Ir {
        let mut command = clang(context, search)?;
        command.args(["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]);
        command.args(["-S", "-emit-llvm", "-o", Language::Ir.file(), search.language.file()]);
        let (code, _, err) = context.run(search.requester(), "profile", &command, folder.path())?;
        if code != Some(0) {
            return Err(failed(&err));
        }
    }
    let mut command = find(context, search, &["--profile"])?;
    command.arg(Language::Ir.file());
    let (code, out, err) = context.run(search.requester(), "profile", &command, folder.path())?;
    if code == Some(0) { Ok(json!({ "state": "done", "text": out, "said": err })) } else { Err(failed(&err)) }
}

/// The command `idiom find` with all arguments that do not depend on the input.
pub(super) fn find(context: &Context, search: &Search, more: &[&str]) -> Result<Command, Value> {
    let mut command = Command::new(context.commands.program(search.llvm)?);
    without_settings(&mut command);
    command.args(["--color", "never", "find"]).args(more);
    if let Some(plugin) = context.commands.plugin(search.llvm) {
        command.arg("--plugin").arg(plugin);
    }
    command.arg(format!("--budget={}", search.budget.max(1)));
    if !search.candl.trim().is_empty() {
        command.args(["--spec", SPECIFICATION]);
    }
    command.args(search.idioms.iter().map(|name| format!("--idiom={name}")));
    Ok(command)
}

/// The clang of that LLVM, with the flags of `idiom find`.
pub(super) fn clang(context: &Context, search: &Search) -> Result<Command, Value> {
    let clangs = crate::hosts::hosts().into_iter().filter(|(version, program)| {
        let is_clang = program.file_name().is_some_and(|name| name.to_string_lossy().starts_with("clang"));
        is_clang && crate::hosts::major(version) == search.llvm
    });
    let clang = clangs.map(|(_, program)| program).next();
    let clang = clang.ok_or_else(|| failed(&format!("there is no clang of LLVM {}", search.llvm)))?;
    let mut command = Command::new(clang);
    command.args(["-fno-color-diagnostics", "-g", search.level.flag()]);
    clang_flags(&mut command, context, &search.flags)?;
    Ok(command)
}

fn clang_flags(command: &mut Command, context: &Context, text: &str) -> Result<(), Value> {
    command.args(flags(text)?);
    if let Some(folder) = &context.start.folder {
        command.arg("-iquote").arg(folder);
    }
    Ok(())
}

/// The report as JSON for the page: with the texts of grouped findings, the group of each finding, and the
/// texts of near misses.
pub(super) fn report_json(report: &Report, messages: &str) -> Value {
    let (groups, of) = grouped(&report.findings);
    let headline = |copies: &Copies<'_>| {
        let finding = copies.first;
        let function = shown_name(&finding.function);
        let (word, idiom) = (finding.outcome.word(), &finding.idiom);
        format!("{word} {idiom} in {function}{}{}", copies.text(), details_text(finding))
    };
    let parts = |copies: &Copies<'_>| {
        let lines = copies.first.scop.iter().flat_map(|scop| scop.lines());
        let lines = lines.map(|(text, place)| json!({ "text": text, "place": place }));
        lines.collect::<Vec<Value>>()
    };
    let groups = groups.iter().map(|g| json!({ "headline": headline(g), "parts": parts(g) }));
    let misses = report.near_misses.iter();
    let misses = misses.map(|miss| json!({ "headline": miss.headline(), "why": miss.why() }));
    json!({
        "state": "done",
        "report": report,
        "group_of": of,
        "groups": groups.collect::<Vec<Value>>(),
        "misses": misses.collect::<Vec<Value>>(),
        "said": messages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_load_or_read_are_refused() {
        for good in ["", "-ffast-math  -DN=3", "-march=native -fno-math-errno -std=c11"] {
            assert!(flags(good).is_ok(), "{good}");
        }
        for bad in [
            "-fplugin=x.so",
            "-fpass-plugin=x.so",
            "-Xclang -load",
            "-include x",
            "@file",
            "x.c",
            "-o x",
            "-Wl,-x",
            "-Wp,-MD,x",
            "-I/",
            "--config=x",
        ] {
            assert!(flags(bad).is_err(), "{bad}");
        }
    }
}
