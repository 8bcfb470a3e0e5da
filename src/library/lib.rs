//! The built-in specifications beside the user's, and the idioms selected from them.
//!
//! Plugin and command select idioms only through this crate, so that both have the same names. Start-up time
//! counts in every compiler run, so the built-in idioms are compiled at build time and only read back. If the
//! user supplies specification files, or requests something that was not precompiled, the specifications are
//! compiled in this process instead; only the built-in files that they need are parsed.
//!
//! ```text
//! user's x.candl, selection ["VectorLength", "SumChain[N=4]"]  =>  two idioms ready to search, or diagnostics
//! ```

#[cfg(test)]
mod analyses_test;
#[cfg(test)]
mod expansion_test;
#[cfg(test)]
mod growth_test;
mod packed;
mod prebuilt_table;
#[cfg(test)]
mod prebuilt_test;
#[cfg(test)]
mod terms_test;
#[cfg(test)]
mod tests;

pub use solver::{Budget, Exhausted, Mismatch};
pub use specs::builtin::{
    ACT, BUILTIN, Builtin, Group, RewriteSet, Topic, builtins, rewrite_sets, to_act_on, to_run_in_parallel,
    topics,
};
pub use specs::expanding::expansion;
pub use specs::fact::{Fact, Interface};
pub use specs::idiom::{ConstraintCounts, Idiom, SearchResult, Solution, summed};
pub use specs::loosened::{Loosened, TypeMisfit};
pub use specs::near_miss::{Assigned, Attempts, Failing, NearMiss};
pub use specs::reading::{
    Analysis, CheckOutcome, SELECTION, analyse, check, expansions, formula_of, variables,
};

use lang::candl::ast::Specification;
use specs::builtin::{Index, facts_in, specifications_in, with_groups};
use specs::compile::{CompiledLibrary, compile_idioms, compile_rewrites};
use std::sync::OnceLock;
use text::diagnostic::{Code, Diagnostics};
use text::render::render_text;
use text::sources::Sources;

/// The message for files with [nothing to search for](Library::is_empty), up to the way to name one of their
/// specifications.
pub const NOTHING_TO_RUN: &str =
    "no specification in the files can be run as it is; one with index parameters is run when";

/// Checked specifications, and the idioms selected from them, ready to search for.
#[derive(Debug)]
pub struct Library {
    idioms: Vec<Idiom>,
    facts: Vec<Fact>,
    rewrites: Vec<Specification>,
    /// The files read. For prebuilt idioms these are all built-in files, added on first use.
    sources: OnceLock<Sources>,
    diagnostics: Diagnostics,
}

impl Library {
    /// Reads the user's files (name, bytes) beside the built-in ones, and prepares the selected idioms.
    ///
    /// Without a selection these are the user's specifications that need no index parameters and that no
    /// other one includes; without files of the user's, they are the built-in idioms that are not mere
    /// building blocks. A selection lists them exactly, each as `NAME` or `NAME[N=8,M=2]`; the name of a
    /// [group](topics) stands for its idioms.
    ///
    /// Loading never fails as a whole: all errors are in the [diagnostics](Self::diagnostics), and idioms
    /// without errors can be searched for.
    pub fn new(user: Vec<(String, Vec<u8>)>, selection: Option<&[String]>) -> Library {
        let selection = selection.map(|names| with_groups(names, &user));
        let selection = selection.as_deref();
        // The user's files may shadow built-in specifications.
        let prebuilt = if user.is_empty() { prebuilt_table::select(selection) } else { None };
        match prebuilt {
            Some(idioms) => Library {
                facts: prebuilt_table::facts(&idioms),
                idioms,
                rewrites: Vec::new(),
                sources: OnceLock::new(),
                diagnostics: Diagnostics::new(),
            },
            None => Library::read(&user, selection),
        }
    }

    /// Compiles the selection from the files it needs; from all files if a name is unknown.
    fn read(user: &[(String, Vec<u8>)], selection: Option<&[String]>) -> Library {
        let index = Index::of_builtin();
        let wanted: Vec<&str> = match selection {
            Some(names) => names.iter().map(String::as_str).collect(),
            None if user.is_empty() => index.idioms(),
            None => Vec::new(),
        };
        let needed = index.files_for(user.iter().map(|(_, bytes)| bytes.as_slice()), &wanted);
        let also_own = selection.is_none();
        let first = compile_idioms(user, &needed, &wanted, also_own);
        let is_unknown = |code| code == Code::UnknownSpecification;
        if first.diagnostics.iter().any(|diagnostic| is_unknown(diagnostic.code)) {
            // Suggestions are chosen among all names.
            return compile_idioms(user, &[true; BUILTIN.len()], &wanted, also_own).into();
        }
        first.into()
    }

