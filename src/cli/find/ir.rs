//! Searching IR as it is, in this process.

use super::progress::Progress;
use crate::cli::arguments::Find;
use crate::cli::console::Failure;
use crate::cli::specs;
use idiom::library::Library;
use idiom::llvm::{Module, own_version};
use idiom::passes::{Settings, Spelling, findings, near_misses, search};
use idiom::report::Report;
use std::path::Path;

/// The module in a file, or from stdin where that is `-`.
pub(in crate::cli) fn read(input: &Path) -> Result<Module, Failure> {
    let module = match input == Path::new("-") {
        true => Module::parse(&specs::read_all_of_stdin().map_err(Failure::Usage)?, &name_of(input)),
        false => Module::read(input),
    };
    module.map_err(|error| Failure::Usage(error.to_string()))
}

fn name_of(input: &Path) -> String {
    if input == Path::new("-") { "<stdin>".to_owned() } else { input.display().to_string() }
}

/// Everything found in a module, function by function in its order.
pub(super) fn find(
    input: &Path,
    arguments: &Find,
    library: &Library,
    progress: &Progress,
) -> Result<Report, Failure> {
    let module = read(input)?;
    let folder = std::env::current_dir().unwrap_or_default();
    let (budget, explain) = (arguments.bounds(), arguments.explain);
    let most_findings = arguments.findings as usize;
    let settings = Settings {
        library,
        budget,
        most_findings,
        explain,
        told: true,
        refusals: true,
        later: &[],
        applied: None,
    };
    let mut report = Report::new(name_of(input), own_version());
    let is_chosen = |name: &str| arguments.function.as_ref().is_none_or(|wanted| wanted.is_match(name));
    for function in module.functions().filter(|f| !f.is_declaration() && is_chosen(&f.name())) {
        progress.visit(input, &function.name());
        report.note_searched(&function.name(), function.is_optnone());
        let extraction = function.extract();
        let model = &extraction.model;
        let describe = |value| extraction.describe(value);
        let block = |instruction| extraction.describe_block(instruction);
        let variable = |value| extraction.variable(value).cloned();
        let inlined_from = |value| extraction.inlined_from(value);
        let spelling = Spelling {
            describe: &describe,
            block: &block,
            variable: &variable,
            inlined_from: &inlined_from,
            folder: &folder,
        };
        let answer = search(model, &settings);
        let view = answer.view(model);
        report.findings.extend(findings(&view, &spelling, &answer.hits, 0));
        report.near_misses.extend(near_misses(model, &spelling, library.sources(), &answer));
    }
    Ok(report)
}
