//! The table of built-in idioms with a rewriting pass of their own, and the prefilter of each.

use crate::prefilter::{Expression, Meets, Prefilter};
use ir::{Model, Opcode, OpcodeSet, ValueId};
use library::Idiom;

/// A built-in idiom with a rewriting pass. It is searched in the unmodified function, as its pass does.
#[derive(Clone, Copy)]
pub struct Row {
    /// The name of the built-in specification.
    pub idiom: &'static str,
    /// The expressions in which it can occur; `None` if it has no prefilter.
    pub prefilter: Option<Expression>,
}

impl Row {
    /// The row of an idiom in a table; `None` for a user specification.
    pub fn of<'t>(mut table: impl Iterator<Item = &'t Row>, idiom: &Idiom) -> Option<&'t Row> {
        table.find(|row| row.idiom == idiom.name()).filter(|_| idiom.is_prebuilt())
    }

    /// Whether the idiom concerns sums or products of floating-point numbers.
    pub fn is_of_floats(&self) -> bool {
        self.prefilter.is_some_and(|expression| expression.products.meets(OpcodeSet::of(&[Opcode::FMul])))
    }

    /// Whether the idiom concerns two summands that are each a multiplication by a constant.
    pub fn is_of_constants(&self) -> bool {
        self.prefilter.is_some_and(|expression| expression.meets == Meets::Constants)
    }

    /// The sums that are possible values of the idiom's variable `value`.
    pub fn sums(&self, model: &Model) -> Vec<ValueId> {
        self.prefilter.map(|expression| Prefilter::new(model, expression).roots()).unwrap_or_default()
    }
}

const fn row(idiom: &'static str, prefilter: Option<Expression>) -> Row {
    Row { idiom, prefilter }
}

/// Square roots of squares and of longer products.
pub const ROOTS: &[Row] = &[row("SqrtOfSquare", None), row("SqrtOfProduct", None)];

/// Sums whose summands share a factor.
pub const FACTORISATIONS: &[Row] = &[
    row("ComplexFactorisation", Some(Expression::FACTORS)),
    row("ConstantFactorisation", Some(Expression::CONSTANTS)),
    row("FloatFactorisation", Some(Expression::FLOAT_FACTORS)),
    row("FloatConstantFactorisation", Some(Expression::FLOAT_CONSTANTS)),
];

/// Products of vectors with factors that are splats.
pub const VECTOR_PRODUCTS: &[Row] = &[row("FloatingPointAssociativeReorder", Some(Expression::SPLATS))];

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [ROOTS, FACTORISATIONS, VECTOR_PRODUCTS].into_iter().flatten()
}
