//! Rows: what a search for a built-in idiom needs beside its formula. Passes name the rows that they act on.

use crate::prefilter::{Expression, Meets, Prefilter};
use ir::{Model, Opcode, OpcodeSet, ValueId};
use library::Idiom;

/// A built-in idiom that is not searched for like the others: a pass acts on it, and it is searched for in the
/// function as it is, where that pass searches.
#[derive(Clone, Copy)]
pub struct Row {
    /// The name of the built-in specification.
    pub idiom: &'static str,
    /// The expressions that it is in, looked for before it is.
    pub prefilter: Option<Expression>,
}

impl Row {
    /// The row of an idiom in the table of a pass; none for a user's.
    pub fn of<'t>(mut table: impl Iterator<Item = &'t Row>, idiom: &Idiom) -> Option<&'t Row> {
        table.find(|row| row.idiom == idiom.name()).filter(|_| idiom.is_prebuilt())
    }

    /// Whether it is about sums or products of floating-point numbers.
    pub fn is_of_floats(&self) -> bool {
        self.prefilter.is_some_and(|expression| expression.products.meets(OpcodeSet::of(&[Opcode::FMul])))
    }

    /// Whether it is about two summands that are a multiplication by a constant each.
    pub fn is_of_constants(&self) -> bool {
        self.prefilter.is_some_and(|expression| expression.meets == Meets::Constants)
    }

    /// The sums that it can have as its `value`.
    pub fn sums(&self, model: &Model) -> Vec<ValueId> {
        self.prefilter.map(|expression| Prefilter::new(model, expression).roots()).unwrap_or_default()
    }
}

const fn row(idiom: &'static str, prefilter: Option<Expression>) -> Row {
    Row { idiom, prefilter }
}

/// Roots of squares and of longer products.
pub const ROOTS: &[Row] = &[row("SqrtOfSquare", None), row("SqrtOfProduct", None)];

/// Sums whose summands share a factor.
pub const FACTORISATIONS: &[Row] = &[
    row("ComplexFactorisation", Some(Expression::FACTORS)),
    row("ConstantFactorisation", Some(Expression::CONSTANTS)),
    row("FloatFactorisation", Some(Expression::FLOAT_FACTORS)),
    row("FloatConstantFactorisation", Some(Expression::FLOAT_CONSTANTS)),
];

/// Products of vectors with widened factors.
pub const VECTOR_PRODUCTS: &[Row] = &[row("FloatingPointAssociativeReorder", Some(Expression::SPLATS))];

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [ROOTS, FACTORISATIONS, VECTOR_PRODUCTS].into_iter().flatten()
}
