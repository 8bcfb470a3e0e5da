//! The solver's values in one function: the model's, and from [`TERMS`] on the terms that its accesses have
//! interned.

use analysis::accesses::TermId;
use ir::ValueId;
use solver::Value;

/// The first value of the solver that stands for a term.
pub const TERMS: u32 = 1 << 31;

/// Whether a value of the solver is a term.
pub fn is_term(value: Value) -> bool {
    value.is_used() && value.0 >= TERMS
}

/// A value of the model as a value of the solver.
pub(super) fn value(v: ValueId) -> Value {
    Value(v.0)
}

/// A term as a value of the solver.
pub(super) fn term_value(id: TermId) -> Value {
    Value(TERMS | id.0)
}

/// The term that a value of the solver stands for.
pub(super) fn term_of(value: Value) -> Option<TermId> {
    is_term(value).then_some(TermId(value.0 & !TERMS))
}
