//! Comparisons of two values: by their order, by their types. These atoms bind nothing.

use ir::{Model, ValueId};
use serde::{Deserialize, Serialize};

/// An atom about two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Pair {
    /// `{x} before {y}`: x equals y or precedes it in the order of values.
    Before,
    /// `{b} is laid out right behind {a}` over (b, a): b is the next instruction in the order of values.
    Behind,
    /// `{x} has the type of {y}`
    SameType,
}

impl Pair {
    pub(super) fn holds(self, model: &Model, x: ValueId, y: ValueId) -> bool {
        match self {
            Pair::Before => x <= y,
            Pair::Behind => {
                let position = |value| model.position(value);
                position(x).is_some_and(|own| position(y).is_some_and(|other| own == other + 1))
            }
            Pair::SameType => model.type_of(x).name == model.type_of(y).name,
        }
    }
}
