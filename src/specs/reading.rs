//! From files to checked specifications, for searches, for checks, and for readers.

use super::analyses::Analyses;
use super::builtin::{BUILTIN, Index as BuiltinIndex};
use lang::atoms::Atom;
use lang::candl::ast::{Index, Name, Specification, Term};
use lang::candl::catalogue::{Catalogue, Entry};
use lang::candl::compile::{Compiled, compile_chosen, names_of, report_waiting};
use lang::candl::connected::cross_product;
use lang::candl::core::InstanceId;
use lang::candl::expand::{ExpandedFormula, expand};
use lang::candl::flatten::flatten;
use lang::candl::instantiate::Request;
use lang::candl::relations::ModelWords;
use lang::candl::safety::{Preparation, Ready, unbound_as_written};
use lang::candl::scope::IndexParameter;
use lang::candl::written::specification;
use lang::candl::{advice, headline};
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::render::{render_json, render_text};
use text::sources::Sources;

/// The name of a selection in diagnostics.
pub const SELECTION: &str = "<idioms>";

/// The diagnostics about files.
#[derive(Debug, Default)]
pub struct CheckOutcome {
    /// The files; spans of the diagnostics lie in them.
    pub sources: Sources,
    /// The diagnostics, ordered by place.
    pub diagnostics: Diagnostics,
}

impl CheckOutcome {
    /// The diagnostics as text, with the source lines; `colour` adds ANSI escapes.
    pub fn render(&self, colour: bool) -> String {
        render_text(&self.sources, &self.diagnostics, colour)
    }

    /// The diagnostics as a JSON array.
    pub fn json(&self) -> serde_json::Value {
        render_json(&self.sources, &self.diagnostics)
    }
}

/// The user's files beside the built-in ones that are `needed`.
pub fn sources(user: &[(String, Vec<u8>)], needed: &[bool]) -> Sources {
    let mut sources = Sources::new();
    for ((name, text), _) in BUILTIN.iter().zip(needed).filter(|(_, needed)| **needed) {
        sources.add_builtin(*name, *text);
    }
    for (name, bytes) in user {
        sources.add_bytes(name, bytes.clone());
    }
    sources
}

/// Compiles the files, with requests for the specifications `wanted` and those that `choose` adds.
pub fn compile_wanted(
    sources: &mut Sources,
    wanted: &[&str],
    choose: impl FnOnce(&Catalogue, &mut Vec<Request>, &mut Diagnostics),
) -> Compiled {
    let mut refused = Diagnostics::new();
    let files: Vec<u32> = wanted.iter().map(|text| sources.add_request(SELECTION, *text)).collect();
    let mut requests: Vec<Request> =
        files.into_iter().filter_map(|file| Request::parse(sources, file, &mut refused)).collect();
    let mut compiled = compile_chosen(sources, &ModelWords, |catalogue, diagnostics| {
        choose(catalogue, &mut requests, diagnostics);
        requests
    });
    compiled.diagnostics.extend(refused);
    compiled
}

/// Requests the user's specifications that run without a selection, and reports those that cannot.
pub fn request_user_specs(catalogue: &Catalogue, requests: &mut Vec<Request>, diagnostics: &mut Diagnostics) {
    let user = catalogue.ids().map(|id| catalogue.entry(id)).filter(|entry| !entry.builtin);
    let user = user.filter(|entry| entry.specification.analysis.is_none());
    for entry in user.filter(|entry| !entry.included && !entry.specification.private) {
        match is_runnable(entry) {
            true => requests.push(Request::of(&entry.specification.name)),
            false => report_waiting(entry, diagnostics),
        }
    }
}

fn is_runnable(entry: &Entry) -> bool {
    entry.required().next().is_none()
}

/// Checks the user's files; reports everything that a search for each of their specifications would report.
///
/// A specification that another one includes may leave variables unbound for it to bind.
pub fn check(user: &[(String, Vec<u8>)]) -> CheckOutcome {
    let Analysis { sources, compiled } = analyse(user);
    CheckOutcome { sources, diagnostics: compiled.diagnostics }
}

/// The user's files beside the built-in ones, compiled and checked.
#[derive(Debug, Default)]
pub struct Analysis {
    /// The built-in files, then the user's.
    pub sources: Sources,
    /// The results of all stages; the diagnostics are those of [`check`].
    pub compiled: Compiled,
}

/// Checks like [`check`], and returns the trees and the instances as well.
pub fn analyse(user: &[(String, Vec<u8>)]) -> Analysis {
    let mut sources = sources(user, &[true; BUILTIN.len()]);
    let mut compiled = compile_wanted(&mut sources, &[], |catalogue, requests, diagnostics| {
        request_user_specs(catalogue, requests, diagnostics);
        let user = catalogue.ids().map(|id| catalogue.entry(id)).filter(|entry| !entry.builtin);
        let parts = user.filter(|entry| entry.included && is_runnable(entry));
        requests.extend(parts.map(|entry| Request::of(&entry.specification.name)));
    });
    let mut preparation = Preparation::of(&compiled.program);
    let (analyses, errors) = Analyses::prepare(&compiled, &mut preparation);
    let errors = unbound_as_written(errors, &|span| sources.text(span));
    errors.into_iter().for_each(|error| compiled.diagnostics.push(error));
    for id in compiled.program.roots.iter().flatten() {
        let instance = compiled.program.instance(*id);
        let entry = compiled
            .catalogue
            .lookup_in(instance.span.file, &instance.name, false)
            .map(|id| compiled.catalogue.entry(id));
        if entry.is_some_and(|entry| entry.included) {
            continue;
        }
        let diagnostics = match prepare_instance(&mut preparation, &analyses, *id) {
            Ok(ready) => warnings_of(&ready, entry, &compiled.catalogue),
            Err(errors) => unbound_as_written(errors, &|span| sources.text(span)),
        };
        diagnostics.into_iter().for_each(|found| compiled.diagnostics.push(as_building_block(found)));
    }
    compiled.diagnostics.sort();
    Analysis { sources, compiled }
}

