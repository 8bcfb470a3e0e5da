//! How findings of two digests compare.

use serde::Serialize;

/// How an entry compares with a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The baseline has none of its copies.
    New,
    /// The baseline has one of its copies.
    Unchanged,
    /// Only the baseline has it.
    Gone,
}

impl State {
    /// The word in a sentence.
    pub fn word(self) -> &'static str {
        match self {
            State::New => "new",
            State::Unchanged => "unchanged",
            State::Gone => "gone",
        }
    }
}
