//! `idiom find INPUT…` on sources, and the common parts of all searches: kinds of inputs, the requested
//! idioms, reports for people.
//!
//! Sources, and IR with `--at`, go through clang with the plugin of this build (`clang.rs`), so that plugin
//! and command agree.

pub mod arguments;
pub mod clang;
pub mod dependences;
mod parts;
pub mod progress;
mod text;

use crate::arguments::{Find, FindingFormat};
use crate::console::{Console, Failure};
use crate::specs;
use ::library::Library;
use ::report::{Report, Unrolled, describe_place, shown_name};
use std::path::Path;

/// The idiom of static control parts.
const SCOP: &str = "SCoP";

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// LLVM IR, textual or bitcode.
    Ir,
    /// Code that clang compiles.
    Source,
}

/// File name extensions that clang compiles to IR.
pub const SOURCES: &[&str] =
    &["c", "i", "cc", "cp", "cpp", "cxx", "c++", "C", "CPP", "ii", "m", "mm", "M", "cl", "cu", "hip"];

/// Extensions of headers, which are compiled as part of the sources that include them.
pub const HEADERS: &[&str] = &["h", "hh", "hp", "hpp", "hxx", "h++", "H"];

/// The requested idioms. Notes are shown, errors end the run.
pub fn library(arguments: &Find, console: &Console) -> Result<Library, Failure> {
    let is_of_parts = matches!(arguments.format, FindingFormat::Jscop | FindingFormat::Openscop);
    if !is_of_parts && arguments.into.is_some() {
        return Err(Failure::Usage("--into is for --format jscop and --format openscop".to_owned()));
    }
    let static_parts = [SCOP.to_owned()];
    let selection = match arguments.idiom.as_slice() {
        [] if is_of_parts && arguments.spec.is_empty() => Some(&static_parts[..]),
        [] => None,
        named => Some(named),
    };
    specs::library(&arguments.spec, selection, console)
}

/// Whether an input is a source, which clang compiles. An error if it is neither IR nor a source.
pub fn is_source(input: &Path, arguments: &Find) -> Result<bool, Failure> {
    Ok(kind(input, arguments)? == Kind::Source)
}

/// Whether an input file is IR and not a source. An error for stdin, and for a file that is neither.
pub fn source_kind(input: &Path, arguments: &Find) -> Result<bool, Failure> {
    if input == Path::new("-") {
        return Err(Failure::Usage("what clang is to compile needs a file".to_owned()));
    }
    Ok(kind(input, arguments)? == Kind::Ir)
}

/// The kind of an input, by its name and the flags for clang.
///
/// # Errors
///
/// A file that cannot be read, or that is neither IR nor a source.
pub fn kind(input: &Path, arguments: &Find) -> Result<Kind, Failure> {
    if input == Path::new("-") {
        return match arguments.at.is_some() {
            true => Err(Failure::Usage("stdin is searched as it is; --at needs a file".to_owned())),
            false => Ok(Kind::Ir),
        };
    }
    match std::fs::metadata(input) {
        Err(error) => return Err(Failure::Usage(format!("cannot read {}: {error}", input.display()))),
        Ok(data) if data.is_dir() => {
            return Err(Failure::Usage(format!("{} is a directory; name the files in it", input.display())));
        }
        Ok(_) => {}
    }
    let extension = input.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let language_given = arguments.flags.iter().any(|flag| flag.as_encoded_bytes().starts_with(b"-x"));
    match extension {
        "ll" | "bc" => Ok(Kind::Ir),
        _ if SOURCES.contains(&extension) || language_given => Ok(Kind::Source),
        _ if HEADERS.contains(&extension) => Err(Failure::Usage(format!(
            "{} is a header; name a source that includes it, or its language with `-- -x c` or `-- -x c++`",
            input.display()
        ))),
        _ => Err(Failure::Usage(format!(
            "{} is neither LLVM IR (.ll, .bc) nor a C or C++ source; name its language with `-- -x c`",
            input.display()
        ))),
    }
}