/// The variables of a specification, including those that its includes bring in, in order of first
/// appearance. Empty if it cannot be compiled.
pub fn variables(user: &[(String, Vec<u8>)], name: &str) -> Vec<String> {
    let mut sources = sources(user, &[true; BUILTIN.len()]);
    let compiled = compile_wanted(&mut sources, &[name], |_, _, _| {});
    let root = compiled.program.roots.first().copied().flatten();
    root.map_or_else(Vec::new, |root| names_of(&compiled.program, root))
}

/// Each of the user's specifications, and each formula of their analyses, fully expanded, with its name;
/// `None` if it cannot be expanded. Index
/// parameters without a value get 2.
pub fn expansions(user: &[(String, Vec<u8>)]) -> Vec<(String, Option<Specification>)> {
    let mut sources = sources(user, &[true; BUILTIN.len()]);
    let is_expanded = |entry: &&Entry| !entry.builtin && entry.specification.analysis.is_none();
    let compiled = compile_wanted(&mut sources, &[], |catalogue, requests, _| {
        let user = catalogue.ids().map(|id| catalogue.entry(id)).filter(is_expanded);
        requests.extend(user.map(|entry| Request {
            name: entry.specification.name.clone(),
            parameters: entry.required().map(two).collect(),
        }));
    });
    let user = compiled.catalogue.ids().map(|id| compiled.catalogue.entry(id)).filter(is_expanded);
    let expanded = |(entry, root): (&Entry, &Option<InstanceId>)| {
        let name = entry.specification.name.text.clone();
        let formula = root.and_then(|root| expand(&compiled.program, root).ok());
        let written = formula.map(|formula| specification(&name, &flatten(formula)));
        (name, written)
    };
    user.zip(&compiled.program.roots).map(expanded).collect()
}

/// The index parameter with the value 2.
fn two(parameter: &IndexParameter) -> (Name, Index) {
    let name = Name { text: parameter.name.clone(), span: parameter.span };
    (name, Index { terms: vec![(false, Term::Number(2, parameter.span))], span: parameter.span })
}

/// Warnings about a specification that can be searched for: unconnected parts, and mistakes in the lines of
/// its comment about findings.
pub fn warnings_of(ready: &Ready<Atom>, entry: Option<&Entry>, catalogue: &Catalogue) -> Vec<Diagnostic> {
    let mut warnings: Vec<Diagnostic> =
        cross_product(ready.compiled.problem(), &ready.source_map).into_iter().collect();
    if let Some(Entry { specification, .. }) = entry {
        let names: Vec<String> = ready.source_map.names.iter().map(ToString::to_string).collect();
        let (doc, span) = (&specification.doc, specification.name.span);
        warnings.extend(headline::mistakes(doc, span, &names));
        warnings.extend(advice::mistakes(doc, span, &names));
        if advice::marked_lines(doc).any(|line| line.starts_with('<')) {
            // The catalogue may have only those built-in files that a search needs.
            let builtin = BuiltinIndex::of_builtin();
            let mut known: Vec<&str> = catalogue.names(false).collect();
            for name in builtin.names() {
                known.push(name);
            }
            warnings.extend(advice::unknown_refined(doc, span, &known));
        }
    }
    warnings
}

/// Lowers, checks and plans an instance. An instance with a word unknown to the model, which has been
/// reported, gives no result, but its other errors.
pub fn prepare_instance(
    preparation: &mut Preparation<'_>,
    analyses: &Analyses,
    id: InstanceId,
) -> Result<Ready<Atom>, Vec<Diagnostic>> {
    analyses.with_relations(|relations| preparation.ready(id, relations))
}

/// Adds advice, since the specification may be meant for inclusion by a file that is not present.
fn as_building_block(error: Diagnostic) -> Diagnostic {
    match error.code {
        Code::UnboundVariable => {
            error.help("if this is a building block, check it together with a file that includes it")
        }
        _ => error,
    }
}

/// The fully expanded formula of the specification `NAME`; `None` if it cannot be expanded.
pub fn formula_of(user: &[(String, Vec<u8>)], name: &str) -> Option<ExpandedFormula> {
    let mut sources = sources(user, &[true; BUILTIN.len()]);
    let compiled = compile_wanted(&mut sources, &[name], |_, _, _| {});
    let root = compiled.program.roots.first().copied().flatten()?;
    expand(&compiled.program, root).ok()
}
