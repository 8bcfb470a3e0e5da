//! `idiom rules fmt [--check] FILE…`: rules in their canonical form. A file with errors is left alone.

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
    let name = path.display().to_string();
    let bytes = specs::read_one(path).map_err(Failure::Usage)?;
    let formatted = format(&name, bytes.clone(), Some(console))?;
    if formatted.as_bytes() == bytes {
        return Ok(Verdict::Fine);
    }
    // Nobody's file is replaced by something that reads otherwise.
    if format(&name, formatted.clone().into_bytes(), None)? != formatted {
        return Err(Failure::Internal(format!("{name} cannot be formatted; it is left as it is")));
    }
    if only_check {
        console.print(&format!("{name}\n"))?;
        return Ok(Verdict::Findings);
    }
    std::fs::write(path, formatted)
        .map_err(|error| Failure::Usage(format!("cannot write {name}: {error}")))?;
    Ok(Verdict::Fine)
}

fn format(name: &str, bytes: Vec<u8>, console: Option<&Console>) -> Result<String, Failure> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add_bytes(name, bytes);
    let parsed = parse(&sources, file, &mut diagnostics);
    if diagnostics.has_errors() {
        if let Some(console) = console {
            console.say(&render_text(&sources, &diagnostics, console.colour));
        }
        return Err(Failure::Told);
    }
    Ok(print_file(&parsed, sources.file(file).text()))
}
