//! Input of a pass.

use crate::applied::Applied;
use ir::Model;
use ir::host::Host;
use library::{Budget, Library};
use wording::Answer;

/// Input of a pass besides the function.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The idioms to search for, and the bounds of each search.
    pub search: search::Settings<'a>,
    /// Whether findings are reported; if not, their texts are not needed.
    pub reports_findings: bool,
    /// Whether refusals are reported: matches that are not rewritten, with the reason. If not, they need not
    /// be searched for.
    pub reports_refusals: bool,
    /// The rewrites to apply; only for the pass that applies them.
    pub applied: Option<&'a Applied>,
    /// Whether plans are carried out; if not, they only say what could be done.
    pub is_carried_out: bool,
    /// The names of rewrites for which matches with other types are noted if there is no regular match.
    pub other_types: &'a [String],
}

impl<'a> Settings<'a> {
    /// Settings of a pass whose findings and refusals are reported, without explanations.
    pub fn new(library: &'a Library, budget: Budget) -> Self {
        Settings {
            search: search::Settings::new(library, budget),
            reports_findings: true,
            reports_refusals: true,
            applied: None,
            is_carried_out: true,
            other_types: &[],
        }
    }
}

/// The function that runs a pass, given the model, the compiler beside it, and the settings.
pub type Run = fn(&Model, &dyn Host, &Settings<'_>) -> Answer;
