//! The ranges of parameters' types, as constraints.
//!
//! ```text
//! i >= 0,  n - 1 - i >= 0      =>      beside it -2147483648 <= n <= 2147483647
//! ```

use super::cases::Space;
use super::linear::{Conjunction, Constraint, Dimension, Linear};
use ir::Model;

/// The conjunction with the ranges of its parameters added; `None` if they contradict it.
pub(super) fn ranged(model: &Model, space: &Space, conjunction: &Conjunction) -> Option<Conjunction> {
    let ranges = conjunction.dimensions().into_iter().flat_map(|dimension| match dimension {
        Dimension::Parameter(number) => range_of(model, space, number),
        Dimension::Iterator(_) => Vec::new(),
    });
    conjunction.and(&Conjunction::of(ranges)?)
}

/// The constraints that a parameter lies in the range of its type.
pub(super) fn range_of(model: &Model, space: &Space, number: u32) -> Vec<Constraint> {
    let Some((low, high)) = space.range(model, number) else { return Vec::new() };
    let of = |by, constant| {
        Constraint::at_least_zero(Linear { terms: vec![(Dimension::Parameter(number), by)], constant })
    };
    vec![of(1, -low), of(-1, high)]
}
