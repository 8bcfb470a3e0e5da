//! Comments in sources that hide findings: `// idiom-ignore: NAME, NAME because REASON`.
//!
//! A comment behind code is about its own line; one on a line of its own is about the next line with code. `*`
//! names all idioms. A comment without a reason hides nothing.

use super::{Digest, Entry, Sources, State};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// The word that begins the text of such a comment.
const WORD: &str = "idiom-ignore:";
/// The word before the reason.
const BECAUSE: &str = "because";
/// The number of lines with comments only that may stand between a comment and its code.
const MOST_COMMENTS: u32 = 8;

/// A comment that hides findings of its line or the next.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ignore {
    names: Vec<String>,
    /// The reason; empty if there is none.
    reason: String,
}

impl Ignore {
    fn names_it(&self, idiom: &str) -> bool {
        let specification = idiom.split_once('[').map_or(idiom, |(specification, _)| specification);
        self.names.iter().any(|name| name == "*" || name == idiom || name == specification)
    }
}

/// The comment in a line, and whether the line has nothing else.
fn parse(line: &str) -> Option<(Ignore, bool)> {
    let (before, text) = line.split_once(WORD)?;
    let before = before.trim_end();
    let code = before.strip_suffix("//").or_else(|| before.strip_suffix("/*"))?;
    let (text, behind) = match before.ends_with("/*") {
        true => text.split_once("*/").unwrap_or((text, "")),
        false => (text, ""),
    };
    let (names, reason) = text.split_once(BECAUSE).unwrap_or((text, ""));
    let names = names.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let is_alone = code.trim().is_empty() && behind.trim().is_empty();
    Some((Ignore { names, reason: reason.trim().to_owned() }, is_alone))
}

/// A mistake in a comment that hides findings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IgnoreFault {
    /// The file of the comment.
    pub file: String,
    /// Its line, from 1.
    pub line: u32,
    /// The message.
    pub text: String,
}

impl Display for IgnoreFault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

/// Mistakes in comments that hide findings, by file and line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoreFaults {
    /// Comments without a reason or a name.
    pub errors: Vec<IgnoreFault>,
    /// Comments that hide nothing.
    pub unused: Vec<IgnoreFault>,
}

impl IgnoreFaults {
    /// Removes the mistakes in other files.
    pub fn keep(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.errors.retain(|fault| is_wanted(&fault.file));
        self.unused.retain(|fault| is_wanted(&fault.file));
    }
}

/// The comments about a line of code with their lines, the nearest first.
fn about(sources: &mut Sources, file: &str, line: u32) -> Vec<(u32, Ignore)> {
    let first = line.saturating_sub(MOST_COMMENTS).max(1);
    let lines = sources.lines(file, first, line);
    let own =
        lines.get((line - first) as usize).and_then(|text| parse(text)).filter(|(_, is_alone)| !is_alone);
    let before = (first..line).zip(lines).rev().take_while(|(_, text)| is_comment(text));
    let above =
        before.filter_map(|(at, text)| Some((at, parse(text)?))).filter(|(_, (_, is_alone))| *is_alone);
    let own = own.map(|(ignore, _)| (line, ignore));
    own.into_iter().chain(above.map(|(at, (ignore, _))| (at, ignore))).collect()
}

/// Whether a line has a comment and nothing else.
fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("//")
        || (line.starts_with("/*") && line.find("*/").is_none_or(|at| at + 2 == line.len()))
}

impl Digest {
    /// Moves the entries that comments in the sources hide to the ignored ones. Comments that hide nothing are
    /// looked for in the files of entries and in the sources of units, if they name only idioms of `searched`.
    pub fn ignore(&mut self, sources: &mut Sources, searched: Option<&[String]>) -> IgnoreFaults {
        let mut used: FxHashSet<(String, u32)> = FxHashSet::default();
        let mut files: BTreeSet<String> = self.sources.iter().cloned().collect();
        let mut known: FxHashMap<(String, u32), Vec<(u32, Ignore)>> = FxHashMap::default();
        let mut retained = Vec::new();
        for entry in std::mem::take(&mut self.entries) {
            files.insert(entry.file().to_owned());
            match hiding(&entry, sources, &mut known) {
                Some((line, reason)) => {
                    used.insert((entry.file().to_owned(), line));
                    self.ignored.push(Entry { ignored: Some(reason), ..entry });
                }
                None => retained.push(entry),
            }
        }
        self.entries = retained;
        for entry in &self.refined {
            if let Some((line, _)) = hiding(entry, sources, &mut known) {
                used.insert((entry.file().to_owned(), line));
            }
        }
        let mut faults = IgnoreFaults::default();
        for file in &files {
            for (line, text) in (1u32..).zip(sources.lines(file, 1, u32::MAX - 1)) {
                let Some((ignore, _)) = parse(text) else { continue };
                let is_searched = |name: &String| {
                    searched.is_some_and(|searched| name == "*" || searched.iter().any(|it| it == name))
                };
                if ignore.reason.is_empty() || ignore.names.is_empty() {
                    let text = format!("`{WORD}` hides nothing: write `{WORD} NAME {BECAUSE} REASON`");
                    faults.errors.push(IgnoreFault { file: file.clone(), line, text });
                } else if !used.contains(&(file.clone(), line)) && ignore.names.iter().all(is_searched) {
                    let names = ignore.names.join(", ");
                    let text = format!("nothing is found there, so `{WORD} {names}` can go");
                    faults.unused.push(IgnoreFault { file: file.clone(), line, text });
                }
            }
        }
        faults
    }
}

