//! Loading rules: the files that a pass names, as text or built, with the verdicts about them.
//!
//! In: `mine.opt` and a file of verdicts, or a set that `idiom rules build` wrote. Out: rules that may be
//! applied, with their decision DAG. Decoding is lazy: until a rule may match in some function, only the
//! header of a built set is read, and no DAG is built for rules in text. A process caches the sets that it
//! loaded, since a linker runs one pipeline for each of many modules.

use llvm::own_major;
use proof::rules::applying::ActiveRules;
use proof::rules::diagnostic::{Code, Diagnostic, Diagnostics};
use proof::rules::form::Rule;
use proof::rules::matching::{
    Built, Dag, Features, MAX_BUILT_BYTES, Prefilter, RuleId, RuleSet, StoredError, is_built, open, read_back,
};
use proof::rules::verdicts::{self, Useless, Verdicts};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;
use text::bounded;
use text::diagnostic::Kind as _;
use text::render::render_text;
use text::sources::Sources;

/// The files of rules, the file of verdicts, and whether unproven rules may be applied.
pub(super) type RulesKey = (Vec<PathBuf>, Option<PathBuf>, bool);

/// The rules of some files, decoded on first use.
#[derive(Debug)]
pub(super) struct LoadedRules {
    prefilter: Prefilter,
    ready: OnceLock<Result<ReadyRules, String>>,
    built: BuiltFile,
}

/// A built set whose rules are decoded on first use. Rules that were read from text leave it empty.
#[derive(Debug, Default)]
struct BuiltFile {
    name: String,
    bytes: Vec<u8>,
    /// Whether rules without a verdict may be applied.
    unproven: bool,
}

/// Rules that can be matched.
#[derive(Debug)]
pub(super) struct ReadyRules {
    pub(super) rules: ActiveRules,
    /// The place `file:line` of each rule.
    places: Vec<String>,
    dag: OnceLock<Dag>,
}

impl ReadyRules {
    /// The decision DAG of the rules.
    pub(super) fn dag(&self) -> &Dag {
        self.dag.get_or_init(|| Dag::new(self.rules.set()))
    }

    /// The name of a rule in reports, and `file:line`.
    pub(super) fn name(&self, id: RuleId) -> (&str, &str) {
        let (name, place) = (&self.rules.set().rule(id).name, &self.places[id.index()]);
        (if name.is_empty() { place } else { name }, place)
    }

    fn of_set(set: RuleSet, verdicts: Vec<Verdicts>, unproven: bool, places: Vec<String>) -> ReadyRules {
        for refusal in set.refused() {
            log::warn!("{}: {}", set.rule(refusal.rule).title(), refusal.reason);
        }
        let rules = ActiveRules::of_set(set, verdicts, own_major(), unproven);
        ReadyRules { rules, places, dag: OnceLock::new() }
    }
}

/// The size and modification time of a file; `None` if they cannot be read.
type Stamp = Option<(u64, SystemTime)>;

/// Loaded sets by their files and the files' stamps.
type Shared = Vec<((RulesKey, Vec<Stamp>), Arc<LoadedRules>)>;

/// The sets that this process has loaded, the latest first.
static SHARED: Mutex<Shared> = Mutex::new(Vec::new());

/// Limit of cached sets.
const MOST_SHARED: usize = 16;

impl LoadedRules {
    /// The rules of these files, from the cache if no file has changed since. The error is a message to the
    /// user.
    pub(super) fn shared(key: &RulesKey) -> Result<Arc<LoadedRules>, String> {
        let (files, proofs, unproven) = key;
        let verdict_file = proofs.clone().or_else(usual_proofs);
        let stamp = |path: &PathBuf| {
            let about = std::fs::metadata(path).ok()?;
            Some((about.len(), about.modified().ok()?))
        };
        let key = (key.clone(), files.iter().chain(&verdict_file).map(stamp).collect::<Vec<_>>());
        let known = |shared: &Shared| shared.iter().find(|(k, _)| *k == key).map(|(_, it)| it.clone());
        if let Some(loaded) = known(&SHARED.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(loaded);
        }
        let loaded = Arc::new(LoadedRules::load(files, proofs.as_deref(), *unproven)?);
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.truncate(MOST_SHARED - 1);
        shared.insert(0, (key, loaded.clone()));
        Ok(loaded)
    }

