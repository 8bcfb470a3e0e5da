//! Options of a search, as the user sets them: the one home of bounds, explanations and pins.
//!
//! A command line, the environment, `idiom.toml` and pipeline text are parsed into them.

use crate::attempts::AttemptList;
use crate::pin::Pin;
use library::Budget;
use serde::{Deserialize, Serialize};

/// The most findings reported for one idiom in one function, unless an option overrides it.
pub const MOST_FINDINGS: usize = 1000;

/// Options of the search in each function.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SearchOptions {
    /// Bounds of each search.
    pub budget: Budget,
    /// The most findings reported for one idiom in one function; the rest are counted.
    pub most_findings: usize,
    /// Whether the user requests near misses of idioms that are not found.
    pub explain: bool,
    /// Variables with fixed values, before the look-up in a function.
    pub pins: Vec<Pin>,
    /// The further attempts to report for each near miss.
    pub attempts: Option<AttemptList>,
}

impl SearchOptions {
    /// Whether near misses are reported: pins and further attempts are about near misses.
    pub fn explains(&self) -> bool {
        self.explain || self.attempts.is_some() || !self.pins.is_empty()
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            budget: Budget::default(),
            most_findings: MOST_FINDINGS,
            explain: false,
            pins: Vec::new(),
            attempts: None,
        }
    }
}
