//! `idiom rules fmt [--check] FILE…`: rules in their canonical form. A file with errors is left alone, and so
//! is a rule that is not supported. `-` is standard input, which is printed.

use super::super::console::{Console, Failure};
use super::super::{Verdict, specs};
use super::arguments::RulesFmt;
use idiom::candl::render::render_text;
use idiom::candl::sources::Sources;
use idiom::rules::diagnostic::Diagnostics;
use idiom::rules::parser::parse;
use idiom::rules::printer::print_file;
use std::path::Path;

pub(super) fn run(arguments: &RulesFmt, console: &Console) -> Result<Verdict, Failure> {
    let (mut verdict, mut failed) = (Verdict::Fine, false);
    for path in &arguments.files {
        match one(path, arguments.check, console) {
            Ok(Verdict::Fine) => {}
            Ok(Verdict::Findings) => verdict = Verdict::Findings,
            Err(failure @ (Failure::Told | Failure::Usage(_))) => {
                console.report(&failure);
                failed = true;
            }
            Err(failure) => return Err(failure),
        }
    }
    if failed { Err(Failure::Told) } else { Ok(verdict) }
}

fn one(path: &Path, only_check: bool, console: &Console) -> Result<Verdict, Failure> {
    let is_stream = path == Path::new("-");
    let bytes =
        if is_stream { specs::read_stdin() } else { specs::read_one(path) }.map_err(Failure::Usage)?;
    let name = if is_stream { "<stdin>".to_owned() } else { path.display().to_string() };
    let formatted = match format(&name, bytes.clone()) {
        Ok(formatted) => formatted,
        Err(errors) => {
            console.say(&render_text(&errors.sources, &errors.diagnostics, console.colour));
            return Err(Failure::Told);
        }
    };
    // Nobody's file is replaced by something that reads otherwise.
    if format(&name, formatted.clone().into_bytes()).ok().as_ref() != Some(&formatted) {
        return Err(Failure::Internal(format!("{name} cannot be formatted; it is left as it is")));
    }
    let is_same = formatted.as_bytes() == bytes;
    match (is_stream, only_check) {
        (_, true) if is_same => {}
        (_, true) => {
            console.print(&format!("{name}\n"))?;
            return Ok(Verdict::Findings);
        }
        (true, false) => console.print(&formatted)?,
        (false, false) if is_same => {}
        (false, false) => std::fs::write(path, formatted)
            .map_err(|error| Failure::Usage(format!("cannot write {name}: {error}")))?,
    }
    Ok(Verdict::Fine)
}

/// What keeps a text from being read.
struct Errors {
    sources: Sources,
    diagnostics: Diagnostics,
}

fn format(name: &str, bytes: Vec<u8>) -> Result<String, Errors> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add_bytes(name, bytes);
    let parsed = parse(&sources, file, &mut diagnostics);
    if diagnostics.has_errors() {
        return Err(Errors { sources, diagnostics });
    }
    Ok(print_file(&parsed, sources.file(file).text()))
}