/// The line and the reason of the comment that hides an entry.
fn hiding(
    entry: &Entry,
    sources: &mut Sources,
    known: &mut FxHashMap<(String, u32), Vec<(u32, Ignore)>>,
) -> Option<(u32, String)> {
    let place = entry.place.as_ref().filter(|_| entry.state != Some(State::Gone))?;
    let key = (place.file.clone(), place.line);
    let found = known.entry(key).or_insert_with(|| about(sources, &place.file, place.line));
    let hides = |ignore: &Ignore| !ignore.reason.is_empty() && ignore.names_it(&entry.idiom);
    let (line, ignore) = found.iter().find(|(_, ignore)| hides(ignore))?;
    Some((*line, ignore.reason.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, Outcome, Place, Report};

    #[test]
    fn comments_name_idioms_and_a_reason() {
        let read = |line: &str| parse(line).map(|(it, alone)| (it.names.join("|"), it.reason, alone));
        let expect = |names: &str, reason: &str, alone| Some((names.to_owned(), reason.to_owned(), alone));
        assert_eq!(read("  // idiom-ignore: A, B[N=2] because x is y"), expect("A|B[N=2]", "x is y", true));
        assert_eq!(read("f(); /* idiom-ignore: A because of b */"), expect("A", "of b", false));
        assert_eq!(read("f(); // idiom-ignore: A"), expect("A", "", false));
        assert_eq!(read("f(); // see idiom-ignore: A"), None);
        assert_eq!(read("f(\"a//b\"); // idiom-ignore: A because b"), expect("A", "b", false));
        assert_eq!(read("/* idiom-ignore: A because b */ f();"), expect("A", "b", false));
        assert_eq!(read("f();"), None);
    }

    #[test]
    fn entries_are_hidden_with_a_reason_and_comments_without_use_are_faults() {
        let folder = std::env::temp_dir().join(format!("idiom-ignored-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let text = "a; // idiom-ignore: Root because it is fine\n\
                    b; // idiom-ignore: General because another is found, too\n\
                    // idiom-ignore: * because of all\n\
                    // idiom-ignore: Third because of another\n\
                    // more about it\n\
                    c;\n\
                    d; // idiom-ignore: Root\n\
                    // idiom-ignore: Other because of nothing\n\
                    // idiom-ignore: Unknown because it is not searched\n";
        std::fs::write(folder.join("x.c"), text).unwrap();
        let finding = |line: u32| Finding {
            place: Some(Place { file: "x.c".into(), line, column: 1 }),
            ..Finding::new("Root", Outcome::Found, "f")
        };
        let general = |line: u32| Finding { idiom: "General".into(), ..finding(line) };
        let mut findings = [1, 2, 6, 7].map(finding).to_vec();
        findings.push(general(2));
        findings[1].refines.push("General".into());
        let mut digest = Digest::of([&Report { findings, ..Report::new("x.c", "19") }]);
        let searched = ["Root", "Other", "General"].map(str::to_owned);
        let faults = digest.ignore(&mut Sources::new(&folder), Some(&searched));
        std::fs::remove_dir_all(&folder).unwrap();
        let lines = |entries: &[Entry]| -> Vec<u32> {
            entries.iter().map(|entry| entry.place.as_ref().unwrap().line).collect()
        };
        assert_eq!((lines(&digest.entries), lines(&digest.ignored)), (vec![2, 7], vec![1, 6]));
        assert_eq!(digest.ignored[0].ignored.as_deref(), Some("it is fine"));
        let lines = |faults: &[IgnoreFault]| faults.iter().map(|fault| fault.line).collect::<Vec<_>>();
        assert_eq!((lines(&faults.errors), lines(&faults.unused)), (vec![7], vec![8]), "{faults:?}");
        assert!(faults.errors[0].to_string().starts_with("x.c:7: `idiom-ignore:` hides nothing"));
    }
}
