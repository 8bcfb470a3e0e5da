//! Events on the way to an exit: whether every path from a point to an exit meets one of some instructions.
//!
//! ```text
//! met.before(p) = {p is one of them} ∪ met.behind(p)              backward, intersection, nothing at the exits
//! ```
//!
//! It is the anticipation of an event instead of an expression. A path that never ends meets no exit.

use super::framework::{Analysis, Change, Direction, Meet};
use ir::{Model, ValueId};

/// The analysis, with one fact.
#[derive(Debug)]
pub(super) struct Events<'e>(pub(super) &'e [ValueId]);

impl Analysis for Events<'_> {
    const DIRECTION: Direction = Direction::Backward;
    const MEET: Meet = Meet::Intersection;

    fn changes(&self, model: &Model, _fact: u32) -> Vec<Change> {
        let instructions = self.0.iter().filter(|at| model.position(**at).is_some());
        instructions.map(|at| Change { at: *at, holds: true }).collect()
    }
}
