//! Verdicts of proofs, stored by the command for the plugin in a file of JSON lines.
//!
//! In: a line `{"key":"6f1…","at":[8],"llvm":[[16,22]],"solver":"Z3 version 4.8.12",…}`. Out: the rule with
//! that text is proven at 8 bits for LLVM 16 to 22. The key is a hash of the rule's text and of the
//! encoding's version, so that changed rules and encodings have new keys. A proof counts whichever solver
//! found it; only the prover compares solvers, to query a new one.

use super::form::Rule;
use super::prove::{Counterexample, ENCODING_VERSION};
use crate::semantics::{Semantics, Versions};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One verdict, a line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Entry {
    /// The hash of the rule's text and of the encoding's version.
    pub key: String,
    /// The widths of the classes of the rule's values, in the order of the classes.
    pub at: Vec<u32>,
    /// The LLVM versions of the verdict.
    pub llvm: Versions,
    /// The solver that answered, with its version.
    pub solver: String,
    /// The name of the rule, for readers of the file.
    pub rule: String,
    /// The widths, for readers of the file.
    pub widths: String,
    /// The counterexample, if the rule is refuted there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refuted: Option<Counterexample>,
}

/// The key of a rule.
pub fn key(rule: &Rule) -> String {
    key_of_encoding(ENCODING_VERSION, rule)
}

/// The key of a rule under a version of the encoding.
fn key_of_encoding(version: u32, rule: &Rule) -> String {
    let text = format!("{version}\n{}", rule.canonical);
    // FNV-1a of 128 bits is the same on every machine and in every version of Rust.
    let hash = text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    format!("{hash:032x}")
}

/// The entries of a file. Unreadable lines are skipped; their rules are proven again.
pub fn parse(text: &str) -> impl Iterator<Item = Entry> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// The unusable lines of a file.
#[derive(Debug, Default)]
pub struct Useless {
    /// The keys of lines without LLVM versions, which an earlier idiom wrote.
    stale: BTreeSet<String>,
    /// The number of the first damaged line, from 1 on, and how many there are.
    damaged: Option<(usize, usize)>,
}

impl Useless {
    /// The unusable lines of a file's text.
    pub fn of(text: &str) -> Useless {
        let mut found = Useless::default();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if serde_json::from_str::<Entry>(line).is_ok() {
                continue;
            }
            let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
            let key = value.as_ref().filter(|entry| entry.get("llvm").is_none());
            match key.and_then(|entry| entry.get("key")?.as_str()) {
                Some(key) => drop(found.stale.insert(key.to_owned())),
                None => found.damaged.get_or_insert((at + 1, 0)).1 += 1,
            }
        }
        found
    }

    /// Whether a rule has a verdict that an earlier idiom wrote.
    pub fn has_stale(&self, rule: &Rule) -> bool {
        (1..=ENCODING_VERSION).any(|version| self.stale.contains(&key_of_encoding(version, rule)))
    }

    /// A message about the damaged lines of the file at `path`, if there are any.
    pub fn damage(&self, path: &Path) -> Option<String> {
        let (first, number) = self.damaged?;
        let lines = if number == 1 { "line" } else { "lines" };
        let count = if number == 1 { String::new() } else { format!(", the first of {number}") };
        let path = path.display();
        Some(format!(
            "{path} is damaged at line {first}{count}: what such {lines} said counts for nothing; `idiom rules prove` proves it anew"
        ))
    }
}

/// The state of a rule at some widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum State {
    /// Some solver proved the rule, and none refuted it.
    Proven,
    /// Some solver refuted the rule.
    Refuted,
    /// No solver has decided about the rule.
    Unknown,
}

/// The LLVM versions for which a rule is decided at some widths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
struct Decided {
    proven: Versions,
    refuted: Versions,
}

/// The verdicts of one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Verdicts {
    by_widths: BTreeMap<Vec<u32>, Decided>,
}

