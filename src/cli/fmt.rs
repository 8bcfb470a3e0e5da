//! `idiom fmt [--check] [--ascii] FILE…`: specifications in their canonical form.
//!
//! A file with errors is left alone: what was not understood cannot be written.

use super::arguments::Fmt;
use super::console::{Console, Failure};
use super::{Verdict, specs};
use idiom::candl::diagnostic::Diagnostics;
use idiom::candl::parser::parse;
use idiom::candl::printer::{Spelling, print_file};
use idiom::candl::sources::Sources;
use idiom::library::Told;
use std::path::Path;

pub(super) fn run(arguments: &Fmt, console: &Console) -> Result<Verdict, Failure> {
    let spelling = if arguments.ascii { Spelling::Ascii } else { Spelling::Unicode };
    let (mut verdict, mut failed) = (Verdict::Fine, false);
    for path in &arguments.files {
        match one(path, spelling, arguments.check, console) {
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

fn one(path: &Path, spelling: Spelling, only_check: bool, console: &Console) -> Result<Verdict, Failure> {
    let is_stream = path == Path::new("-");
    let bytes =
        if is_stream { specs::read_stdin() } else { specs::read_one(path) }.map_err(Failure::Usage)?;
    let name = if is_stream { "<stdin>".to_owned() } else { path.display().to_string() };
    let formatted = format(&name, bytes.clone(), spelling, console)?;
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

fn format(name: &str, bytes: Vec<u8>, spelling: Spelling, console: &Console) -> Result<String, Failure> {
    formatted(name, bytes, spelling).map_err(|unformatted| match unformatted {
        Unformatted::Errors(told) => {
            console.diagnose(&told);
            Failure::Told
        }
        Unformatted::Unreadable => {
            Failure::Internal(format!("{name} cannot be formatted; it is left as it is"))
        }
    })
}

/// Why a text stays as it is.
pub(super) enum Unformatted {
    /// It has errors.
    Errors(Told),
    /// Its canonical form reads otherwise.
    Unreadable,
}

/// The canonical form of a text.
pub(super) fn formatted(name: &str, bytes: Vec<u8>, spelling: Spelling) -> Result<String, Unformatted> {
    let mut told = Told::default();
    let file = told.sources.add_bytes(name, bytes);
    let parsed = parse(&told.sources, file, &mut told.diagnostics);
    if told.diagnostics.has_errors() {
        return Err(Unformatted::Errors(told));
    }
    let formatted = print_file(&parsed, spelling);
    // Nobody's file is replaced by something that reads otherwise.
    let mut again = Sources::new();
    let file = again.add(name, formatted.as_str());
    let mut diagnostics = Diagnostics::new();
    let reparsed = parse(&again, file, &mut diagnostics);
    if diagnostics.has_errors() || print_file(&reparsed, spelling) != formatted {
        return Err(Unformatted::Unreadable);
    }
    Ok(formatted)
}
