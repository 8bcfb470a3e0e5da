//! The built-in specifications, the user's beside them, and the idioms that are to be found.
//!
//! Everything that runs idioms goes through here: plugin and command see one set of names. Start-up counts
//! in every compiler run, so that of the built-in files only those are parsed which the chosen idioms need.
//!
//! ```text
//! user's x.candl, selection ["VectorLength", "SumChain[N=4]"]  =>  two idioms ready to search, or diagnostics
//! ```

mod builtin;
mod idiom;
mod near_miss;
mod reading;
#[cfg(test)]
mod tests;

pub use crate::solver::Misfit;
pub use builtin::{BUILTIN, Builtin, builtins};
pub use idiom::{ConstraintCounts, DEFAULT_BUDGET, Found, Idiom, Solution, summed};
pub use near_miss::{Assigned, Failing, NearMiss};
pub use reading::{SELECTION, Told, check, expansion};

use crate::candl::compile::Compiled;
use crate::candl::diagnostic::{Code, Diagnostics};
use crate::candl::render::render_text;
use crate::candl::sources::Sources;
use builtin::Index;
use reading::{compile_wanted, make_ready, own, sources};
use rustc_hash::FxHashSet;

/// Specifications read and checked, and the idioms chosen from them made ready.
#[derive(Debug)]
pub struct Library {
    idioms: Vec<Idiom>,
    sources: Sources,
    diagnostics: Diagnostics,
}

impl Library {
    /// Reads the user's files (name, bytes) beside the built-in ones and makes the selected idioms ready.
    ///
    /// Without a selection these are the built-in idioms that are no mere building block and every specification of
    /// the user's that can be run without index parameters and that no other includes. A selection
    /// names them exactly, each `NAME` or `NAME[N=8,M=2]`.
    ///
    /// Never fails as a whole: what is wrong is in the [diagnostics](Self::diagnostics), all of it, and idioms
    /// that are free of errors can be searched for.
    pub fn new(user: Vec<(String, Vec<u8>)>, selection: Option<&[String]>) -> Library {
        let index = Index::new();
        let wanted: Vec<&str> = match selection {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => index.idioms(),
        };
        let needed = index.files_for(user.iter().map(|(_, bytes)| bytes.as_slice()), &wanted);
        let first = Library::read(&user, &needed, &wanted, selection.is_none());
        let is_unknown = |code| code == Code::UnknownSpecification;
        if first.diagnostics.iter().any(|diagnostic| is_unknown(diagnostic.code)) {
            // Suggest among all names.
            return Library::read(&user, &vec![true; BUILTIN.len()], &wanted, selection.is_none());
        }
        first
    }

    /// The stages, over the built-in files that are `needed`.
    fn read(user: &[(String, Vec<u8>)], needed: &[bool], wanted: &[&str], also_own: bool) -> Library {
        let mut sources = sources(user, needed);
        let mut compiled = compile_wanted(&mut sources, wanted, |catalogue, requests, diagnostics| {
            if also_own {
                own(catalogue, requests, diagnostics);
            }
        });
        let idioms = idioms(&mut compiled);
        compiled.diagnostics.sort();
        Library { idioms, sources, diagnostics: compiled.diagnostics }
    }

    /// The idioms that can be searched for, each once, in the order asked for.
    pub fn idioms(&self) -> &[Idiom] {
        &self.idioms
    }

    /// Whether something is wrong with the files or the selection.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// What there is to say, ordered by place.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The files read; spans of the diagnostics lie in them.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The diagnostics as text, with the source lines; `colour` adds ANSI escapes.
    pub fn render(&self, colour: bool) -> String {
        render_text(&self.sources, &self.diagnostics, colour)
    }
}

/// Makes ready what was asked for. One instance asked for twice is one idiom.
fn idioms(compiled: &mut Compiled) -> Vec<Idiom> {
    let mut idioms = Vec::new();
    let mut known = FxHashSet::default();
    for id in compiled.program.roots.iter().flatten().copied() {
        if !known.insert(id) {
            continue;
        }
        match make_ready(&compiled.program, id) {
            Ok(ready) => {
                let instance = compiled.program.instance(id);
                let entry =
                    compiled.catalogue.lookup(&instance.name, false).map(|id| compiled.catalogue.entry(id));
                let doc = entry.map_or(&[][..], |entry| &entry.specification.doc);
                idioms.push(Idiom::new(instance.to_string(), doc, ready));
            }
            Err(errors) => errors.into_iter().for_each(|error| compiled.diagnostics.push(error)),
        }
    }
    idioms
}