/// Whether a report has findings or near misses, and none of them has a source line.
pub fn lacks_lines(report: &Report) -> bool {
    let findings = report.findings.iter().filter(|finding| !finding.outcome.is_about_the_search());
    let misses = report.near_misses.iter().filter(|miss| !miss.variables.is_empty());
    let mut places = findings.map(|f| &f.place).chain(misses.map(|m| &m.place)).peekable();
    places.peek().is_some() && places.all(Option::is_none)
}

/// Prints a report in the format requested.
pub fn show(report: &Report, arguments: &Find, console: &Console) -> Result<(), Failure> {
    match arguments.format {
        FindingFormat::Json => console.print(&report.to_json()),
        FindingFormat::Jscop | FindingFormat::Openscop => parts::show(report, arguments, console),
        FindingFormat::Text => {
            let note = found_nothing(report, arguments.explain, &arguments.pin);
            // If no function was searched, another note was shown already.
            if let Some(note) = note.filter(|_| report.functions > 0) {
                console.note(&note);
            }
            console.print(&text::write(report, console.colour))
        }
    }
}

/// The number of functions that a note names; further ones are counted.
const MOST_NAMED: usize = 5;

/// Notes about the searched functions: whether there are none, and the ones that are not optimised.
pub fn searched_notes(report: &Report, arguments: &Find) -> Vec<String> {
    let Report { source, functions, optnone, minsize, .. } = report;
    let none = match &arguments.function {
        _ if *functions > 0 => None,
        None => Some(format!("{source}: there is no function to search")),
        Some(wanted) => Some(format!(
            "{source}: no function has a name that `{wanted}` matches; one that was inlined everywhere is gone"
        )),
    };
    let unoptimised = named(optnone).map(|names| {
        format!("{source}: not optimised, since `optnone`, as all functions are at -O0: {names}")
    });
    let is_found = report.findings.iter().any(|finding| !finding.outcome.is_about_the_search());
    let smallest = named(minsize).filter(|_| !is_found).map(|names| {
        format!(
            "{source}: optimised for the least size, since `minsize`, as all functions are at -Oz; LLVM inlines \
             little there: {names}"
        )
    });
    let unrolled = report.unrolled.iter().filter(|_| !is_found).take(MOST_NAMED).map(|unrolled| {
        let Unrolled { function, place, copies } = unrolled;
        format!(
            "{source}: LLVM has unrolled a loop of {}, as it seems: {copies} copies of {}; `--at peephole` searches \
             before that",
            shown_name(function),
            describe_place(place)
        )
    });
    none.into_iter().chain(unoptimised).chain(smallest).chain(unrolled).collect()
}

/// The names of the first functions and the number of further ones; `None` if there are none.
fn named(functions: &[String]) -> Option<String> {
    let names: Vec<_> = functions.iter().take(MOST_NAMED).map(|name| shown_name(name)).collect();
    let more = functions.len().saturating_sub(MOST_NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!names.is_empty()).then(|| names.join(", ") + &more)
}

/// The note for a report without findings: nothing was found, or the search was incomplete. `None` if there
/// are findings.
fn found_nothing(report: &Report, explained: bool, pins: &[String]) -> Option<String> {
    let Report { source, findings, .. } = report;
    if findings.iter().any(|finding| !finding.outcome.is_about_the_search()) {
        return None;
    }
    if report.near_misses.is_empty() && !pins.is_empty() {
        let pins = pins.join(" and ");
        return Some(format!("{source}: no function that was searched has the values of {pins}"));
    }
    Some(match (findings.is_empty(), explained) {
        (false, _) => format!("{source}: nothing found in what was searched, which is not everything"),
        (true, true) => format!("{source}: nothing found"),
        (true, false) => format!("{source}: nothing found; `--explain` says why"),
    })
}
