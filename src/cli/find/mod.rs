//! `idiom find INPUT…`: idioms in LLVM IR and in C and C++ sources.
//!
//! IR is searched in this process (`ir.rs`). Sources, and IR with `--at`, go through clang with the plugin
//! of this build (`clang.rs`), so that plugin and command agree. Both give [`Report`]s.

pub(super) mod arguments;
pub(super) mod clang;
mod dependences;
pub(super) mod ir;
mod parts;
mod profile;
mod progress;
mod text;

use super::arguments::{Find, FindingFormat};
use super::console::{Console, Failure};
use super::list::in_groups;
use super::{Verdict, specs};
use clang::Clang;
use library::Library;
use passes::Pin;
use progress::Progress;
use report::{NO_LINES, Report, shown_name};
use std::path::Path;

/// The idiom of static control parts.
const SCOP: &str = "SCoP";

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ir,
    Source,
}

/// File name extensions that clang compiles to IR.
pub(super) const SOURCES: &[&str] =
    &["c", "i", "cc", "cp", "cpp", "cxx", "c++", "C", "CPP", "ii", "m", "mm", "M", "cl", "cu", "hip"];

/// Extensions of headers, whose code is compiled where they are included.
pub(super) const HEADERS: &[&str] = &["h", "hh", "hp", "hpp", "hxx", "h++", "H"];

pub(super) fn run(arguments: &Find, console: &Console) -> Result<Verdict, Failure> {
    let mut arguments = arguments.clone();
    arguments.idiom.extend(in_groups(&arguments.group)?);
    arguments.explain |= !arguments.pin.is_empty() || arguments.attempt_list().is_some();
    let arguments = &arguments;
    let library = library(arguments, console)?;
    let kinds =
        arguments.inputs.iter().map(|input| kind(input, arguments)).collect::<Result<Vec<Kind>, _>>()?;
    if arguments.profile {
        let is_source = kinds.iter().zip(&arguments.inputs).find(|(kind, _)| **kind == Kind::Source);
        return match is_source {
            Some((_, source)) => Err(Failure::Usage(format!(
                "{} is a source; --profile is for IR, which `clang -S -emit-llvm` makes of it",
                source.display()
            ))),
            None => profile::run(arguments, &library, console),
        };
    }
    if let Some((_, source)) = kinds
        .iter()
        .zip(&arguments.inputs)
        .find(|(kind, _)| arguments.explain_beside && (**kind == Kind::Source || arguments.at.is_some()))
    {
        return Err(Failure::Usage(format!(
            "{}: --explain-beside is for IR that is searched as it is",
            source.display()
        )));
    }
    let pins = pins(arguments, &library)?;
    check_attempts(arguments, &library, &pins)?;
    let needs_clang = |kind: &Kind| *kind == Kind::Source || arguments.at.is_some();
    let clang = match kinds.iter().any(needs_clang) {
        true => Some(Clang::new(arguments)?),
        false if arguments.flags.is_empty() => None,
        false => {
            return Err(Failure::Usage(
                "flags behind `--` are for clang; IR is only compiled with --at".to_owned(),
            ));
        }
    };
    let progress = Progress::new(arguments.inputs.len());
    let (mut worst, mut hinted) = (None, false);
    for (input, kind) in arguments.inputs.iter().zip(&kinds) {
        progress.begin(input);
        let report = match &clang {
            Some(clang) if needs_clang(kind) => clang.find(input, *kind == Kind::Ir, arguments, &library),
            _ => ir::find(input, arguments, (&library, &pins), &progress),
        };
        let shown = report.and_then(|mut report| {
            if arguments.dependences {
                dependences::add(&mut report, &arguments.python)?;
            }
            let searched = searched_notes(&report, arguments);
            progress.aside(|| searched.iter().for_each(|note| console.note(note)));
            let hint = !hinted && lacks_lines(&report) && !may_have_lines(input, *kind, arguments);
            hinted |= hint;
            progress.aside(|| {
                if hint {
                    console.note(NO_LINES);
                }
                show(&report, arguments, console)
            })
        });
        match shown {
            Ok(()) => {}
            Err(failure) => {
                progress.aside(|| console.report(&failure));
                worst = worst.max(Some(failure.code()));
            }
        }
    }
    match worst {
        None => Ok(Verdict::Fine),
        Some(3) => Err(Failure::ToldInternal),
        Some(_) => Err(Failure::Told),
    }
}

