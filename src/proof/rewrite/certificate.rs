//! The certificate that `idiom prove` writes beside a file of specifications: the forms of its rewrites that
//! a solver has proven.
//!
//! The plugin has no solver. It compares the text of a form with the stored texts, so that no decision rests
//! on a hash; the hash of the text is only printed. An entry names the LLVM versions it is proven for, and
//! licenses nothing in others. A file with another version number is ignored.

use super::form::Form;
use super::unproven::{Lack, Unproven};
use crate::semantics::Versions;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Version of the file format. Increase it when forms are written or proven in another way, and when the
/// table of meanings changes.
pub const CERTIFICATE_VERSION: u32 = 2;

/// A file of proofs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Certificate {
    /// The value of [`CERTIFICATE_VERSION`] when the file was written.
    pub version: u32,
    /// The solver and its version.
    pub solver: String,
    /// The proven forms, ordered.
    pub proven: Vec<ProvenForm>,
    /// The rewrites and forms that were tried and are not proven.
    #[serde(default)]
    pub unproven: Vec<Unproven>,
    /// The [digest](super::text_digest) of the file when it was proven.
    #[serde(default)]
    pub digest: Option<String>,
}

/// A proven form of a rewrite.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct ProvenForm {
    /// The rewrite.
    pub rewrite: String,
    /// FNV-1a hash of text and flags, in hexadecimal digits; findings print it.
    pub id: String,
    /// The LLVM versions that the form is proven for.
    pub llvm: Versions,
    /// The registers that must be known to be neither undef nor poison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defined: Vec<String>,
    /// The flags that the source must have, line by line.
    pub flags: Vec<u64>,
    /// The rule, line by line.
    pub form: Vec<String>,
}

impl ProvenForm {
    /// The entry of a form that is proven for these LLVM versions.
    pub fn new(rewrite: &str, form: &Form, llvm: &Versions) -> ProvenForm {
        ProvenForm {
            rewrite: rewrite.to_owned(),
            id: id(form),
            llvm: llvm.clone(),
            defined: Vec::new(),
            flags: form.flags.iter().map(|flags| flags.0).collect(),
            form: form.text.lines().map(str::to_owned).collect(),
        }
    }

    /// The same entry, proven only where these registers are known to be neither undef nor poison.
    #[must_use]
    pub fn where_defined(self, defined: &[String]) -> ProvenForm {
        ProvenForm { defined: defined.to_vec(), ..self }
    }

    /// The text and flags as a [`Form`].
    pub fn as_form(&self) -> Form {
        let text = self.form.iter().map(|line| format!("{line}\n")).collect();
        Form { text, flags: self.flags.iter().map(|bits| ir::Flags(*bits)).collect() }
    }
}

