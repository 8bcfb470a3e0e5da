//! A search filter for the outermost loops that are static control parts, which skips the loops inside them.
//!
//! `SCoP` has the same constraints for a loop and for all loops in it. An expression that is affine in the
//! iterators of several loops is affine in those of the inner ones. Hence the inner loops of a solution are
//! solutions, too. Searching each of them would examine their contents again, at a cost of the nest's size
//! times its depth.

use ir::{Model, ValueId};
use scop::{CountedLoop, Covered, reverse_postorder};
use solver::{SearchFilter, Value};

/// The variables that identify a loop.
pub(super) const VARIABLES: [&str; 2] = ["loop.begin", "loop.end"];

/// Accepts loops outside all loops with a solution.
pub(super) struct Outermost<'m> {
    model: &'m Model,
    /// The reverse postorder position of each block: an outer loop begins before its inner loops.
    order: Vec<u32>,
    covered: Covered<'m>,
    /// The latest loop with a solution.
    last: Option<[ValueId; 2]>,
    /// The skipped inner loops.
    inner: Vec<CountedLoop>,
}

impl<'m> Outermost<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let (order, covered) = (reverse_postorder(model), Covered::new(model));
        Self { model, order, covered, last: None, inner: Vec::new() }
    }

    /// The skipped inner loops.
    pub(super) fn inner(self) -> Vec<CountedLoop> {
        self.inner
    }
}

/// The values of [`VARIABLES`].
fn begin_and_end(values: &[Value]) -> [ValueId; 2] {
    [ValueId(values[0].0), ValueId(values[1].0)]
}

impl SearchFilter for Outermost<'_> {
    fn place(&self, values: &[Value]) -> u32 {
        let [begin, _] = begin_and_end(values);
        self.model.block_of(begin).map_or(u32::MAX, |block| self.order[block.index()])
    }

    fn wants(&mut self, values: &[Value]) -> bool {
        let [begin, end] = begin_and_end(values);
        let is_inner = self.model.block_of(begin).is_some_and(|block| self.covered.contains(block));
        // One loop may have several solutions.
        if !is_inner || self.last == Some([begin, end]) {
            return true;
        }
        match CountedLoop::between(self.model, begin, end) {
            Some(counted) => {
                self.inner.push(counted);
                false
            }
            None => true,
        }
    }

    fn found(&mut self, values: &[Value]) {
        let [begin, end] = begin_and_end(values);
        self.covered.cover_loop(begin, end);
        self.last = Some([begin, end]);
    }
}