    fn load(files: &[PathBuf], proofs: Option<&Path>, unproven: bool) -> Result<LoadedRules, String> {
        let mut contents = Vec::new();
        for path in files {
            let bytes = read(path).map_err(|why| unread(path, &why))?;
            contents.push((path, bytes));
        }
        match contents.as_slice() {
            [(path, bytes)] if is_built(bytes) => {
                let name = path.display().to_string();
                let bytes = contents.swap_remove(0).1;
                of_built(BuiltFile { name, bytes, unproven }, proofs)
            }
            _ => of_text(contents, files, proofs, unproven),
        }
    }

    /// Whether some rule may match in a function with these features.
    pub(super) fn may_match(&self, features: &Features) -> bool {
        self.prefilter.may_match(features)
    }

    /// The rules, decoded on the first call. The error is a message to the user.
    pub(super) fn ready(&self) -> Result<&ReadyRules, &str> {
        let read = || Ok(decoded(self.built.read_back()?, self.built.unproven, None));
        self.ready.get_or_init(read).as_ref().map_err(String::as_str)
    }
}

impl BuiltFile {
    fn unusable(&self, why: StoredError) -> String {
        format!("cannot use {}: {why}", self.name)
    }

    fn read_back(&self) -> Result<Built, String> {
        read_back(&self.bytes).map_err(|why| self.unusable(why))
    }
}

/// The rules of a set, with the given verdicts or else its own.
fn decoded(built: Built, unproven: bool, verdicts: Option<Vec<Verdicts>>) -> ReadyRules {
    let verdicts = verdicts.unwrap_or(built.verdicts);
    let ready = ReadyRules::of_set(built.rules, verdicts, unproven, built.places);
    ReadyRules { dag: OnceLock::from(built.dag), ..ready }
}

/// The message for a file that cannot be read.
fn unread(path: &Path, why: &io::Error) -> String {
    let from = match std::env::current_dir() {
        Ok(folder) if why.kind() == ErrorKind::NotFound && path.is_relative() => {
            format!("; a relative path begins in {}", folder.display())
        }
        _ => String::new(),
    };
    format!("cannot read {}: {why}{from}", path.display())
}

/// The bytes of a file, at most one more than a built set may have. Longer text is refused later, with a
/// message.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = bounded::open_without_waiting(path)?;
    let most = MAX_BUILT_BYTES as u64 + 1;
    // One byte more than the file has, so that reading its end does not grow the buffer.
    let mut bytes = Vec::with_capacity(file.metadata()?.len().min(most) as usize + 1);
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The rules of a built set, with the verdicts in `proofs` or else its own.
fn of_built(set: BuiltFile, proofs: Option<&Path>) -> Result<LoadedRules, String> {
    let unusable = |why| set.unusable(why);
    let front = open(&set.bytes).map_err(unusable)?;
    let prefilter = front.prefilter().map_err(unusable)?;
    let (nowhere, origin, ready) = match proofs {
        Some(proofs) => {
            let built = set.read_back()?;
            let rules: Vec<Rule> = built.rules.rules().map(|(_, rule)| rule.clone()).collect();
            let verdicts = verdicts::about(&rules, &text_of(proofs)?);
            let rules = decoded(built, set.unproven, Some(verdicts));
            let of_rule = |(id, rule): (RuleId, &Rule)| (rules.places[id.index()].clone(), rule.title());
            let mut nowhere: Vec<(String, String)> =
                rules.rules.unproven().chain(rules.rules.refuted()).map(of_rule).collect();
            nowhere.sort();
            nowhere.dedup();
            (nowhere, proofs.display().to_string(), OnceLock::from(Ok(rules)))
        }
        // Unproven rules are no error then.
        None if set.unproven => (Vec::new(), set.name.clone(), OnceLock::new()),
        None => (front.unproven(own_major()).map_err(unusable)?, set.name.clone(), OnceLock::new()),
    };
    if !set.unproven && !nowhere.is_empty() {
        let line = |(place, title): &(String, String)| {
            format!(
                "{place}: error[{}]: {title} is proven at no widths, or refuted at some, for LLVM {}",
                Code::Unproven.as_str(),
                own_major()
            )
        };
        let wrong: Vec<String> = nowhere.iter().map(line).collect();
        let help = "`idiom rules prove` proves rules, and `idiom rules build` keeps that in the set";
        return Err(format!(
            "the rules have errors, by the verdicts in {origin}\n{}\n{help}",
            wrong.join("\n")
        ));
    }
    Ok(LoadedRules { prefilter, ready, built: set })
}