impl Verdicts {
    /// The state at the classes' widths, for an LLVM version.
    pub fn at(&self, widths: &[u32], llvm: u32) -> State {
        match self.by_widths.get(widths) {
            Some(decided) if decided.refuted.contains(llvm) => State::Refuted,
            Some(decided) if decided.proven.contains(llvm) => State::Proven,
            _ => State::Unknown,
        }
    }

    /// The LLVM versions for which the rule is proven at the classes' widths.
    pub fn proven_for(&self, widths: &[u32]) -> Versions {
        self.by_widths.get(widths).map(|decided| decided.proven.clone()).unwrap_or_default()
    }

    /// Whether the rule has that state at some widths, for an LLVM version.
    pub fn has(&self, state: State, llvm: u32) -> bool {
        self.by_widths.keys().any(|widths| self.at(widths, llvm) == state)
    }

    /// The LLVM versions for which the rule is proven at some widths.
    pub fn proven_versions(&self) -> Versions {
        self.by_widths.values().fold(Versions::none(), |all, decided| all.with(&decided.proven))
    }

    /// The LLVM versions for which the rule is proven at no widths, or refuted at some.
    pub fn unlicensed(&self) -> Versions {
        let is_licensed = |llvm| self.has(State::Proven, llvm) && !self.has(State::Refuted, llvm);
        let rows = Semantics::all().map(|(versions, _)| versions);
        rows.filter(|row| !row.first().is_some_and(is_licensed))
            .fold(Versions::none(), |all, row| all.with(&row))
    }

    /// Adds a verdict; a refutation outweighs a proof.
    fn note(&mut self, entry: &Entry) {
        let decided = self.by_widths.entry(entry.at.clone()).or_default();
        let list = if entry.refuted.is_some() { &mut decided.refuted } else { &mut decided.proven };
        *list = list.with(&entry.llvm);
    }
}

/// The verdicts of each rule, from a file's text.
pub fn about(rules: &[Rule], text: &str) -> Vec<Verdicts> {
    let mut by_key: FxHashMap<String, Verdicts> = FxHashMap::default();
    for entry in parse(text) {
        by_key.entry(entry.key.clone()).or_default().note(&entry);
    }
    rules.iter().map(|rule| by_key.get(&key(rule)).cloned().unwrap_or_default()).collect()
}

