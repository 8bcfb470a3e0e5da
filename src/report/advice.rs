//! Advice: how much a finding matters, and what to do about it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much a finding matters, from the most to the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// A defect of the program.
    Defect,
    /// Time or memory that the program wastes.
    Cost,
    /// A chance to save time or memory, which depends on what the program is for.
    Chance,
    /// A fact.
    Note,
}

impl Severity {
    /// All severities, from the most to the least.
    pub const ALL: [Severity; 4] = [Severity::Defect, Severity::Cost, Severity::Chance, Severity::Note];

    /// The word in reports and specifications.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Defect => "defect",
            Severity::Cost => "cost",
            Severity::Chance => "chance",
            Severity::Note => "note",
        }
    }

    /// The severity that a word names.
    pub fn of_word(word: &str) -> Option<Severity> {
        Severity::ALL.into_iter().find(|severity| severity.word() == word)
    }
}

/// The severities that a project gives to idioms, by `NAME`, or by `NAME[N=8]` for one instance.
pub type Severities = BTreeMap<String, Severity>;

/// The advice about a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Advice {
    /// How much the finding matters.
    pub severity: Severity,
    /// Whether nearly all findings of the idiom are right and worth it; of others a reader has to judge.
    pub is_sure: bool,
    /// The text, with names from the source.
    pub text: String,
}