    /// Reads the user's files and prepares rewrites: those named, singly or as a built-in set, and all those
    /// in the files at the positions `whole`.
    pub fn of_rewrites(user: &[(String, Vec<u8>)], names: &[String], whole: &[usize]) -> Library {
        if user.is_empty() {
            let sources = all_sources();
            if let Some((idioms, rewrites)) = prebuilt_table::rewrites(&sources, names) {
                return Library {
                    facts: prebuilt_table::facts(&idioms),
                    idioms,
                    rewrites,
                    sources: sources.into(),
                    diagnostics: Diagnostics::new(),
                };
            }
        }
        let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
        let needed = Index::of_builtin().files_for(user.iter().map(|(_, bytes)| bytes.as_slice()), &wanted);
        compile_rewrites(user, &needed, &wanted, whole).into()
    }

    /// Reads the user's files beside the built-in ones, and prepares facts about functions: those named, or
    /// all built-in ones and the user's.
    pub fn of_facts(user: &[(String, Vec<u8>)], names: Option<&[String]>) -> Library {
        let mut wanted: Vec<&str> = match names {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => BUILTIN.iter().flat_map(|(_, text)| facts_in(text)).collect(),
        };
        wanted.sort_unstable();
        wanted.dedup();
        let library: Library = compile_idioms(user, &[true; BUILTIN.len()], &wanted, names.is_none()).into();
        // The formulas of facts are searched by the facts alone.
        Library { idioms: Vec::new(), ..library }
    }

    /// The names of all built-in facts about functions, and of those that the user's files declare.
    pub fn names_of_facts(user: &[(String, Vec<u8>)]) -> Vec<String> {
        let builtin = BUILTIN.iter().map(|(_, text)| (*text).to_owned());
        let own = user.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
        builtin.chain(own).flat_map(|text| facts_in(&text).map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    /// The names of all built-in specifications, and of those in the user's files.
    pub fn names_of_specifications(user: &[(String, Vec<u8>)]) -> Vec<String> {
        let builtin = BUILTIN.iter().map(|(_, text)| (*text).to_owned());
        let own = user.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
        let names = |text: String| specifications_in(&text).map(str::to_owned).collect::<Vec<_>>();
        builtin.chain(own).flat_map(names).collect()
    }

    /// The rewrites among the requested rewrites, or among requested idioms that are not prebuilt.
    pub fn rewrites(&self) -> &[Specification] {
        &self.rewrites
    }

    /// The idioms that can be searched for, without duplicates, in the order requested.
    pub fn idioms(&self) -> &[Idiom] {
        &self.idioms
    }

    /// The facts about functions that its idioms mention, directly or by others.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Whether there is nothing to search for although there are no errors: no specification in the files can
    /// be run as it is.
    pub fn is_empty(&self) -> bool {
        self.idioms.is_empty() && !self.has_errors()
    }

    /// Whether there are errors in the files or the selection.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// All diagnostics, ordered by place.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The files read; spans of the diagnostics lie in them.
    pub fn sources(&self) -> &Sources {
        self.sources.get_or_init(all_sources)
    }

    /// One of its idioms without its constraints on types; `None` if it has none.
    pub fn without_types(&self, idiom: &Idiom) -> Option<Loosened> {
        if idiom.is_prebuilt() { prebuilt_table::without_types(idiom.name()) } else { idiom.without_types() }
    }

    /// The diagnostics as text, with the source lines; `colour` adds ANSI escapes.
    pub fn render(&self, colour: bool) -> String {
        render_text(self.sources(), &self.diagnostics, colour)
    }
}

/// All built-in files.
fn all_sources() -> Sources {
    specs::reading::sources(&[], &[true; BUILTIN.len()])
}

impl From<CompiledLibrary> for Library {
    fn from(compiled: CompiledLibrary) -> Library {
        let CompiledLibrary { idioms, facts, rewrites, sources, diagnostics } = compiled;
        Library { idioms, facts, rewrites, sources: sources.into(), diagnostics }
    }
}
