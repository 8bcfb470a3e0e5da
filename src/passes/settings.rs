//! Input of a pass.

use crate::applied::Applied;
use ir::Model;
use ir::host::Host;
use library::{Budget, Library};
use wording::Answer;

/// Input of a pass besides the function.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// What it searches for, and the bounds of each search.
    pub search: search::Settings<'a>,
    /// Whether findings are reported: if not, texts need not be made.
    pub reports_findings: bool,
    /// Whether it is reported why something that a pass could rewrite stays as it is: if not, it need not be
    /// found.
    pub reports_refusals: bool,
    /// The rewrites to apply; of the pass that applies them alone.
    pub applied: Option<&'a Applied>,
    /// The names of those that are looked for in values of other types as well, where they are not found.
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
            other_types: &[],
        }
    }
}

/// The work of a function pass: from the model, and from what LLVM says where the model does not.
pub type Run = fn(&Model, &dyn Host, &Settings<'_>) -> Answer;
