//! Fixes of findings: edits of the source that the idioms describe, checked against the exact text.
//!
//! ```text
//! findings with lines `= …` => text, macros, statements around => edits => does the unit compile? => files, a diff
//! ```
//!
//! A finding has no fix if its code is inlined elsewhere or belongs to a template, if several units compile its
//! file, or if the file is not the source of the unit: the finding says nothing about the other uses of the lines.

mod diff;
mod file;
mod loops;
mod matching;
mod tokens;

use super::pictures::ScannedUnits;
use super::unit::Unit;
use crate::console::{Console, Failure};
use crate::find::clang::in_path;
use file::File;
use matching::{Names, Refused};
use report::digest::{Digest, Entry};
use report::{Edit, counted};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use text::bounded;
use tokens::{TokenKind, tokens};

/// The use of fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixing {
    /// No fixes are looked for.
    Off,
    /// Fixes are part of SARIF.
    Listed,
    /// Fixes are printed as a diff.
    Printed,
    /// Fixes are written to the sources.
    Written,
}

/// A source that is edited.
struct EditedSource {
    path: PathBuf,
    unit: Unit,
    text: String,
    names: Names,
    /// The lines that edits change, from 1.
    touched: BTreeSet<u32>,
}

/// The edited sources by their names.
#[derive(Default)]
pub(crate) struct Fixed(BTreeMap<String, (PathBuf, String, String)>);

/// Looks for fixes of the findings below `root`, and stores them in the entries. `scanned` returns the units of
/// a source.
pub(crate) fn find(
    digest: &mut Digest,
    (root, fixing): (&Path, Fixing),
    scanned: &ScannedUnits<'_>,
    console: &Console,
) -> Result<Fixed, Failure> {
    let clang = in_path("clang")?;
    let mut sources: BTreeMap<String, Result<EditedSource, String>> = BTreeMap::new();
    let mut refused: Vec<(String, String)> = Vec::new();
    for entry in digest.entries.iter_mut().filter(|entry| !entry.fixes.is_empty()) {
        let source = sources
            .entry(entry.file().to_owned())
            .or_insert_with_key(|file| source(file, root, &clang, scanned));
        match source.as_mut().map_err(|why| why.clone()).and_then(|source| edit_of(entry, source)) {
            Ok(edit) => entry.edit = Some(edit),
            Err(why) => refused.push((headline(entry), why)),
        }
    }
    let mut fixed = Fixed::default();
    for (file, source) in sources.into_iter().filter_map(|(file, source)| Some((file, source.ok()?))) {
        let mut edited =
            digest.entries.iter_mut().filter(|entry| entry.edit.is_some() && entry.file() == file);
        let edits: Vec<Edit> = edited.by_ref().filter_map(|entry| entry.edit.clone()).collect();
        if edits.is_empty() {
            continue;
        }
        let new = diff::applied(&source.text, &edits);
        match compiles(&clang, &source, &new) {
            Ok(()) => drop(fixed.0.insert(file, (source.path, source.text, new))),
            Err(why) => {
                let of_file =
                    digest.entries.iter_mut().filter(|entry| entry.edit.is_some() && entry.file() == file);
                for entry in of_file {
                    entry.edit = None;
                    refused.push((headline(entry), why.clone()));
                }
            }
        }
    }
    if matches!(fixing, Fixing::Printed | Fixing::Written) {
        refused.iter().for_each(|(finding, why)| console.note(&format!("{finding} is not fixed: {why}")));
    }
    Ok(fixed)
}

impl Fixed {
    /// The edits as a unified diff.
    pub(crate) fn diff(&self) -> String {
        self.0.iter().map(|(file, (_, old, new))| diff::unified(file, old, new)).collect()
    }

    /// Writes the edited sources.
    pub(crate) fn write(&self, digest: &Digest, console: &Console) -> Result<(), Failure> {
        for (path, _, new) in self.0.values() {
            let failed = |error| Failure::Usage(format!("cannot write {}: {error}", path.display()));
            std::fs::write(path, new).map_err(failed)?;
        }
        let findings = digest.entries.iter().filter(|entry| entry.edit.is_some()).count();
        let (findings, files) = (counted(findings as u64, "finding"), counted(self.0.len() as u64, "file"));
        console.note(&format!("{findings} fixed in {files}"));
        Ok(())
    }
}