/// The hash of a form, for [`ProvenForm::id`].
fn id(form: &Form) -> String {
    let bytes = form.text.bytes().chain([0]).chain(form.flags_text().into_bytes());
    let hash = bytes
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

/// The path of a specification's certificate: `mine.candl.proof` for `mine.candl`.
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
    /// A message when the text is damaged or of another version.
    pub fn read(text: &str) -> Result<Certificate, String> {
        #[derive(Deserialize)]
        struct VersionField {
            version: u32,
        }
        let damaged = |error: serde_json::Error| format!("it is damaged at line {}", error.line());
        let head: VersionField = serde_json::from_str(text).map_err(damaged)?;
        let (known, other) = (CERTIFICATE_VERSION, head.version);
        match other.cmp(&known) {
            Ordering::Equal => serde_json::from_str(text).map_err(damaged),
            Ordering::Less => Err(format!("it is stale, of version {other} and not {known}; prove again")),
            Ordering::Greater => Err(format!("it is of version {other}, and this is {known}; prove again")),
        }
    }

    /// The text of the file: JSON, with one form a line.
    pub fn text(&self) -> String {
        let mut proven = self.proven.clone();
        proven.sort();
        proven.dedup();
        let line = |entry: &ProvenForm| serde_json::to_string(entry).unwrap_or_default();
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

/// The reason why a proven form may not be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlicensed {
    /// The form is proven for these versions of LLVM, which do not include the present one (second field).
    OtherVersions(Versions, u32),
    /// The form is proven only where these registers are neither undef nor poison.
    MayBeUndef(Vec<String>),
}

/// The certificates of all loaded files.
#[derive(Clone, Debug, Default)]
pub struct Certificates {
    llvm: u32,
    entries: Vec<(ProvenForm, Form)>,
    unproven: Vec<Unproven>,
    /// Reasons why the certificate beside a rewrite's file may not describe its present text, by rewrite.
    outdated: BTreeMap<String, String>,
}

impl Certificates {
    /// An empty collection for a version of LLVM.
    pub fn new(llvm: u32) -> Certificates {
        Certificates { llvm, ..Certificates::default() }
    }

    /// Adds the entries of a certificate.
    pub fn add(&mut self, certificate: &Certificate) {
        let entries = certificate.proven.iter();
        self.entries.extend(entries.map(|entry| (entry.clone(), entry.as_form())));
        let unproven = certificate.unproven.iter().filter(|it| it.llvm.contains(self.llvm));
        self.unproven.extend(unproven.cloned());
    }

    /// Records why the certificate beside a rewrite's file may belong to another text.
    pub fn note_outdated(&mut self, rewrite: &str, why: &str) {
        self.outdated.insert(rewrite.to_owned(), why.to_owned());
    }

    /// The recorded reason why the certificate beside a rewrite's file may belong to another text.
    pub fn outdated(&self, rewrite: &str) -> Option<&str> {
        self.outdated.get(rewrite).map(String::as_str)
    }

    /// The proof of a form for the present LLVM. `is_defined` answers whether a register is known to be
    /// neither undef nor poison.
    ///
    /// # Errors
    ///
    /// The reason why the existing proofs license nothing here; `None` if there are no proofs.
    pub fn find(
        &self,
        rewrite: &str,
        form: &Form,
        is_defined: &dyn Fn(&str) -> bool,
    ) -> Result<&ProvenForm, Option<Unlicensed>> {
        let here = self.covering(rewrite, form).filter(|entry| entry.llvm.contains(self.llvm));
        let open = |entry: &ProvenForm| -> Vec<String> {
            entry.defined.iter().filter(|name| !is_defined(name)).cloned().collect()
        };
        match here.map(|entry| (open(entry), entry)).min_by_key(|(open, _)| open.len()) {
            Some((open, entry)) if open.is_empty() => Ok(entry),
            Some((open, _)) => Err(Some(Unlicensed::MayBeUndef(open))),
            None => {
                let all = self.covering(rewrite, form);
                let versions = all.fold(Versions::none(), |all, entry| all.with(&entry.llvm));
                Err((!versions.is_empty()).then_some(Unlicensed::OtherVersions(versions, self.llvm)))
            }
        }
    }

    /// All proofs of a form, for any LLVM and any registers.
    fn covering(&self, rewrite: &str, form: &Form) -> impl Iterator<Item = &ProvenForm> {
        let known = self.entries.iter();
        let found = known.filter(move |(entry, proven)| entry.rewrite == rewrite && proven.covers(form));
        found.map(|(entry, _)| entry)
    }

    /// The failed proof attempt of a form, if there was one.
    pub fn unproven_form(&self, rewrite: &str, form: &Form) -> Option<&Unproven> {
        self.unproven.iter().find(|it| it.rewrite == rewrite && it.is_about(form))
    }

    /// A failed proof attempt of a rewrite; one with a counterexample is preferred.
    pub fn unproven(&self, rewrite: &str) -> Option<&Unproven> {
        let own = self.unproven.iter().filter(|it| it.rewrite == rewrite);
        own.min_by_key(|it| it.lack != Lack::Refuted)
    }

    /// Whether some form of a rewrite is proven.
    pub fn knows(&self, rewrite: &str) -> bool {
        self.entries.iter().any(|(entry, _)| entry.rewrite == rewrite)
    }
}