/// The idioms asked for. Notes are shown, errors end the run.
pub(super) fn library(arguments: &Find, console: &Console) -> Result<Library, Failure> {
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

/// The values to fix for variables, each of which some idiom has.
fn pins(arguments: &Find, library: &Library) -> Result<Vec<Pin>, Failure> {
    let pins = Pin::parse_all(arguments.pin.iter().map(String::as_str)).map_err(Failure::Usage)?;
    let is_known = |pin: &&Pin| library.idioms().iter().any(|idiom| idiom.has_variable(&pin.variable));
    match pins.iter().find(|pin| !is_known(pin)) {
        None => Ok(pins),
        Some(pin) => Err(Failure::Usage(format!(
            "no idiom that is looked for has a variable `{}` of its own that could be pinned",
            pin.variable
        ))),
    }
}

/// Refuses a variable of --per that no idiom has, or that is fixed.
fn check_attempts(arguments: &Find, library: &Library, pins: &[Pin]) -> Result<(), Failure> {
    let Some(variable) = &arguments.per else { return Ok(()) };
    if pins.iter().any(|pin| pin.variable == *variable) {
        return Err(Failure::Usage(format!("`{variable}` is pinned: there are no attempts by its values")));
    }
    if library.idioms().iter().any(|idiom| idiom.has_variable(variable)) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "no idiom that is looked for has a variable `{variable}` of its own that attempts could be told by"
    )))
}

/// Whether an input is compiled before it is looked at; refused is what clang does not compile.
pub(super) fn is_source(input: &Path, arguments: &Find) -> Result<bool, Failure> {
    Ok(kind(input, arguments)? == Kind::Source)
}

/// Whether an input is IR; refused is what clang does not compile.
pub(super) fn source_kind(input: &Path, arguments: &Find) -> Result<bool, Failure> {
    if input == Path::new("-") {
        return Err(Failure::Usage("what clang is to compile needs a file".to_owned()));
    }
    Ok(kind(input, arguments)? == Kind::Ir)
}

fn kind(input: &Path, arguments: &Find) -> Result<Kind, Failure> {
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

/// Whether something is told and nothing of it has a source line.
fn lacks_lines(report: &Report) -> bool {
    let findings = report.findings.iter().filter(|finding| !finding.outcome.is_about_the_search());
    let misses = report.near_misses.iter().filter(|miss| !miss.variables.is_empty());
    let mut places = findings.map(|f| &f.place).chain(misses.map(|m| &m.place)).peekable();
    places.peek().is_some() && places.all(Option::is_none)
}

/// Whether an input has debug locations, so that more of them give nothing that is reported a line.
fn may_have_lines(input: &Path, kind: Kind, arguments: &Find) -> bool {
    match kind {
        Kind::Source => {
            let mut flags = arguments.flags.iter().rev();
            flags.find(|flag| flag.as_encoded_bytes().starts_with(b"-g")).is_none_or(|flag| flag != "-g0")
        }
        Kind::Ir => ir::has_lines(input),
    }
}

fn show(report: &Report, arguments: &Find, console: &Console) -> Result<(), Failure> {
    match arguments.format {
        FindingFormat::Json => console.print(&report.to_json()),
        FindingFormat::Jscop | FindingFormat::Openscop => parts::show(report, arguments, console),
        FindingFormat::Text => {
            let note = found_nothing(report, arguments.explain, &arguments.pin);
            // Where no function was searched, that was said.
            if let Some(note) = note.filter(|_| report.functions > 0) {
                console.note(&note);
            }
            console.print(&text::write(report, console.colour))
        }
    }
}

/// Most functions that a note names; more are counted.
const MOST_NAMED: usize = 5;

/// Notes about the functions searched: that there are none, and which of them are not optimised.
fn searched_notes(report: &Report, arguments: &Find) -> Vec<String> {
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
    let unrotated = named(minsize).filter(|_| !is_found).map(|names| {
        format!(
            "{source}: optimised for the least size, since `minsize`, as all functions are at -Oz; loops test at \
             their begin there, and idioms expect it at their end: {names}"
        )
    });
    none.into_iter().chain(unoptimised).chain(unrotated).collect()
}

/// The first of the functions, and how many more there are; `None` if there are none.
fn named(functions: &[String]) -> Option<String> {
    let names: Vec<_> = functions.iter().take(MOST_NAMED).map(|name| shown_name(name)).collect();
    let more = functions.len().saturating_sub(MOST_NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!names.is_empty()).then(|| names.join(", ") + &more)
}

/// What to say where nothing is found: that there is nothing, or that not everything was searched, which is
/// not the same.
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