/// The rules of files of text.
fn of_text(
    contents: Vec<(&PathBuf, Vec<u8>)>,
    files: &[PathBuf],
    proofs: Option<&Path>,
    unproven: bool,
) -> Result<LoadedRules, String> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let mut rules = Vec::new();
    for (path, bytes) in contents {
        if is_built(&bytes) {
            return Err(format!("{} is a built set, which has to be the only file", path.display()));
        }
        let file = sources.add_bytes(path.to_string_lossy().into_owned(), bytes);
        rules.extend(proof::rules::read(&sources, file, &mut diagnostics));
    }
    let (verdicts, file, useless) = verdicts_about(&rules, proofs)?;
    let places = rules.iter().map(|rule| {
        let (file, line) = (sources.file(rule.span.file).name(), sources.start(rule.span).line);
        format!("{file}:{line}")
    });
    let places = places.collect();
    let set = RuleSet::new(rules);
    let prefilter = Prefilter::new(&set);
    let ready = ReadyRules::of_set(set, verdicts, unproven, places);
    if !unproven {
        note_refuted(&ready.rules, files, file.as_deref(), &mut diagnostics);
        note_unproven(&ready.rules, files, (file.as_deref(), &useless), &mut diagnostics);
    }
    diagnostics.sort();
    let rendered = render_text(&sources, &diagnostics, false);
    let damage = file.as_deref().and_then(|path| useless.damage(path));
    if diagnostics.has_errors() {
        let damage = damage.map(|damage| format!("\nnote: {damage}")).unwrap_or_default();
        return Err(format!("the rules have errors\n{}{damage}", rendered.trim_end()));
    }
    if let Some(damage) = damage {
        log::warn!("{damage}");
    }
    if !rendered.is_empty() {
        log::warn!("{}", rendered.trim_end());
    }
    Ok(LoadedRules { prefilter, ready: OnceLock::from(Ok(ready)), built: BuiltFile::default() })
}

fn usual_proofs() -> Option<PathBuf> {
    verdicts::default_path(|name| std::env::var_os(name))
}

fn text_of(proofs: &Path) -> Result<String, String> {
    let failed = |why| format!("cannot read the verdicts in {}: {why}", proofs.display());
    let read = |file| bounded::read_stream(file, bounded::MAX_STREAM_BYTES).and_then(bounded::text);
    bounded::open_without_waiting(proofs).and_then(read).map_err(failed)
}

/// The verdicts in the file `proofs`, or else in the default file if it exists; with the file's path and its
/// useless lines.
fn verdicts_about(
    rules: &[Rule],
    proofs: Option<&Path>,
) -> Result<(Vec<Verdicts>, Option<PathBuf>, Useless), String> {
    let path = proofs.map(Path::to_path_buf).or_else(usual_proofs);
    let is_absent = |path: &Path| {
        proofs.is_none() && std::fs::metadata(path).is_err_and(|why| why.kind() == ErrorKind::NotFound)
    };
    let text = match &path {
        Some(path) if !is_absent(path) => text_of(path)?,
        _ => String::new(),
    };
    Ok((verdicts::about(rules, &text), path, Useless::of(&text)))
}

/// Reports the rules that are refuted at some width, even if they are proven at others.
fn note_refuted(
    rules: &ActiveRules,
    files: &[PathBuf],
    proofs: Option<&Path>,
    diagnostics: &mut Diagnostics,
) {
    let origin = proofs.map_or_else(|| "nowhere".to_owned(), |path| format!("in {}", path.display()));
    for (_, rule) in rules.refuted() {
        let file = files.get(rule.span.file as usize).map(|path| path.display().to_string());
        let message = format!("{} is refuted, by the verdicts kept {origin}", rule.title());
        let prove = format!("`idiom rules prove {}` shows where it is wrong", file.unwrap_or_default());
        let help =
            format!("{prove}; a type, or `Pre: width(%x) == 8`, keeps a rule to widths where it holds");
        diagnostics.push(Diagnostic::new(Code::Refuted, rule.span, message).help(help));
    }
}

