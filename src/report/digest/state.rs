//! The state of a finding relative to a baseline.

use serde::Serialize;

/// The state of an entry relative to a baseline.
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
    /// The name of the state.
    pub fn word(self) -> &'static str {
        match self {
            State::New => "new",
            State::Unchanged => "unchanged",
            State::Gone => "gone",
        }
    }
}
