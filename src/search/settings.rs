//! The input of a search besides the function.

use crate::attempts::AttemptList;
use crate::options::{MOST_FINDINGS, SearchOptions};
use crate::pin::Pin;
use lang::atoms::CalleeFacts;
use library::{Budget, Library, SearchResult};
use wording::Hit;

/// The input of a search besides the function.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The idioms it looks for.
    pub library: &'a Library,
    /// Bounds of each search.
    pub budget: Budget,
    /// The most findings reported for one idiom in one function; the rest are counted.
    pub most_findings: usize,
    /// Whether near misses are reported for idioms that are not found.
    pub explain: bool,
    /// Variables with fixed values: only idioms that have all of them are searched. Requires
    /// [`explain`](Self::explain).
    pub pins: &'a [Pin],
    /// The further attempts to report for each near miss. Requires [`explain`](Self::explain).
    pub attempts: Option<&'a AttemptList>,
    /// Built-in idioms that a later pass reports on the same functions.
    pub later: &'a [&'a str],
    /// The facts about called functions; without them nothing is known of these.
    pub facts: Option<&'a dyn CalleeFacts>,
}

impl<'a> Settings<'a> {
    /// Settings without explanations.
    pub fn new(library: &'a Library, budget: Budget) -> Self {
        Settings {
            library,
            budget,
            most_findings: MOST_FINDINGS,
            explain: false,
            pins: &[],
            attempts: None,
            later: &[],
            facts: None,
        }
    }

    /// Settings with the user's options. The pins are still to be [looked up](Pin::of_function) in a
    /// function.
    pub fn with_options(library: &'a Library, options: &'a SearchOptions) -> Self {
        Settings {
            library,
            budget: options.budget,
            most_findings: options.most_findings,
            explain: options.explains(),
            pins: &options.pins,
            attempts: options.attempts.as_ref(),
            later: &[],
            facts: None,
        }
    }

    /// Hits for the limits that a search with these settings reached.
    pub fn limits<'s>(&'s self, idiom: &'s str, found: &'s SearchResult) -> impl Iterator<Item = Hit> + 's {
        Hit::of_search(idiom, found, self.budget, self.library.sources())
    }
}
