//! Static control parts in words: their loops, conditions and accesses as affine expressions, in the IR's
//! names and in the source's.

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
    /// Whether its values are those of the normalised copy, and not of the function.
    pub of_copy: bool,
    /// The ways to errors that were left out when it was found, none of which is taken.
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

/// Why loops that are a solution have no polyhedral description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndescribedScop {
    /// The reason, and the instruction that it is about.
    pub refusal: Refusal,
    /// Whether that is one of the normalised copy, and not of the function.
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
