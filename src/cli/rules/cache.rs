//! Verdicts that are kept from run to run: a file of JSON lines.
//!
//! The key is a hash of the rule's text, the widths, the version of the encoding and the solver's, so that an entry is never stale.
//! What was not decided is not kept: with more time it may be.

use idiom::rules::form::Rule;
use idiom::rules::prove::{Counterexample, ENCODING_VERSION, Verdict};
use idiom::rules::widths::Typing;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A line of the file.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Entry {
    key: String,
    rule: String,
    widths: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<Counterexample>,
}

/// The verdicts of earlier runs, and those of this one.
pub(super) struct Cache {
    path: Option<PathBuf>,
    known: BTreeMap<String, Entry>,
    fresh: Mutex<Vec<Entry>>,
    solver: String,
}

impl Cache {
    /// Reads a file, if there is one. Lines that are not understood are left out: they are proven again.
    pub(super) fn open(path: Option<PathBuf>, solver: String) -> Cache {
        let text = path.as_ref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let entries = text.lines().filter_map(|line| serde_json::from_str::<Entry>(line).ok());
        let known = entries.map(|entry| (entry.key.clone(), entry)).collect();
        Cache { path, known, fresh: Mutex::new(Vec::new()), solver }
    }

    fn key(&self, rule: &Rule, typing: &Typing) -> String {
        let mut text = format!("{ENCODING_VERSION}\n{}\n", self.solver);
        for width in typing.widths() {
            let _ = write!(text, "{width} ");
        }
        text.push('\n');
        text.push_str(&rule.canonical);
        // FNV-1a of 128 bits: the same on every machine and of every version of Rust.
        let hash = text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        });
        format!("{hash:032x}")
    }

    /// The verdict of an earlier run.
    pub(super) fn find(&self, rule: &Rule, typing: &Typing) -> Option<Verdict> {
        let entry = self.known.get(&self.key(rule, typing))?;
        Some(entry.refuted.clone().map_or(Verdict::Proven, Verdict::Refuted))
    }

    /// Notes a verdict.
    pub(super) fn add(&self, rule: &Rule, typing: &Typing, verdict: &Verdict) {
        let refuted = match verdict {
            Verdict::Undecided(_) => return,
            Verdict::Proven => None,
            Verdict::Refuted(counterexample) => Some(counterexample.clone()),
        };
        let (key, widths) = (self.key(rule, typing), typing.describe(rule));
        let entry = Entry { key, rule: rule.name.clone(), widths, refuted };
        if let Ok(mut fresh) = self.fresh.lock() {
            fresh.push(entry);
        }
    }

    /// Appends the new verdicts to the file. In words why that failed.
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

/// The file where nobody says which: in the user's cache folder.
pub(super) fn default_path() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join("idiom").join("proofs.jsonl"))
}
