//! The built-in specifications, the user's beside them, and the idioms that are to be found.
//!
//! Everything that runs idioms goes through here: plugin and command see one set of names. Start-up counts in
//! every compiler run, so the built-in idioms were made ready when this was built, and are only read back.
//! Where they do not do, since the user has files or wants what is no idiom by itself, of the built-in files
//! those are parsed which the chosen specifications need.
//!
//! ```text
//! user's x.candl, selection ["VectorLength", "SumChain[N=4]"]  =>  two idioms ready to search, or diagnostics
//! ```

#[cfg(test)]
mod expansion_test;
#[cfg(test)]
mod growth_test;
#[cfg(test)]
mod prebuilt_test;
mod shelf;
#[cfg(test)]
mod terms_test;
#[cfg(test)]
mod tests;

pub use solver::{Budget, Exhausted, Mismatch};
pub use specs::builtin::{BUILTIN, Builtin, Group, RewriteSet, Topic, builtins, rewrite_sets, topics};
pub use specs::idiom::{ConstraintCounts, Found, Idiom, Solution, summed};
pub use specs::loosened::{Loosened, Misfit as TypeMisfit};
pub use specs::near_miss::{Assigned, Attempts, Failing, NearMiss};
pub use specs::reading::{
    Analysis, SELECTION, Told, analyse, check, expansion, expansions, formula_of, variables,
};

use lang::candl::ast::Specification;
use specs::builtin::{Index, with_groups};
use specs::making::{Made, make, make_rewrites};
use std::sync::OnceLock;
use text::diagnostic::{Code, Diagnostics};
use text::render::render_text;
use text::sources::Sources;

/// Says that files hold [nothing to search for](Library::is_empty), up to what names one of their
/// specifications.
pub const NOTHING_TO_RUN: &str =
    "no specification in the files can be run as it is; one with index parameters is run when";

/// Specifications read and checked, and the idioms chosen from them made ready.
#[derive(Debug)]
pub struct Library {
    idioms: Vec<Idiom>,
    rewrites: Vec<Specification>,
    /// Of prebuilt idioms all built-in files, when they are asked for.
    sources: OnceLock<Sources>,
    diagnostics: Diagnostics,
}

impl Library {
    /// Reads the user's files (name, bytes) beside the built-in ones and makes the selected idioms ready.
    ///
    /// Without a selection these are, of the user's specifications, all that can be run without index
    /// parameters and that no other includes; without files of the user's, the built-in idioms that are no
    /// mere building block. A selection names them exactly, each `NAME` or `NAME[N=8,M=2]`; the name of a
    /// [group](topics) stands for its idioms.
    ///
    /// Never fails as a whole: what is wrong is in the [diagnostics](Self::diagnostics), all of it, and
    /// idioms that are free of errors can be searched for.
    pub fn new(user: Vec<(String, Vec<u8>)>, selection: Option<&[String]>) -> Library {
        let selection = selection.map(|names| with_groups(names, &user));
        let selection = selection.as_deref();
        // The user's files may hide what is built in.
        let prebuilt = if user.is_empty() { shelf::select(selection) } else { None };
        match prebuilt {
            Some(idioms) => Library {
                idioms,
                rewrites: Vec::new(),
                sources: OnceLock::new(),
                diagnostics: Diagnostics::new(),
            },
            None => Library::read(&user, selection),
        }
    }

    /// Reads what is needed, and everything where a name is not known.
    fn read(user: &[(String, Vec<u8>)], selection: Option<&[String]>) -> Library {
        let index = Index::of_builtin();
        let wanted: Vec<&str> = match selection {
            Some(names) => names.iter().map(String::as_str).collect(),
            None if user.is_empty() => index.idioms(),
            None => Vec::new(),
        };
        let needed = index.files_for(user.iter().map(|(_, bytes)| bytes.as_slice()), &wanted);
        let also_own = selection.is_none();
        let first = make(user, &needed, &wanted, also_own);
        let is_unknown = |code| code == Code::UnknownSpecification;
        if first.diagnostics.iter().any(|diagnostic| is_unknown(diagnostic.code)) {
            // Suggest among all names.
            return make(user, &[true; BUILTIN.len()], &wanted, also_own).into();
        }
        first.into()
    }

    /// Reads the user's files and makes rewrites ready: those named, singly or as a built-in set, and all
    /// that the files at the positions `whole` declare.
    pub fn of_rewrites(user: &[(String, Vec<u8>)], names: &[String], whole: &[usize]) -> Library {
        if user.is_empty() {
            let sources = all_sources();
            if let Some((idioms, rewrites)) = shelf::rewrites(&sources, names) {
                return Library {
                    idioms,
                    rewrites,
                    sources: sources.into(),
                    diagnostics: Diagnostics::new(),
                };
            }
        }
        let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
        let needed = Index::of_builtin().files_for(user.iter().map(|(_, bytes)| bytes.as_slice()), &wanted);
        make_rewrites(user, &needed, &wanted, whole).into()
    }

    /// The rewrites among what was asked for as rewrites, or as idioms that are not prebuilt.
    pub fn rewrites(&self) -> &[Specification] {
        &self.rewrites
    }

    /// The idioms that can be searched for, each once, in the order asked for.
    pub fn idioms(&self) -> &[Idiom] {
        &self.idioms
    }

    /// Whether there is nothing to search for though nothing is wrong: no specification in the files can be
    /// run as it is.
    pub fn is_empty(&self) -> bool {
        self.idioms.is_empty() && !self.has_errors()
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
        self.sources.get_or_init(all_sources)
    }

    /// One of its idioms without what it asks of types; `None` if it asks nothing.
    pub fn without_types(&self, idiom: &Idiom) -> Option<Loosened> {
        if idiom.is_prebuilt() { shelf::without_types(idiom.name()) } else { idiom.without_types() }
    }

    /// The diagnostics as text, with the source lines; `colour` adds ANSI escapes.
    pub fn render(&self, colour: bool) -> String {
        render_text(self.sources(), &self.diagnostics, colour)
    }
}

/// The built-in files, all of them.
fn all_sources() -> Sources {
    specs::reading::sources(&[], &[true; BUILTIN.len()])
}

impl From<Made> for Library {
    fn from(made: Made) -> Library {
        let Made { idioms, rewrites, sources, diagnostics } = made;
        Library { idioms, rewrites, sources: sources.into(), diagnostics }
    }
}
