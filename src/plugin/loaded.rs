//! Loading rules: the files that a pass names, as text or built, with the verdicts about them.
//!
//! In: `mine.opt` and a file of verdicts, or a set that `idiom rules build` wrote. Out: rules that may be applied, with their decision DAG. A process keeps
//! the sets that it loaded, since a linker runs one pipeline for each of many modules.

use crate::candl::diagnostic::Kind as _;
use crate::candl::render::render_text;
use crate::candl::sources::Sources;
use crate::rules::applying::ActiveRules;
use crate::rules::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::rules::form::Rule;
use crate::rules::matching::{Dag, MAX_BUILT_BYTES, RuleSet, is_built, read_back};
use crate::rules::verdicts::{self, Verdicts};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The files of rules, that of verdicts, and whether rules may go without.
pub(super) type RulesKey = (Vec<PathBuf>, Option<PathBuf>, bool);

/// Rules of some files.
#[derive(Debug)]
pub(super) struct LoadedRules {
    pub(super) rules: ActiveRules,
    pub(super) dag: Dag,
    /// By rule, its name as it is told and `file:line`.
    pub(super) names: Vec<(String, String)>,
}

/// The size and age of a file; `None` of one that cannot be asked.
type Stamp = Option<(u64, SystemTime)>;

/// Sets by what they were made of.
type Shared = Vec<((RulesKey, Vec<Stamp>), Arc<LoadedRules>)>;

/// The sets of this process.
static SHARED: Mutex<Shared> = Mutex::new(Vec::new());

/// So many sets are kept.
const MOST_SHARED: usize = 16;

impl LoadedRules {
    /// Rules of files that this process has loaded before, unless these are others now; or else newly loaded. In words why they cannot be applied.
    pub(super) fn shared(key: &RulesKey) -> Result<Arc<LoadedRules>, String> {
        let (files, proofs, unproven) = key;
        let kept = proofs.clone().or_else(usual_proofs);
        let stamp = |path: &PathBuf| {
            let about = std::fs::metadata(path).ok()?;
            Some((about.len(), about.modified().ok()?))
        };
        let key = (key.clone(), files.iter().chain(&kept).map(stamp).collect::<Vec<_>>());
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
            let bytes = read(path).map_err(|why| format!("cannot read {}: {why}", path.display()))?;
            contents.push((path, bytes));
        }
        let loaded = match contents.as_slice() {
            [(path, bytes)] if is_built(bytes) => of_built(path, bytes, proofs, unproven)?,
            _ => of_text(contents, files, proofs, unproven)?,
        };
        for refusal in loaded.rules.set().refused() {
            log::warn!("{}: {}", loaded.rules.set().rule(refusal.rule).title(), refusal.reason);
        }
        Ok(loaded)
    }
}

/// The file, or a little more than the most that a built set may have: a text of that size is refused later, in words.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_BUILT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The rules of a built set, with its own verdicts unless a file of them is named.
fn of_built(path: &Path, bytes: &[u8], proofs: Option<&Path>, unproven: bool) -> Result<LoadedRules, String> {
    let built = read_back(bytes).map_err(|why| format!("cannot use {}: {why}", path.display()))?;
    let names = built.rules.rules().zip(&built.places).map(|((_, rule), place)| named(rule, place.clone()));
    let (names, own): (Vec<_>, _) = (names.collect(), path.display().to_string());
    let (verdicts, kept) = match proofs {
        Some(proofs) => {
            let rules: Vec<Rule> = built.rules.rules().map(|(_, rule)| rule.clone()).collect();
            (verdicts::about(&rules, &text_of(proofs)?), proofs.display().to_string())
        }
        None => (built.verdicts, own.clone()),
    };
    let rules = ActiveRules::of_set(built.rules, verdicts, unproven);
    let wrong = rules.unproven().filter(|_| !unproven).map(|(id, rule)| {
        let place = &names[id.index()].1;
        format!("{place}: error[{}]: {} is proven at no widths", Code::Unproven.as_str(), rule.title())
    });
    let wrong: Vec<String> = wrong.collect();
    if !wrong.is_empty() {
        let help = "`idiom rules prove` proves rules, and `idiom rules build` keeps that in the set";
        return Err(format!(
            "the rules have errors, by the verdicts in {kept}\n{}\n{help}",
            wrong.join("\n")
        ));
    }
    Ok(LoadedRules { rules, dag: built.dag, names })
}

/// The rules of texts.
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
        rules.extend(crate::rules::read(&sources, file, &mut diagnostics));
    }
    let (verdicts, kept) = verdicts_about(&rules, proofs)?;
    let names = rules.iter().map(|rule| {
        let (file, line) = (sources.file(rule.span.file).name(), sources.start(rule.span).line);
        named(rule, format!("{file}:{line}"))
    });
    let names = names.collect();
    let set = RuleSet::new(rules);
    let dag = Dag::new(&set);
    let rules = ActiveRules::of_set(set, verdicts, unproven);
    if !unproven {
        note_unproven(&rules, files, kept.as_deref(), &mut diagnostics);
    }
    diagnostics.sort();
    let rendered = render_text(&sources, &diagnostics, false);
    if diagnostics.has_errors() {
        return Err(format!("the rules have errors\n{}", rendered.trim_end()));
    }
    if !rendered.is_empty() {
        log::warn!("{}", rendered.trim_end());
    }
    Ok(LoadedRules { rules, dag, names })
}

fn named(rule: &Rule, place: String) -> (String, String) {
    (if rule.name.is_empty() { place.clone() } else { rule.name.clone() }, place)
}

fn usual_proofs() -> Option<PathBuf> {
    verdicts::default_path(|name| std::env::var_os(name))
}

fn text_of(proofs: &Path) -> Result<String, String> {
    let failed = |why| format!("cannot read the verdicts in {}: {why}", proofs.display());
    std::fs::read_to_string(proofs).map_err(failed)
}

/// The verdicts of the named file, or of the usual one if it is there; and which file that is.
fn verdicts_about(rules: &[Rule], proofs: Option<&Path>) -> Result<(Vec<Verdicts>, Option<PathBuf>), String> {
    let path = proofs.map(Path::to_path_buf).or_else(usual_proofs);
    let is_absent = |path: &Path| {
        proofs.is_none() && std::fs::metadata(path).is_err_and(|why| why.kind() == ErrorKind::NotFound)
    };
    let text = match &path {
        Some(path) if !is_absent(path) => text_of(path)?,
        _ => String::new(),
    };
    Ok((verdicts::about(rules, &text), path))
}

/// Reports the rules that are proven nowhere.
fn note_unproven(
    rules: &ActiveRules,
    files: &[PathBuf],
    proofs: Option<&Path>,
    diagnostics: &mut Diagnostics,
) {
    let of_file =
        |file: u32| files.get(file as usize).map(|path| path.display().to_string()).unwrap_or_default();
    for (_, rule) in rules.unproven() {
        let kept = proofs.map_or_else(|| "nowhere".to_owned(), |path| format!("in {}", path.display()));
        let message = format!("{} is proven at no widths, by the verdicts kept {kept}", rule.title());
        let help = format!("`idiom rules prove {}` proves it", of_file(rule.span.file));
        diagnostics.push(Diagnostic::new(Code::Unproven, rule.span, message).help(help));
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
        assert_eq!((first.names.len(), second.names.len()), (1, 2));
    }
}
