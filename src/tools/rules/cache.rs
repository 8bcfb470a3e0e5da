//! The cache of verdicts across runs: the file of [`verdicts`], read for one solver and appended to.
//!
//! Undecided rules are not cached: with a higher limit they may be decided.

use super::super::console::{Console, Failure};
use proof::rules::form::Rule;
use proof::rules::prove::{ByVersions, Verdict};
use proof::rules::verdicts::{self, Entry, Useless};
use proof::rules::widths::Typing;
use proof::semantics::Versions;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use text::bounded;

/// The verdicts of earlier runs and of this one.
pub(super) struct VerdictCache {
    path: Option<PathBuf>,
    /// The earlier verdicts of this solver by the rule's key and widths, each for some LLVMs.
    known: BTreeMap<(String, Vec<u32>), Vec<Entry>>,
    fresh: Mutex<Vec<Entry>>,
    solver: String,
}

impl VerdictCache {
    /// Reads the cache file, if there is one.
    pub(super) fn open(
        path: Option<PathBuf>,
        solver: String,
        console: &Console,
    ) -> Result<VerdictCache, Failure> {
        let text = path.as_ref().map(|path| read_verdicts(path, console)).transpose()?.unwrap_or_default();
        let mut known: BTreeMap<(String, Vec<u32>), Vec<Entry>> = BTreeMap::new();
        for entry in verdicts::parse(&text).filter(|entry| entry.solver == solver) {
            known.entry((entry.key.clone(), entry.at.clone())).or_default().push(entry);
        }
        Ok(VerdictCache { path, known, fresh: Mutex::new(Vec::new()), solver })
    }

    /// The verdicts of earlier runs, if they cover all LLVMs.
    pub(super) fn find(&self, rule: &Rule, typing: &Typing) -> Option<ByVersions> {
        let entries = self.known.get(&(verdicts::key(rule), typing.widths().collect()))?;
        let all = entries.iter().fold(Versions::none(), |all, entry| all.with(&entry.llvm));
        let verdict = |entry: &Entry| entry.refuted.clone().map_or(Verdict::Proven, Verdict::Refuted);
        let found = entries.iter().map(|entry| (entry.llvm.clone(), verdict(entry)));
        (all == Versions::all()).then(|| found.collect())
    }

    /// Adds a verdict, unless it is undecided.
    pub(super) fn add(&self, rule: &Rule, typing: &Typing, (llvm, verdict): &(Versions, Verdict)) {
        let refuted = match verdict {
            Verdict::Undecided(_) => return,
            Verdict::Proven => None,
            Verdict::Refuted(counterexample) => Some(counterexample.clone()),
        };
        let entry = Entry {
            key: verdicts::key(rule),
            at: typing.widths().collect(),
            llvm: llvm.clone(),
            solver: self.solver.clone(),
            rule: rule.name.clone(),
            widths: typing.describe(rule),
            refuted,
        };
        if let Ok(mut fresh) = self.fresh.lock() {
            fresh.push(entry);
        }
    }

    /// Appends the new verdicts to the file. The error is a message.
    pub(super) fn save(self) -> Result<(), String> {
        let fresh = self.fresh.into_inner().unwrap_or_default();
        match &self.path {
            Some(path) if !fresh.is_empty() => append(path, &fresh)
                .map_err(|error| format!("cannot keep verdicts in {}: {error}", path.display())),
            _ => Ok(()),
        }
    }
}

fn append(path: &Path, entries: &[Entry]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut lines = String::new();
    for entry in entries {
        lines.push_str(&serde_json::to_string(entry)?);
        lines.push('\n');
    }
    std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(lines.as_bytes())
}

/// The text of a file of verdicts; empty if the file does not exist. Malformed lines are reported.
pub(super) fn read_verdicts(path: &Path, console: &Console) -> Result<String, Failure> {
    let unread = |why| Failure::Usage(format!("cannot read the verdicts in {}: {why}", path.display()));
    let text = match bounded::read_text(path, bounded::MAX_STREAM_BYTES) {
        Err(why) if why.kind() == ErrorKind::NotFound => String::new(),
        read => read.map_err(unread)?,
    };
    if let Some(damage) = Useless::of(&text).damage(path) {
        console.note(&damage);
    }
    Ok(text)
}

/// The default file of verdicts.
pub(super) fn default_path() -> Option<PathBuf> {
    let chosen = std::env::var_os("IDIOM_RULES_PROOFS").filter(|path| !path.is_empty()).map(PathBuf::from);
    chosen.or_else(|| verdicts::default_path(|name| std::env::var_os(name)))
}