/// The default path of the file, in the user's cache folder. `variable` reads environment variables.
pub fn default_path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join("idiom").join("proofs.jsonl"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sound;

    fn line(rule: &Rule, at: &[u32], refuted: bool) -> String {
        line_for(Versions::all(), rule, at, refuted)
    }

    fn line_for(llvm: Versions, rule: &Rule, at: &[u32], refuted: bool) -> String {
        let counterexample = Counterexample {
            widths: String::new(),
            inputs: Vec::new(),
            source: None,
            target: String::new(),
            by_undef: false,
            freeze: None,
        };
        let entry = Entry {
            key: key(rule),
            at: at.to_vec(),
            llvm,
            solver: "s".into(),
            rule: rule.name.clone(),
            widths: String::new(),
            refuted: refuted.then_some(counterexample),
        };
        serde_json::to_string(&entry).unwrap()
    }

    #[test]
    fn a_rule_has_the_verdicts_of_its_text() {
        let both =
            sound("Name: a\n%r = add %x, %x\n=>\n%r = shl %x, 1\n\nName: b\n%r = add %x, 0\n=>\n%r = %x");
        let same = sound("Name: other\n%r = add   %x, %x ; a comment\n=>\n%r = shl %x, 1\n");
        assert_eq!(key(&both[0]), key(&same[0]));
        assert_ne!(key(&both[0]), key(&both[1]));
        let text = [line(&both[0], &[8], false), "no JSON".into(), line(&both[0], &[1], true)].join("\n");
        let found = about(&both, &text);
        let states = |of: &Verdicts| [1, 8, 16].map(|width| of.at(&[width], 19));
        assert_eq!(states(&found[0]), [State::Refuted, State::Proven, State::Unknown]);
        assert_eq!(states(&found[1]), [State::Unknown; 3]);
        assert!(found[0].has(State::Proven, 19) && !found[1].has(State::Proven, 19));
    }

    /// Whatever the order of the lines.
    #[test]
    fn a_refutation_outweighs_a_proof() {
        let rule = sound("%r = add %x, %x\n=>\n%r = shl %x, 1\n");
        let lines = [line(&rule[0], &[8], false), line(&rule[0], &[8], true)];
        for text in [lines.join("\n"), [&lines[1], "\n", &lines[0]].concat()] {
            assert_eq!(about(&rule, &text)[0].at(&[8], 19), State::Refuted);
        }
    }

    #[test]
    fn a_verdict_is_for_its_llvms_alone() {
        let rule = sound("%r = add %x, %x\n=>\n%r = shl %x, 1\n");
        let [older, newer] = [0, 1].map(|at| Semantics::all().nth(at).unwrap().0);
        let lines =
            [line_for(older.clone(), &rule[0], &[8], false), line_for(newer.clone(), &rule[0], &[8], true)];
        let found = &about(&rule, &lines.join("\n"))[0];
        assert_eq!(
            [19, 22, 23].map(|llvm| found.at(&[8], llvm)),
            [State::Proven, State::Proven, State::Refuted]
        );
        assert_eq!((found.has(State::Proven, 23), found.proven_versions()), (false, older.clone()));
        assert_eq!((found.proven_for(&[8]), found.proven_for(&[9])), (older.clone(), Versions::none()));
        assert_eq!(found.unlicensed(), newer);
        let unknown = about(&rule, "")[0].unlicensed();
        assert_eq!(unknown, Versions::all());
    }

    #[test]
    fn verdicts_without_their_llvms_are_stale() {
        let rule = sound("%r = add %x, %x\n=>\n%r = shl %x, 1\n");
        let now = line(&rule[0], &[8], false);
        let mut before: serde_json::Value = serde_json::from_str(&now).unwrap();
        before.as_object_mut().unwrap().remove("llvm");
        let before = before.to_string();
        let has_stale = |text: &str, rule: &Rule| Useless::of(text).has_stale(rule);
        assert!(has_stale(&format!("{now}\n{before}"), &rule[0]) && !has_stale(&now, &rule[0]));
        // The line does not concern other rules, and counts as stale under an earlier encoding's key, too.
        let other = sound("%r = mul %x, 2\n=>\n%r = shl %x, 1\n");
        assert!(!has_stale(&before, &other[0]));
        let earlier = before.replace(&key(&rule[0]), &key_of_encoding(1, &rule[0]));
        assert!(earlier != before && has_stale(&earlier, &rule[0]));
        assert_eq!(about(&rule, &before)[0].at(&[8], 19), State::Unknown);
    }

    #[test]
    fn lines_that_are_none_are_counted() {
        let rule = sound("%r = add %x, %x\n=>\n%r = shl %x, 1\n");
        let now = line(&rule[0], &[8], false);
        let damage = |text: &str| Useless::of(text).damage(Path::new("p.jsonl"));
        assert_eq!(damage(&format!("{now}\n\n{now}\n")), None);
        let (half, _) = now.split_at(now.len() / 2);
        assert!(
            damage(&format!("{now}\n{half}"))
                .is_some_and(|message| message.starts_with("p.jsonl is damaged at line 2: "))
        );
        let several = damage(&format!("{half}\n{now}\nno JSON\n[]\n"));
        assert!(
            several
                .is_some_and(|message| message.starts_with("p.jsonl is damaged at line 1, the first of 3: "))
        );
    }

    #[test]
    fn the_file_lies_in_the_cache_folder() {
        let path = |set: &[(&str, &str)]| {
            default_path(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into()))
        };
        assert_eq!(path(&[("HOME", "/h")]), Some("/h/.cache/idiom/proofs.jsonl".into()));
        assert_eq!(path(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/c")]), Some("/c/idiom/proofs.jsonl".into()));
        assert_eq!(path(&[("HOME", "")]), None);
    }
}
