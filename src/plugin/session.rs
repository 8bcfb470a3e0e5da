//! State that the pass objects of one `PassBuilder` share: settings, compiled specifications, findings.
//!
//! Findings are collected under a lock and written when the last pass object is dropped. ThinLTO runs several
//! pipelines at once, each with its own `PassBuilder`; their reports differ by source file.

use super::loaded::{LoadedRules, RulesKey};
use super::named::{NamedRewrites, Sighting, merge_lines, not_looked_at, unrotated, warn, warn_once};
use super::proofs::{in_words, note_outdated, read_bounded, read_certificates, read_found};
use super::settings::{Apply, Mode, Settings, start_logging};
use super::sightings::file_of;
use super::stderr::write_to_stderr;
use ir::OptimisationLevel;
use lang::candl::used::with_used;
use library::{Idiom, Library, NOTHING_TO_RUN};
use llvm::{ModuleUnit, own_version};
use passes::Applied;
use report::{
    Copies, Finding, FunctionFact, NearMiss, ReportBuilder, Reported, Unrolled, file_name,
    without_temporaries, write_whole,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The warning of a compilation that runs a loop on several threads.
const THREADS: &str = "a loop runs on several threads: link with -lgomp or -lomp";

/// The key of a library: the files and names of its specifications.
type LibraryKey = (Vec<PathBuf>, Option<Vec<String>>);

/// The key of applied rewrites: names and files, and the files that declare them.
type AppliedKey = (Apply, Vec<PathBuf>);

/// The state that the pass objects of one pipeline share.
pub(super) struct Session {
    pub(super) settings: Arc<Settings>,
    /// Whether `IDIOM_LOG` is set.
    pub(super) logging: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    libraries: Vec<(LibraryKey, Arc<Library>)>,
    /// Applied rewrites; `None` if they have errors, which were reported.
    applied: Vec<(AppliedKey, Option<Arc<Applied>>)>,
    /// Loaded rules; `None` if they have errors, which were reported.
    rules: Vec<(RulesKey, Option<Arc<LoadedRules>>)>,
    /// The errors reported so far, so that each appears once.
    reported_errors: FxHashSet<String>,
    reported: Reported,
    /// The refusals reported so far, with their instructions.
    refused: FxHashSet<String>,
    reports: BTreeMap<PathBuf, ReportBuilder>,
    /// The outputs in which the lack of source lines was explained.
    hinted: FxHashSet<&'static str>,
    /// Functions that were counted as searched.
    searched: FxHashSet<String>,
    /// The sightings of named rewrites, and the source of the first module with one.
    named: NamedRewrites,
    warned_of: Option<String>,
    /// The warnings about `optnone` functions.
    optnone: Vec<String>,
    /// The warnings about missing, outdated and refuting proofs: the reason in the refusals of matches, and the
    /// text.
    outdated: Vec<(String, String)>,
    /// The `minsize` functions with loops that test at their begin, if rewrites of loops are applied.
    unrotated: Vec<String>,
    /// Whether a loop runs on several threads.
    has_threads: bool,
    /// Whether making the directory for reports failed, which was reported.
    no_folder: bool,
    described: bool,
}

impl Session {
    pub(super) fn new(settings: Arc<Settings>) -> Session {
        Session { settings, logging: start_logging(), state: Mutex::new(State::default()) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether passes may run on this module. Reports errors of the settings, each once.
    pub(super) fn begin(&self, module: &ModuleUnit<'_>) -> bool {
        if self.logging && !std::mem::replace(&mut self.state().described, true) {
            for line in self.settings.describe() {
                log::debug!(target: "config", "{line}");
            }
            self.settings.proposals().iter().for_each(|line| log::warn!("{line}"));
        }
        for error in &self.settings.errors {
            self.error(module, &format!("idiom: {error}"));
        }
        self.settings.errors.is_empty()
    }

    /// Reports an error through the host, each text once.
    pub(super) fn error(&self, module: &ModuleUnit<'_>, message: &str) {
        if self.state().reported_errors.insert(message.to_string()) {
            module.error(message);
        }
    }

    /// The specifications to detect by the settings: those of a request, else those of the environment.
    pub(super) fn detected(&self, module: &ModuleUnit<'_>) -> Option<Arc<Library>> {
        match &self.settings.requested {
            Some(library) => Some(library.clone()),
            None => self.library(module, &self.settings.specs, self.settings.idioms.as_deref()),
        }
    }

    /// The specifications in the files `specs`, restricted to the names `idioms`; loaded once.
    ///
    /// `None` if they have errors, which are reported.
    pub(super) fn library(
        &self,
        module: &ModuleUnit<'_>,
        specs: &[PathBuf],
        idioms: Option<&[String]>,
    ) -> Option<Arc<Library>> {
        let key = (specs.to_vec(), idioms.map(<[String]>::to_vec));
        let known = self.state().libraries.iter().find(|(k, _)| *k == key).map(|(_, l)| l.clone());
        let library = match known {
            Some(library) => library,
            None => {
                let library = Arc::new(self.load(module, specs, idioms)?);
                if !library.has_errors() && !library.diagnostics().is_empty() {
                    log::warn!("{}", library.render(false).trim_end());
                }
                self.state().libraries.push((key, library.clone()));
                library
            }
        };
        if library.has_errors() {
            let text = library.render(false);
            self.error(module, &format!("idiom: the specifications have errors\n{}", text.trim_end()));
            return None;
        }
        if library.is_empty() {
            self.error(module, &format!("idiom: {NOTHING_TO_RUN} IDIOM_IDIOMS names it"));
            return None;
        }
        Some(library)
    }

    /// The rewrites to apply, with the proofs beside the files; loaded once. `None` if they have errors,
    /// which are reported.
    pub(super) fn applied(
        &self,
        module: &ModuleUnit<'_>,
        apply: &Apply,
        specs: &[PathBuf],
    ) -> Option<Arc<Applied>> {
        let key = (apply.clone(), specs.to_vec());
        let known = self.state().applied.iter().find(|(k, _)| *k == key).map(|(_, applied)| applied.clone());
        if let Some(applied) = known {
            return applied;
        }
        let applied = self.load_applied(module, apply, specs).map(Arc::new);
        self.state().applied.push((key, applied.clone()));
        applied
    }

    fn load_applied(&self, module: &ModuleUnit<'_>, apply: &Apply, specs: &[PathBuf]) -> Option<Applied> {
        let own: Vec<PathBuf> = apply.files.iter().map(|path| real(path)).collect();
        let others = specs.iter().filter(|path| !own.contains(&real(path)));
        let paths: Vec<PathBuf> = apply.files.iter().chain(others).cloned().collect();
        let files = self.read_files(module, &paths)?;
        let whole: Vec<usize> = (0..apply.files.len()).collect();
        let library = Library::of_rewrites(&files, &apply.names, &whole);
        if library.has_errors() {
            let text = library.render(false);
            self.error(module, &format!("idiom: the rewrites have errors\n{}", text.trim_end()));
            return None;
        }
        if library.rewrites().is_empty() {
            self.error(module, "idiom: nothing to apply: the files declare no rewrite");
            return None;
        }
        let (certificates, doubts) = read_certificates(&paths, &files);
        let mut applied = Applied::new(library, certificates);
        let warns = self.settings.warns && self.settings.mode == Mode::Rewrite;
        for (file, doubt) in &doubts {
            let reason = note_outdated(&mut applied, file, doubt);
            for (reason, text) in in_words(&applied, file, doubt, reason) {
                if warns {
                    self.state().outdated.push((reason, text));
                } else {
                    log::warn!("{text}");
                }
            }
        }
        Some(applied)
    }

    /// The rules in `files` with the verdicts in `proofs`; loaded once. `None` if they have errors, which are
    /// reported.
    pub(super) fn rules(
        &self,
        module: &ModuleUnit<'_>,
        files: &[PathBuf],
        proofs: Option<&Path>,
        unproven: bool,
    ) -> Option<Arc<LoadedRules>> {
        let key = (files.to_vec(), proofs.map(Path::to_path_buf), unproven);
        let known = self.state().rules.iter().find(|(k, _)| *k == key).map(|(_, rules)| rules.clone());
        known.unwrap_or_else(|| {
            let loaded = LoadedRules::shared(&key);
            let loaded = loaded.map_err(|why| self.error(module, &format!("idiom: {why}"))).ok();
            self.state().rules.push((key, loaded.clone()));
            loaded
        })
    }

    fn load(&self, module: &ModuleUnit<'_>, specs: &[PathBuf], idioms: Option<&[String]>) -> Option<Library> {
        Some(Library::new(self.read_files(module, specs)?, idioms))
    }

    /// The names and contents of the files and of the files that they use. `None` if one of `specs` cannot be
    /// read, which is reported.
    fn read_files(&self, module: &ModuleUnit<'_>, specs: &[PathBuf]) -> Option<Vec<(String, Vec<u8>)>> {
        let mut files = Vec::new();
        for path in specs {
            match read_bounded(path) {
                Ok(bytes) => files.push((path.to_string_lossy().into_owned(), bytes)),
                Err(why) => self.error(module, &format!("idiom: cannot read {}: {why}", path.display())),
            }
        }
        let read = |path: &Path| read_found(path).ok();
        (files.len() == specs.len()).then(|| with_used(files, &read))
    }

    /// The findings that were not [reported](Reported) before, in order.
    pub(super) fn deduplicate(&self, findings: Vec<Finding>) -> Vec<Finding> {
        self.state().reported.new_ones(findings)
    }

    /// Whether no finding at this place was [reported](Reported) in another function.
    pub(super) fn is_new_place(&self, copies: &Copies<'_>) -> bool {
        self.state().reported.is_new_place(copies)
    }

    /// Whether a hint is the first one in the output `place`.
    pub(super) fn hint(&self, place: &'static str) -> bool {
        self.state().hinted.insert(place)
    }

    /// Records findings, so that no near miss of their idioms is reported.
    pub(super) fn note_found(&self, library: &Library, findings: &[Finding]) {
        self.state().reported.note_found(findings, |idiom| variables_of(library, idiom));
    }

    /// Whether a near miss must be [reported](Reported).
    pub(super) fn is_new_miss(&self, library: &Library, miss: &NearMiss) -> bool {
        self.state().reported.is_new_miss(miss, variables_of(library, &miss.idiom))
    }

    /// Whether a refusal with this text was not reported before.
    pub(super) fn is_new_refusal(&self, text: String) -> bool {
        self.state().refused.insert(text)
    }

    /// Makes the directory for reports, if one is set. A failure is reported, and no report is written there.
    pub(super) fn make_report_folder(&self, module: &ModuleUnit<'_>) {
        let Some(folder) = &self.settings.report else { return };
        if let Err(why) = std::fs::create_dir_all(folder) {
            self.state().no_folder = true;
            self.error(module, &format!("idiom: cannot make the directory {}: {why}", folder.display()));
        }
    }

    /// The path of the trace of a module. Makes the directory for traces.
    pub(super) fn trace_path(&self, module: &ModuleUnit<'_>, source: &str) -> Option<PathBuf> {
        let directory = self.settings.trace.as_ref()?;
        if let Err(why) = std::fs::create_dir_all(directory) {
            self.error(module, &format!("idiom: cannot make the directory {}: {why}", directory.display()));
            return None;
        }
        let folder = std::env::current_dir().unwrap_or_default();
        Some(directory.join(file_name(source, &folder, command())))
    }

    /// The paths of a module's reports: from the environment, and from the parameter of a pass.
    fn report_paths(&self, source: &str, parameter: Option<&Path>) -> Vec<PathBuf> {
        let folder = std::env::current_dir().unwrap_or_default();
        let directory = self.settings.report.as_ref().filter(|_| !self.state().no_folder);
        let by_environment = directory.map(|dir| dir.join(file_name(source, &folder, command())));
        by_environment.into_iter().chain(parameter.map(Path::to_path_buf)).collect()
    }

    /// Opens the report that a parameter names, so that it is written even without findings.
    pub(super) fn open_report(&self, source: &str, path: &Path) {
        let mut state = self.state();
        if !state.reports.contains_key(path) {
            state.reports.insert(path.to_path_buf(), ReportBuilder::new(source, own_version()));
        }
    }

    /// Counts a searched function in the reports of its module, each function once.
    pub(super) fn note_searched(
        &self,
        source: &str,
        parameter: Option<&Path>,
        function: &str,
        level: OptimisationLevel,
        unrolled: impl FnOnce() -> Option<Unrolled>,
    ) {
        if !self.state().searched.insert(function.to_owned()) {
            return;
        }
        let unrolled = unrolled();
        for path in self.report_paths(source, parameter) {
            let mut state = self.state();
            let report =
                state.reports.entry(path).or_insert_with(|| ReportBuilder::new(source, own_version()));
            report.note_searched(function, level);
            unrolled.iter().cloned().for_each(|unrolled| report.note_unrolled(unrolled));
        }
    }

    /// Adds facts about a function to the reports of its module.
    pub(super) fn note_functions(
        &self,
        source: &str,
        parameter: Option<&Path>,
        defined: Option<String>,
        (facts, unknown): (Vec<FunctionFact>, Vec<String>),
    ) {
        for path in self.report_paths(source, parameter) {
            let mut state = self.state();
            let report =
                state.reports.entry(path).or_insert_with(|| ReportBuilder::new(source, own_version()));
            report.note_functions(defined.clone(), facts.clone(), unknown.clone());
        }
    }

    /// Adds findings to the reports of their module. Without findings, opens the reports.
    pub(super) fn record(&self, source: &str, parameter: Option<&Path>, mut findings: Vec<Finding>) {
        let mut paths = self.report_paths(source, parameter).into_iter().peekable();
        let mut state = self.state();
        while let Some(path) = paths.next() {
            let report =
                state.reports.entry(path).or_insert_with(|| ReportBuilder::new(source, own_version()));
            match paths.peek() {
                Some(_) => report.add(findings.clone()),
                None => report.add(std::mem::take(&mut findings)),
            }
        }
    }

    /// Counts rewrites by a peephole rule in the reports of a module.
    pub(super) fn note_rule(
        &self,
        source: &str,
        parameter: Option<&Path>,
        (rule, place): (&str, &str),
        rewritten: u64,
    ) {
        for path in self.report_paths(source, parameter) {
            let mut state = self.state();
            let report =
                state.reports.entry(path).or_insert_with(|| ReportBuilder::new(source, own_version()));
            report.note_rule(rule, place, rewritten);
        }
    }

    /// Adds the near misses of peephole rules in a function to the reports of its module.
    pub(super) fn note_rule_misses(
        &self,
        source: &str,
        parameter: Option<&Path>,
        function: &str,
        misses: &[NearMiss],
    ) {
        for path in self.report_paths(source, parameter) {
            let mut state = self.state();
            let report =
                state.reports.entry(path).or_insert_with(|| ReportBuilder::new(source, own_version()));
            report.note_rule_misses(function, misses.to_vec());
        }
    }

    /// Adds a near miss to the reports of its module.
    pub(super) fn record_miss(&self, source: &str, parameter: Option<&Path>, miss: &NearMiss) {
        let paths = self.report_paths(source, parameter);
        let mut state = self.state();
        for path in paths {
            let report =
                state.reports.entry(path).or_insert_with(|| ReportBuilder::new(source, own_version()));
            report.add_miss(miss.clone());
        }
    }

    /// Adds sightings of named rewrites.
    pub(super) fn note_named(&self, module: &ModuleUnit<'_>, sightings: Vec<Sighting>) {
        if sightings.is_empty() {
            return;
        }
        let mut state = self.state();
        state.warned_of.get_or_insert_with(|| module.source());
        sightings.into_iter().for_each(|sighting| state.named.note(sighting));
    }

    /// Records a warning about `optnone` functions, which rewriting passes skip.
    pub(super) fn note_optnone(&self, module: &ModuleUnit<'_>) {
        if self.settings.warns && self.settings.mode == Mode::Rewrite {
            let (names, others) = module.optnone_functions();
            let mut state = self.state();
            state.warned_of.get_or_insert_with(|| module.source());
            state.optnone.extend(not_looked_at(&names, others));
        }
    }

    /// Notes that a loop of the module runs on several threads.
    pub(super) fn note_threads(&self, module: &ModuleUnit<'_>) {
        let mut state = self.state();
        state.warned_of.get_or_insert_with(|| module.source());
        state.has_threads = true;
    }

    /// Records a `minsize` function with loops that test at their begin.
    pub(super) fn note_unrotated(&self, module: &ModuleUnit<'_>, function: String) {
        let mut state = self.state();
        state.warned_of.get_or_insert_with(|| module.source());
        if !state.unrotated.contains(&function) {
            state.unrotated.push(function);
        }
    }

    /// The names of the applied rewrites from files of which no rewrite was found yet.
    pub(super) fn not_found(&self, applied: &Applied) -> Vec<String> {
        let state = self.state();
        let names =
            applied.declared.iter().filter(|declared| !state.named.has_found(&file_of(applied, declared)));
        names.map(|declared| declared.name.clone()).collect()
    }

    /// Warns of the named rewrites that were found and applied nowhere.
    fn warn_of_named(state: &State) {
        let names: Vec<String> =
            state.applied.iter().flat_map(|((apply, _), _)| apply.names.clone()).collect();
        let source = state.warned_of.as_deref().unwrap_or_default();
        let optnone = state.optnone.iter().filter(|_| !state.named.has_rewritten());
        let mut lines = state.named.lines(&names);
        lines.extend(state.has_threads.then(|| THREADS.to_owned()));
        for (reason, text) in &state.outdated {
            warn_once(&merge_lines(text, reason, &mut lines));
        }
        let unrotated = unrotated(&state.unrotated).filter(|_| state.named.is_empty());
        lines.iter().chain(optnone).chain(&unrotated).for_each(|line| warn(&format!("{source}: {line}")));
    }

    /// Whether findings go to a log or a report.
    pub(super) fn records(&self, parameter: Option<&Path>) -> bool {
        self.logging || self.settings.report.is_some() || parameter.is_some()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.settings.warns {
            Session::warn_of_named(state);
        }
        for (path, report) in std::mem::take(&mut state.reports) {
            if let Err(why) = write_whole(&path, &report.finish().to_json()) {
                // The host no longer takes diagnostics at this point.
                write_to_stderr(&format!(
                    "idiom: error: cannot write the report {}: {why}\n",
                    path.display()
                ));
            }
        }
    }
}

/// The variables of an idiom; none if the library does not have it.
fn variables_of<'l>(library: &'l Library, idiom: &str) -> &'l [String] {
    library.idioms().iter().find(|known| known.name() == idiom).map_or(&[], Idiom::variables)
}

/// The canonical path if the file exists, else the path itself.
fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The command line of this process without temporary paths, which differ from run to run.
fn command() -> &'static [String] {
    static COMMAND: OnceLock<Vec<String>> = OnceLock::new();
    COMMAND.get_or_init(|| {
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        without_temporaries(words, &[&std::env::temp_dir(), Path::new("/tmp")])
    })
}