/// Reports the rules that are neither proven nor refuted at any width.
fn note_unproven(
    rules: &ActiveRules,
    files: &[PathBuf],
    (proofs, useless): (Option<&Path>, &Useless),
    diagnostics: &mut Diagnostics,
) {
    let of_file =
        |file: u32| files.get(file as usize).map(|path| path.display().to_string()).unwrap_or_default();
    let refuted: Vec<RuleId> = rules.refuted().map(|(id, _)| id).collect();
    for (id, rule) in rules.unproven().filter(|(id, _)| !refuted.contains(id)) {
        let origin = proofs.map_or_else(|| "nowhere".to_owned(), |path| format!("in {}", path.display()));
        let message = format!("{} is proven at no widths, by the verdicts kept {origin}", rule.title());
        let help = format!("`idiom rules prove {}` proves it", of_file(rule.span.file));
        let mut diagnostic = Diagnostic::new(Code::Unproven, rule.span, message).help(help);
        if let Some(versions) = rules.proven_versions(id) {
            diagnostic =
                diagnostic.note(format!("it is proven for {versions}, and this is LLVM {}", own_major()));
        }
        if useless.has_stale(rule) {
            let note = "a verdict about it does not say for which LLVMs it is: an earlier idiom made it";
            diagnostic = diagnostic.note(note);
        }
        diagnostics.push(diagnostic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "Name: twice\n%r = add %x, %x\n=>\n%r = shl %x, 1\n";

    #[test]
    fn a_process_loads_rules_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.opt");
        std::fs::write(&path, RULE).unwrap();
        let key: RulesKey = (vec![path.clone()], None, true);
        let first = LoadedRules::shared(&key).unwrap();
        assert!(Arc::ptr_eq(&first, &LoadedRules::shared(&key).unwrap()));
        let refused = LoadedRules::shared(&(vec![path.clone()], None, false));
        assert!(refused.is_err_and(|why| why.contains("R0404")), "other settings are another set");
        std::fs::write(&path, format!("{RULE}\nName: none\n%r = add %x, 0\n=>\n%r = %x\n")).unwrap();
        let second = LoadedRules::shared(&key).unwrap();
        let count = |loaded: &LoadedRules| loaded.ready().unwrap().places.len();
        assert_eq!((count(&first), count(&second)), (1, 2));
    }

    /// If a rule matches anywhere in a function of LLVM's, the prefilter must accept the function's features.
    #[test]
    fn no_match_is_filtered_out() {
        use llvm::Module;
        use proof::rules::matching::{Engine as _, ModelSubject};
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let general = "Name: n\n%r = and %x, C\n=>\n%r = %x\n\nName: m\n%a = add %x, -1\n%r = icmp P %a, %y\n=>\n%r = true\n";
        let files = ["idioms/rules/missed.opt", "lit/Inputs/frequent.opt"];
        let texts = files.map(|file| std::fs::read_to_string(folder.join(file)).unwrap());
        let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
        let mut sets: Vec<(Prefilter, Dag, RuleSet)> = Vec::new();
        for text in texts.iter().map(String::as_str).chain([general]) {
            let file = sources.add("rules.opt", text);
            // Each rule is also tested by itself, so that no other rule makes the prefilter accept.
            let rules = proof::rules::read(&sources, file, &mut diagnostics);
            let alone = rules.iter().map(|rule| vec![rule.clone()]).collect::<Vec<_>>();
            for rules in alone.into_iter().chain([rules]) {
                let set = RuleSet::new(rules);
                sets.push((Prefilter::new(&set), Dag::new(&set), set));
            }
        }
        let (mut matched, mut filtered) = (0, 0);
        let listed =
            std::fs::read_dir(folder.join("test-ir/extract")).unwrap().map(|entry| entry.unwrap().path());
        let corpus = listed.filter(|path| path.extension().is_some_and(|extension| extension == "ll"));
        for path in corpus.chain([folder.join("lit/Inputs/missed.ir")]) {
            // Older LLVMs cannot read the IR of newer ones.
            let Ok(module) = Module::read(&path) else { continue };
            for function in module.functions().filter(|function| !function.is_declaration()) {
                let (features, extraction) = (function.expression_features(), function.extract());
                let subject = ModelSubject::new(&extraction.model);
                for (prefilter, dag, set) in &sets {
                    let mut found = Vec::new();
                    extraction
                        .model
                        .instructions()
                        .for_each(|root| dag.candidates(set, &subject, root, &mut found));
                    let may = prefilter.may_match(&features);
                    assert!(found.is_empty() || may, "{}: {}", path.display(), function.name());
                    matched += usize::from(!found.is_empty());
                    filtered += usize::from(!may);
                }
            }
        }
        assert!(matched > 10 && filtered > 1000, "{matched} and {filtered}");
    }
}
