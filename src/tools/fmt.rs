//! `idiom fmt [--check] [--ascii] FILE…`: specifications in their canonical form.
//!
//! A file with errors stays as it is, since text that was not parsed cannot be printed.

use super::arguments::Fmt;
use super::console::{Console, Failure};
use super::{Verdict, specs};
use lang::candl::parser::parse;
use lang::candl::printer::{Spelling, print_file};
use library::CheckOutcome;
use std::path::{Path, PathBuf};
use text::diagnostic::Diagnostics;
use text::sources::Sources;

/// Runs `idiom fmt`.
pub fn run(arguments: &Fmt, console: &Console) -> Result<Verdict, Failure> {
    let spelling = if arguments.ascii { Spelling::Ascii } else { Spelling::Unicode };
    let canonical = |name: &str, bytes| format(name, bytes, spelling, console);
    each(&arguments.files, arguments.check, &canonical, console)
}

/// A function from the name and text of a file to its canonical form.
type Canonical<'c> = dyn Fn(&str, Vec<u8>) -> Result<String, Failure> + 'c;

/// Writes each file in its canonical form, or with `only_check` prints the names of files that are not in it.
/// `-` is standard input, which is printed. A file that cannot be formatted is reported, and the others are
/// still formatted.
pub(super) fn each(
    files: &[PathBuf],
    only_check: bool,
    canonical: &Canonical<'_>,
    console: &Console,
) -> Result<Verdict, Failure> {
    let (mut verdict, mut failed) = (Verdict::Fine, false);
    for path in files {
        match one(path, only_check, canonical, console) {
            Ok(Verdict::Fine) => {}
            Ok(Verdict::Findings) => verdict = Verdict::Findings,
            Err(failure @ (Failure::Reported | Failure::Usage(_))) => {
                console.report(&failure);
                failed = true;
            }
            Err(failure) => return Err(failure),
        }
    }
    if failed { Err(Failure::Reported) } else { Ok(verdict) }
}

fn one(
    path: &Path,
    only_check: bool,
    canonical: &Canonical<'_>,
    console: &Console,
) -> Result<Verdict, Failure> {
    let is_stream = path == Path::new("-");
    let bytes =
        if is_stream { specs::read_stdin() } else { specs::read_one(path) }.map_err(Failure::Usage)?;
    let name = if is_stream { "<stdin>".to_owned() } else { path.display().to_string() };
    let formatted = canonical(&name, bytes.clone())?;
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

/// The failure for a text whose canonical form does not parse to the same.
pub(super) fn unreadable(name: &str) -> Failure {
    Failure::Internal(format!("{name} cannot be formatted; it is left as it is"))
}

fn format(name: &str, bytes: Vec<u8>, spelling: Spelling, console: &Console) -> Result<String, Failure> {
    formatted(name, bytes, spelling).map_err(|unformatted| match unformatted {
        Unformatted::Errors(outcome) => {
            console.diagnose(&outcome);
            Failure::Reported
        }
        Unformatted::Unreadable => unreadable(name),
    })
}

/// The reason why a text cannot be formatted.
pub enum Unformatted {
    /// The text has errors.
    Errors(CheckOutcome),
    /// The canonical form does not parse to the same.
    Unreadable,
}

/// The canonical form of a text.
pub fn formatted(name: &str, bytes: Vec<u8>, spelling: Spelling) -> Result<String, Unformatted> {
    let mut outcome = CheckOutcome::default();
    let file = outcome.sources.add_bytes(name, bytes);
    let parsed = parse(&outcome.sources, file, &mut outcome.diagnostics);
    if outcome.diagnostics.has_errors() {
        return Err(Unformatted::Errors(outcome));
    }
    let formatted = print_file(&parsed, spelling);
    // No file is replaced by text that does not parse to the same.
    let mut again = Sources::new();
    let file = again.add(name, formatted.as_str());
    let mut diagnostics = Diagnostics::new();
    let reparsed = parse(&again, file, &mut diagnostics);
    if diagnostics.has_errors() || print_file(&reparsed, spelling) != formatted {
        return Err(Unformatted::Unreadable);
    }
    Ok(formatted)
}
