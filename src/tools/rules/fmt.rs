//! `idiom rules fmt [--check] FILE…`: rules in their canonical form. A file with errors stays as it is, and
//! so does a rule that is not supported. `-` is standard input, which is printed.

use super::super::console::{Console, Failure};
use super::super::{Verdict, fmt};
use super::arguments::RulesFmt;
use proof::rules::diagnostic::Diagnostics;
use proof::rules::parser::parse;
use proof::rules::printer::print_file;
use text::render::render_text;
use text::sources::Sources;

/// Runs `idiom rules fmt`.
pub fn run(arguments: &RulesFmt, console: &Console) -> Result<Verdict, Failure> {
    let canonical = |name: &str, bytes| canonical(name, bytes, console);
    fmt::each(&arguments.files, arguments.check, &canonical, console)
}

fn canonical(name: &str, bytes: Vec<u8>, console: &Console) -> Result<String, Failure> {
    let formatted = format(name, bytes).map_err(|errors| {
        console.eprint(&render_text(&errors.sources, &errors.diagnostics, console.colour));
        Failure::Reported
    })?;
    // No file is replaced by text that does not parse to the same.
    match format(name, formatted.clone().into_bytes()) {
        Ok(again) if again == formatted => Ok(formatted),
        _ => Err(fmt::unreadable(name)),
    }
}

/// The errors of a text that cannot be parsed.
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
