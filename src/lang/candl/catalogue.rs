//! The specifications of all files, by name.
//!
//! A user's specification hides a built-in one of the same name in the user's files; built-in specifications
//! still see the built-in one, so that `Loop` keeps its meaning inside the library.

use rustc_hash::FxHashMap;

use super::ast::{FactHead, Name, Specification, Symbol};
use super::scope::{IndexParameter, index_parameters};
use text::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use text::sources::Sources;

/// A specification, as an index into the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpecId(pub u32);

/// A specification with the facts that its includers need.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The specification as parsed.
    pub specification: Specification,
    /// Whether it belongs to the built-in library.
    pub builtin: bool,
    /// The index names that it leaves free, in order of first appearance.
    pub parameters: Vec<IndexParameter>,
    /// Whether it has no known errors, except unknown words.
    pub sound: bool,
    /// Whether another specification includes it.
    pub included: bool,
}

impl Entry {
    /// The parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<&IndexParameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// The parameters without a default.
    pub fn required(&self) -> impl Iterator<Item = &IndexParameter> {
        self.parameters.iter().filter(|parameter| parameter.required)
    }
}

/// All specifications, in the order of the files.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    entries: Vec<Entry>,
    user: FxHashMap<String, SpecId>,
    /// Specifications by file and name.
    private: FxHashMap<(u32, String), SpecId>,
    builtin: FxHashMap<String, SpecId>,
}

impl Catalogue {
    /// Enters the specifications of parsed files, in the order of the files, and reports names that clash.
    pub fn new(
        sources: &Sources,
        specifications: impl IntoIterator<Item = Specification>,
        diagnostics: &mut Diagnostics,
    ) -> Catalogue {
        let mut catalogue = Catalogue::default();
        for specification in specifications {
            let builtin = sources.file(specification.span.file).is_builtin();
            let id = SpecId(catalogue.entries.len() as u32);
            let name = &specification.name;
            let here = (name.span.file, name.text.clone());
            let public = if builtin { &mut catalogue.builtin } else { &mut catalogue.user };
            // Names clash within a file, or between public specifications. A private one may repeat a public
            // name of another file, which it shadows in its own.
            let is_here = |id: &&SpecId| catalogue.entries[id.0 as usize].specification.span.file == here.0;
            let first = match specification.private {
                true => catalogue.private.get(&here).or(public.get(&name.text).filter(is_here)),
                false => public.get(&name.text).or(catalogue.private.get(&here)),
            };
            match first {
                Some(first) => {
                    diagnostics
                        .push(duplicate(name, &catalogue.entries[first.0 as usize].specification.name));
                }
                None if specification.private => drop(catalogue.private.insert(here, id)),
                None => drop(public.insert(name.text.clone(), id)),
            }
            let parameters = index_parameters(&specification.formula);
            let sound = specification.complete;
            catalogue.entries.push(Entry { specification, builtin, parameters, sound, included: false });
        }
        catalogue.report_hidden(diagnostics);
        catalogue
    }

    fn report_hidden(&self, diagnostics: &mut Diagnostics) {
        for entry in self.entries.iter().filter(|entry| !entry.builtin) {
            let name = &entry.specification.name;
            let Some(hidden) = self.builtin.get(&name.text) else { continue };
            if self.entry(*hidden).specification.fact.is_some() {
                // Tables and callers know a fact by its name alone.
                diagnostics.push(duplicate(name, &self.entry(*hidden).specification.name));
                continue;
            }
            let message = format!("`{}` hides the built-in specification of that name", name.text);
            diagnostics.push(
                Diagnostic::new(Code::HidesBuiltin, name.span, message)
                    .also(self.entry(*hidden).specification.name.span, "the built-in one")
                    .note("built-in specifications still include their own"),
            );
        }
    }

    /// Marks a specification as included by another one.
    pub fn mark_included(&mut self, id: SpecId) {
        self.entries[id.0 as usize].included = true;
    }