/// The place and the idiom of a finding.
fn headline(entry: &Entry) -> String {
    let place = entry.place.as_ref().map(|place| format!("{}:{}:{}: ", place.file, place.line, place.column));
    format!("{}{}", place.unwrap_or_default(), entry.idiom)
}

/// A source with its only unit; the error is the reason for which its lines have no fixes.
fn source(file: &str, root: &Path, clang: &Path, scanned: &ScannedUnits<'_>) -> Result<EditedSource, String> {
    let mut units = scanned(file);
    let unit = match units.pop() {
        Some(scanned) if units.is_empty() => scanned.unit,
        Some(_) => return Err("several units compile its file".to_owned()),
        None => return Err("its file is included".to_owned()),
    };
    let path = root.join(file);
    let text =
        bounded::read_found_text(&path, bounded::MAX_STREAM_BYTES).map_err(|error| error.to_string())?;
    let names = names(clang, &unit)?;
    Ok(EditedSource { path, unit, text, names, touched: BTreeSet::new() })
}

/// The names that the preprocessor knows in a unit.
fn names(clang: &Path, unit: &Unit) -> Result<Names, String> {
    let mut command = Command::new(clang);
    command.args(&unit.flags).args(["-w", "-E", "-dD", "-P", "-o", "-"]).arg(&unit.source);
    command.current_dir(&unit.directory).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success());
    let output = output.ok_or("its unit cannot be preprocessed")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let is_of_word = |c: char| c == '_' || c.is_alphanumeric();
    let words = text.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty()).map(str::to_owned);
    let defined = text.lines().filter_map(|line| line.strip_prefix("#define "));
    let name = |line: &str| line.split(|c: char| !is_of_word(c)).next().map(str::to_owned);
    Ok(Names { macros: defined.filter_map(name).collect(), words: words.collect() })
}

/// The edit that fixes a finding, if its source allows it.
fn edit_of(entry: &Entry, source: &mut EditedSource) -> Result<Edit, String> {
    if entry.function.contains('<') {
        return Err("it may be in a template".to_owned());
    }
    let is_c = source.path.extension().is_some_and(|extension| extension == "c")
        && !source.unit.flags.iter().any(|flag| flag.as_encoded_bytes().starts_with(b"-x"));
    let file = File::of(&source.text, is_c).ok_or("its file has a literal or a comment that is not read")?;
    let mut refused: Option<Refused> = None;
    for fix in &entry.fixes {
        match matching::edit(fix, &file, &source.names) {
            Ok(edit) => {
                let lines: BTreeSet<u32> = edit.replacements.iter().map(|part| part.line).collect();
                if !lines.is_disjoint(&source.touched) {
                    return Err("another fix changes its line; scan again".to_owned());
                }
                source.touched.extend(lines);
                // The next fix has another name for its variable.
                let texts = edit.replacements.iter().map(|part| part.text.as_str());
                let words = texts.flat_map(|text| tokens(text).unwrap_or_default());
                let words =
                    words.filter(|token| token.kind == TokenKind::Word).map(|token| token.text.to_owned());
                source.names.words.extend(words);
                return Ok(edit);
            }
            Err(other) if refused.as_ref().is_none_or(|known| known.matched < other.matched) => {
                refused = Some(other);
            }
            Err(_) => {}
        }
    }
    Err(refused.map_or_else(String::new, |refused| refused.why))
}

/// Whether the unit of a source compiles with a new text; the error says why not.
fn compiles(clang: &Path, source: &EditedSource, text: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (changed, overlay) = (folder.path().join("changed"), folder.path().join("overlay.json"));
    let path = std::path::absolute(source.unit.directory.join(&source.unit.source))
        .map_err(|error| error.to_string())?;
    let files = json!([{ "type": "file", "name": path, "external-contents": changed }]);
    let layers =
        json!({ "version": 0, "case-sensitive": "true", "use-external-names": false, "roots": files });
    std::fs::write(&changed, text).map_err(|error| error.to_string())?;
    std::fs::write(&overlay, layers.to_string()).map_err(|error| error.to_string())?;
    let mut command = Command::new(clang);
    command.args(&source.unit.flags).args(["-w", "-fsyntax-only", "-ivfsoverlay"]).arg(&overlay);
    command.arg(&source.unit.source).current_dir(&source.unit.directory).stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    let messages = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(()),
        false => {
            let error = messages.lines().find(|line| line.contains("error:")).unwrap_or_default();
            Err(format!("the unit would not compile: {error}"))
        }
    }
}
