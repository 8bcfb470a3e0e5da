//! The stages from text to instances, in order.
//!
//! ```text
//! text ─parse─▶ syntax trees ─enter─▶ catalogue ─resolve─▶ (checked) ─instantiate─▶ program
//! ```
//!
//! A file with errors does not stop the others: all diagnostics of all stages come back at once, and a
//! request gets its instance when what it needs is free of errors.

use super::catalogue::Catalogue;
use super::core::Program;
use super::diagnostic::Diagnostics;
use super::instantiate::{Request, instantiate};
use super::parser::{Parsed, parse};
use super::resolve::resolve;
use super::sources::{SourceKind, Sources};
use super::vocabulary::Vocabulary;

/// What the front end makes of files and requests.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The files as parsed, in the order of the sources.
    pub parsed: Vec<Parsed>,
    /// Their specifications.
    pub catalogue: Catalogue,
    /// The instances asked for.
    pub program: Program,
    /// Everything there is to say, ordered by place.
    pub diagnostics: Diagnostics,
}

/// Runs all stages up to the core language. Every file of specifications in `sources` is read; `requests` says what to run.
pub fn compile(sources: &Sources, vocabulary: &dyn Vocabulary, requests: &[Request]) -> Compiled {
    front(sources, vocabulary, |_| requests.to_vec())
}

/// Checks the user's files: every specification of theirs that can be run without index parameters is
/// instantiated, for what only shows then.
pub fn check(sources: &Sources, vocabulary: &dyn Vocabulary) -> Compiled {
    front(sources, vocabulary, |catalogue| {
        let own = catalogue.ids().map(|id| catalogue.entry(id)).filter(|entry| !entry.builtin);
        let ready = own.filter(|entry| entry.parameters.iter().all(|parameter| !parameter.required));
        ready.map(|entry| Request::of(&entry.specification.name)).collect()
    })
}

fn front(
    sources: &Sources,
    vocabulary: &dyn Vocabulary,
    requests: impl FnOnce(&Catalogue) -> Vec<Request>,
) -> Compiled {
    let mut diagnostics = Diagnostics::new();
    let files = (0..sources.len() as u32).filter(|file| sources.file(*file).kind() != SourceKind::Request);
    let parsed: Vec<Parsed> = files.map(|file| parse(sources, file, &mut diagnostics)).collect();
    let specifications = parsed.iter().flat_map(|parsed| parsed.file.specifications.iter().cloned());
    let mut catalogue = Catalogue::new(sources, specifications, &mut diagnostics);
    resolve(&mut catalogue, vocabulary, &mut diagnostics);
    let requests = requests(&catalogue);
    let program = instantiate(&catalogue, &requests, &mut diagnostics);
    diagnostics.sort();
    Compiled { parsed, catalogue, program, diagnostics }
}