    /// Marks the specifications in which one of these errors lies.
    pub fn mark_unsound(&mut self, diagnostics: &Diagnostics) {
        let stops = |d: &&Diagnostic| d.severity() == Severity::Error && !d.code.is_about_a_word();
        let errors = diagnostics.iter().filter(stops);
        for span in errors.map(|diagnostic| diagnostic.primary.span) {
            // Specifications are ordered by their places.
            let begun = |entry: &Entry| (entry.specification.span.file, entry.specification.span.start);
            let behind = self.entries.partition_point(|entry| begun(entry) <= (span.file, span.start));
            if let Some(entry) = behind.checked_sub(1).and_then(|before| self.entries.get_mut(before)) {
                let whole = entry.specification.span;
                entry.sound &= span.file != whole.file || span.end > whole.end;
            }
        }
    }

    /// The entry of an id that this catalogue handed out.
    pub fn entry(&self, id: SpecId) -> &Entry {
        &self.entries[id.0 as usize]
    }

    /// The specification that a name in a file refers to, built-in or not; private ones of the file take
    /// precedence.
    pub fn lookup_in(&self, file: u32, name: &str, from_builtin: bool) -> Option<SpecId> {
        let private = self.private.get(&(file, name.to_owned())).copied();
        private.or_else(|| self.lookup(name, from_builtin))
    }

    /// The specification that a name refers to, either in a built-in specification or in a user's one and on
    /// a command line.
    pub fn lookup(&self, name: &str, from_builtin: bool) -> Option<SpecId> {
        let own = if from_builtin { None } else { self.user.get(name) };
        own.or_else(|| self.builtin.get(name)).copied()
    }

    /// The head of the fact that a name refers to; `None` if it refers to no fact.
    pub fn fact(&self, name: &Symbol, from_builtin: bool) -> Option<&FactHead> {
        let id = self.lookup_in(name.span.file, &name.text, from_builtin)?;
        self.entry(id).specification.fact.as_deref()
    }

    /// The names of the facts that [`fact`](Self::fact) can find, in the order of the files.
    pub fn facts(&self, from_builtin: bool) -> impl Iterator<Item = &str> {
        let is_fact = move |name: &&str| {
            let id = self.lookup(name, from_builtin);
            id.is_some_and(|id| self.entry(id).specification.fact.is_some())
        };
        self.names(from_builtin).filter(is_fact)
    }

    /// The analysis that a name refers to; `None` if it refers to no analysis.
    pub fn analysis(&self, name: &Symbol, from_builtin: bool) -> Option<SpecId> {
        let id = self.lookup_in(name.span.file, &name.text, from_builtin)?;
        self.entry(id).specification.analysis.is_some().then_some(id)
    }

    /// The names of the analyses that [`analysis`](Self::analysis) can find, in the order of the files.
    pub fn analyses(&self, from_builtin: bool) -> impl Iterator<Item = &str> {
        let is_analysis = move |name: &&str| {
            let id = self.lookup(name, from_builtin);
            id.is_some_and(|id| self.entry(id).specification.analysis.is_some())
        };
        self.names(from_builtin).filter(is_analysis)
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = SpecId> + use<> {
        (0..self.entries.len() as u32).map(SpecId)
    }

    /// The names that [`lookup`](Self::lookup) can find, in the order of the files.
    pub fn names(&self, from_builtin: bool) -> impl Iterator<Item = &str> {
        let is_visible =
            move |entry: &&Entry| !entry.specification.private && (entry.builtin || !from_builtin);
        let visible = self.entries.iter().filter(is_visible);
        visible.map(|entry| entry.specification.name.text.as_str())
    }
}

fn duplicate(name: &Name, first: &Name) -> Diagnostic {
    let message = format!("there are two specifications `{}`", name.text);
    Diagnostic::new(Code::DuplicateSpecification, name.span, message).also(first.span, "the first one")
}
