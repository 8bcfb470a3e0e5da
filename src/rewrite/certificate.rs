//! What `idiom prove` keeps beside a file of specifications: the forms of its rewrites that a solver has
//! proven.
//!
//! The plugin has no solver. It compares the text of a form that it meets with those kept, so that nothing
//! hangs on a hash; the number that is told is one of the text. A file of another version of the semantics
//! counts for nothing.

use super::form::Form;
use super::unproven::{Lack, Unproven};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Grows when forms are written or proven in another way.
pub const CERTIFICATE_VERSION: u32 = 1;

/// A file of proofs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Certificate {
    /// [`CERTIFICATE_VERSION`] when it was written.
    pub version: u32,
    /// The solver and its version.
    pub solver: String,
    /// The proven forms, ordered.
    pub proven: Vec<Entry>,
    /// What was asked and is not proven.
    #[serde(default)]
    pub unproven: Vec<Unproven>,
    /// The [digest](super::text_digest) of the file when it was proven.
    #[serde(default)]
    pub digest: Option<String>,
}

/// A proven form of a rewrite.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Entry {
    /// The rewrite.
    pub rewrite: String,
    /// FNV-1a of text and flags, in hexadecimal digits: what is told.
    pub id: String,
    /// The flags that the source must have, line by line.
    pub flags: Vec<u64>,
    /// The rule, line by line.
    pub form: Vec<String>,
}

impl Entry {
    /// An entry for a form.
    pub fn new(rewrite: &str, form: &Form) -> Entry {
        Entry {
            rewrite: rewrite.to_owned(),
            id: id(form),
            flags: form.flags.iter().map(|flags| flags.0).collect(),
            form: form.text.lines().map(str::to_owned).collect(),
        }
    }

    /// The form.
    pub fn as_form(&self) -> Form {
        let text = self.form.iter().map(|line| format!("{line}\n")).collect();
        Form { text, flags: self.flags.iter().map(|bits| crate::model::Flags(*bits)).collect() }
    }
}

/// The identity of a form.
fn id(form: &Form) -> String {
    let bytes = form.text.bytes().chain([0]).chain(form.flags_text().into_bytes());
    let hash = bytes
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

/// `mine.candl.proof`, beside `mine.candl`.
pub fn certificate_path(specification: &Path) -> PathBuf {
    let mut name = specification.as_os_str().to_owned();
    name.push(".proof");
    PathBuf::from(name)
}

impl Certificate {
    /// Reads a file's text.
    ///
    /// # Errors
    ///
    /// Why it counts for nothing.
    pub fn read(text: &str) -> Result<Certificate, String> {
        let certificate: Certificate = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match certificate.version {
            CERTIFICATE_VERSION => Ok(certificate),
            other => Err(format!("it is of version {other}, and this is {CERTIFICATE_VERSION}; prove again")),
        }
    }

    /// The file's text: JSON, a form to a line.
    pub fn text(&self) -> String {
        let mut proven = self.proven.clone();
        proven.sort();
        proven.dedup();
        let line = |entry: &Entry| serde_json::to_string(entry).unwrap_or_default();
        let lines: Vec<String> = proven.iter().map(line).collect();
        let solver = serde_json::Value::from(self.solver.as_str());
        let (version, lines) = (self.version, lines.join(",\n"));
        let mut unproven = self.unproven.clone();
        unproven.sort();
        unproven.dedup();
        let others = unproven.iter().map(|it| serde_json::to_string(it).unwrap_or_default());
        let others = others.collect::<Vec<_>>().join(",\n");
        let digest = serde_json::Value::from(self.digest.as_deref());
        format!(
            "{{\"version\": {version}, \"solver\": {solver}, \"digest\": {digest}, \"proven\": [\n{lines}\n], \"unproven\": [\n{others}\n]}}\n"
        )
    }
}

/// The certificates of all files in force.
#[derive(Clone, Debug, Default)]
pub struct Certificates {
    entries: Vec<(Entry, Form)>,
    unproven: Vec<Unproven>,
}

impl Certificates {
    /// Adds those of a file.
    pub fn add(&mut self, certificate: &Certificate) {
        let entries = certificate.proven.iter();
        self.entries.extend(entries.map(|entry| (entry.clone(), entry.as_form())));
        self.unproven.extend(certificate.unproven.iter().cloned());
    }

    /// The proof of a form, if there is one.
    pub fn find(&self, rewrite: &str, form: &Form) -> Option<&Entry> {
        let mut known = self.entries.iter();
        let found = known.find(|(entry, proven)| entry.rewrite == rewrite && proven.covers(form));
        found.map(|(entry, _)| entry)
    }

    /// What came out where a form was asked about and is not proven.
    pub fn unproven_form(&self, rewrite: &str, form: &Form) -> Option<&Unproven> {
        self.unproven.iter().find(|it| it.rewrite == rewrite && it.is_about(form))
    }

    /// Why nothing of a rewrite is proven, where somebody has tried: a counterexample before all else.
    pub fn unproven(&self, rewrite: &str) -> Option<&Unproven> {
        let own = self.unproven.iter().filter(|it| it.rewrite == rewrite);
        own.min_by_key(|it| it.lack != Lack::Refuted)
    }

    /// Whether anything of a rewrite is proven.
    pub fn knows(&self, rewrite: &str) -> bool {
        self.entries.iter().any(|(entry, _)| entry.rewrite == rewrite)
    }
}
