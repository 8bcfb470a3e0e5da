//! Searching IR as it is, in this process.

use super::progress::Progress;
use crate::cli::arguments::Find;
use crate::cli::console::Failure;
use idiom::library::Library;
use idiom::llvm::{Module, own_version};
use idiom::passes::{Settings, findings, search};
use idiom::report::Report;
use std::path::Path;

/// Everything found in a module, function by function in its order.
pub(super) fn find(
    input: &Path,
    arguments: &Find,
    library: &Library,
    progress: &Progress,
) -> Result<Report, Failure> {
    let module = Module::read(input).map_err(|error| Failure::Usage(error.to_string()))?;
    let folder = std::env::current_dir().unwrap_or_default();
    let settings = Settings { library, budget: arguments.budget, told: true };
    let mut report = Report::new(input.display().to_string(), own_version());
    for function in module.functions().filter(|function| !function.is_declaration()) {
        progress.visit(input, &function.name());
        let extraction = function.extract();
        let model = &extraction.model;
        let hits = search(model, &settings);
        report.findings.extend(findings(model, &|value| extraction.describe(value), &folder, &hits, 0));
    }
    Ok(report)
}
