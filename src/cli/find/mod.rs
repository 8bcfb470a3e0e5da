//! `idiom find INPUT…`: idioms in LLVM IR and in C and C++ sources.
//!
//! IR is searched in this process (`ir.rs`). Sources, and IR with `--at`, go through clang with the plugin of
//! this build (`src/tools/find/clang.rs`), so that plugin and command agree. Both ways return reports.

pub(super) mod ir;
mod profile;

use library::Library;
use report::{NO_LINES, write_whole};
use search::{Pin, Settings};
use std::path::Path;
use tools::Verdict;
use tools::arguments::Find;
use tools::console::{Console, Failure};
use tools::find::clang::{Clang, RequestFile};
use tools::find::progress::SearchProgress;
use tools::find::{Kind, dependences, kind, lacks_lines, library, searched_notes, show};
use tools::functions;
use tools::list::in_groups;

pub(super) fn run(arguments: &Find, console: &Console) -> Result<Verdict, Failure> {
    let mut arguments = arguments.clone();
    arguments.idiom.extend(in_groups(&arguments.group)?);
    let options = arguments.options()?;
    arguments.explain |= !options.pins.is_empty() || options.attempts.is_some();
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
            None => {
                let declared = functions::declared(&arguments.facts, &arguments.spec)?;
                profile::run(arguments, &library, (options.budget, &declared), console)
            }
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
    check_pins(&options.pins, &library)?;
    check_attempts(arguments, &library, &options.pins)?;
    if let Some(file) = &arguments.request {
        let written = write_whole(file, &arguments.as_request(&library)?.to_json());
        written.map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
        return Ok(Verdict::Fine);
    }
    let needs_clang = |kind: &Kind| *kind == Kind::Source || arguments.at.is_some();
    let clang = match kinds.iter().any(needs_clang) {
        true => {
            let request = RequestFile::write(&arguments.as_request(&library)?)?;
            Some((Clang::new(arguments.plugin.as_deref())?, request))
        }
        false if arguments.flags.is_empty() => None,
        false => {
            return Err(Failure::Usage(
                "flags behind `--` are for clang; IR is only compiled with --at".to_owned(),
            ));
        }
    };
    let declared = functions::declared(&arguments.facts, &arguments.spec)?;
    let progress = SearchProgress::new(arguments.inputs.len());
    let (mut worst, mut hinted) = (None, false);
    for (input, kind) in arguments.inputs.iter().zip(&kinds) {
        progress.begin(input);
        let report = match &clang {
            Some((clang, request)) if needs_clang(kind) => {
                clang.find(input, *kind == Kind::Ir, &arguments.flags, request)
            }
            _ => {
                let settings = Settings::with_options(&library, &options);
                ir::find(input, arguments, &settings, &declared, &progress)
            }
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
        Some(3) => Err(Failure::ReportedInternal),
        Some(_) => Err(Failure::Reported),
    }
}

/// Refuses a pin of a variable that no idiom has.
fn check_pins(pins: &[Pin], library: &Library) -> Result<(), Failure> {
    let is_known = |pin: &&Pin| library.idioms().iter().any(|idiom| idiom.has_variable(&pin.variable));
    match pins.iter().find(|pin| !is_known(pin)) {
        None => Ok(()),
        Some(pin) => Err(Failure::Usage(format!(
            "no idiom that is looked for has a variable `{}` of its own that could be pinned",
            pin.variable
        ))),
    }
}

/// Refuses a variable of --per that no idiom has, or that is pinned.
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

/// Whether an input may have debug locations. If so, the hint to compile with them is not shown.
fn may_have_lines(input: &Path, kind: Kind, arguments: &Find) -> bool {
    match kind {
        Kind::Source => {
            let mut flags = arguments.flags.iter().rev();
            flags.find(|flag| flag.as_encoded_bytes().starts_with(b"-g")).is_none_or(|flag| flag != "-g0")
        }
        Kind::Ir => ir::has_lines(input),
    }
}
