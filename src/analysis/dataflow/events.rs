//! Events before an exit: whether every path from a point to an exit contains one of some instructions.
//!
//! ```text
//! met.before(p) = {p is one of them} ∪ met.after(p)              backward, ∩, nothing at the exits
//! ```
//!
//! This is the anticipation of an event instead of an expression. An infinite path has no exit.

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
