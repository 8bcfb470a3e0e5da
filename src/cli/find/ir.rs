//! The search of IR as it is, in this process.

use facts::{Answers, Declared, ModuleFacts};
use idiom::find::{InFunction, in_function, with_spelling};
use ir::Model;
use library::{Idiom, NearMiss};
use llvm::{Module, ModuleError, own_version};
use report::{self, Finding, Report};
use search::Settings;
use std::path::Path;
use tools::arguments::Find;
use tools::console::Failure;
use tools::find::progress::SearchProgress;
use tools::find::{HEADERS, SOURCES};
use tools::specs;
use wording::{Answer, near_misses};

/// The module in a file, or on stdin if the name is `-`.
pub(in crate::cli) fn read(input: &Path) -> Result<Module, Failure> {
    let module = match input == Path::new("-") {
        true => Module::parse(&specs::read_all_of_stdin().map_err(Failure::Usage)?, &name_of(input)),
        false => Module::read(input),
    };
    module.map_err(|error| Failure::Usage(format!("{error}{}", hint(&error, input))))
}

/// The hint how to make IR of a source.
fn hint(error: &ModuleError, input: &Path) -> String {
    let extension = input.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_code = SOURCES.contains(&extension) || HEADERS.contains(&extension);
    match error {
        ModuleError::Parse { .. } if is_code => {
            format!("\n{} is a source; `clang -O2 -S -emit-llvm` makes IR of it", input.display())
        }
        _ => String::new(),
    }
}

/// Whether a function in the file has debug locations. False for stdin, which cannot be read again.
pub(super) fn has_lines(input: &Path) -> bool {
    let module = if input == Path::new("-") { None } else { read(input).ok() };
    module.is_some_and(|module| {
        module.functions().filter(|function| !function.is_declaration()).any(|function| {
            let extraction = function.extract();
            extraction.model.function().line.is_some()
                || extraction.model.values().any(|value| extraction.model.location(value).is_some())
        })
    })
}

fn name_of(input: &Path) -> String {
    if input == Path::new("-") { "<stdin>".to_owned() } else { input.display().to_string() }
}

/// The findings in a module, in the order of its functions.
pub(super) fn find(
    input: &Path,
    arguments: &Find,
    settings: &Settings<'_>,
    declared: &Declared,
    progress: &SearchProgress,
) -> Result<Report, Failure> {
    let module = read(input)?;
    let bodies = |name: &str| module.body(name);
    let facts =
        ModuleFacts::new(settings.library.facts(), declared, &bodies, settings.budget, Answers::default());
    let settings = &Settings { facts: Some(&facts), ..*settings };
    let mut report = Report::new(name_of(input), own_version());
    let is_chosen = |name: &str| arguments.function.as_ref().is_none_or(|wanted| wanted.is_match(name));
    for function in module.functions().filter(|f| !f.is_declaration() && is_chosen(&f.name())) {
        progress.visit(input, &function.name());
        report.note_searched(&function.name(), function.level());
        let InFunction { extraction, matches, answer, .. } = in_function(function, settings);
        let found: Vec<Finding> = matches.into_iter().map(|found| found.finding).collect();
        let described = |answer: &Answer| {
            with_spelling(&extraction, |spelling| {
                near_misses(&extraction.model, spelling, settings.library.sources(), answer)
            })
        };
        report.near_misses.extend(described(&answer));
        if arguments.explain_beside {
            let failures = failures(&extraction.model, settings, answer);
            let is_found = |miss: &report::NearMiss| found.iter().any(|finding| finding.idiom == miss.idiom);
            let misses = described(&failures).into_iter();
            report
                .near_misses
                .extend(misses.map(|miss| report::NearMiss { further: is_found(&miss), ..miss }));
        }
        report.findings.extend(found);
    }
    Ok(report)
}

/// An answer with the nearest misses of idioms that `answer` has none for. Terms are numbered per search, so
/// the terms of `answer` are not used here.
fn failures(model: &Model, settings: &Settings<'_>, answer: Answer) -> Answer {
    let (misses, terms) = {
        let view = answer.view(model).with_facts(settings.facts);
        let world = view.world();
        let all = || answer.parts().flat_map(|part| &part.misses);
        let is_reported = |idiom: &Idiom| all().any(|(name, _)| name == idiom.name());
        let others = settings.library.idioms().iter().filter(|idiom| !is_reported(idiom));
        let failure = |idiom: &Idiom| {
            let mut miss = idiom.best_failure_in(&world, settings.budget)?;
            if let Some(list) = settings.attempts {
                list.add_to(&mut miss, idiom, (&view, &world), (settings.budget, &[]));
            }
            Some((idiom.name().to_owned(), miss))
        };
        let misses: Vec<(String, NearMiss)> = others.filter_map(failure).collect();
        let values = misses.iter().flat_map(|(_, miss)| miss.assigned());
        let terms = values.filter_map(|value| Some((value, world.term(value)?))).collect();
        (misses, terms)
    };
    Answer { misses, terms, copy: answer.copy, base: answer.base, ..Answer::default() }
}
