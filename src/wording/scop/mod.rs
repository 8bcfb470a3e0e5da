//! Static control parts as text: their loops, conditions and accesses as affine expressions, in IR names and
//! in source names.

mod arms;
mod describing;
mod expression;
mod isl;
mod members;
mod names;
mod parameters;
mod subscripts;
mod writing;

use crate::hit::Description;
use crate::spelling::Spelling;
use crate::view::View;
use crate::words::Elements;
use ir::LeftOut;
use report::Finding;
use scop::{Refusal, Scop};

/// The description of a static control part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedScop {
    /// Its polyhedral description.
    pub scop: Scop,
    /// Whether the values belong to the normalised copy instead of the function.
    pub of_copy: bool,
    /// The edges to errors that were removed for the search; all are assumed not to be taken.
    pub left_out: Vec<LeftOut>,
}

impl Description for DescribedScop {
    fn describe<'m>(
        &self,
        finding: &mut Finding,
        view: &View<'_>,
        spelling: &Spelling<'_>,
        _: (&Elements<'m>, &Elements<'m>),
    ) {
        finding.scop = Some(describing::describe(view, self, spelling));
    }
}

/// The reason why the loops of a solution have no polyhedral description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndescribedScop {
    /// The reason and the responsible instruction.
    pub refusal: Refusal,
    /// Whether the instruction belongs to the normalised copy instead of the function.
    pub of_copy: bool,
}

impl Description for UndescribedScop {
    fn describe<'m>(
        &self,
        finding: &mut Finding,
        view: &View<'_>,
        spelling: &Spelling<'_>,
        _: (&Elements<'m>, &Elements<'m>),
    ) {
        finding.reason = Some(describing::reason(view, self, spelling));
    }
}
