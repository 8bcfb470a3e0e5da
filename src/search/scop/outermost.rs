//! The outermost of the loops that are static control parts: what lies in one need not be searched.
//!
//! `SCoP` asks the same of a loop and of all loops in it, and what is affine in the iterators of several is
//! so in those of the inner ones, where the others do not change. So when a loop has a solution those in it
//! have one, too. Each of them would look anew at what it contains: a nest would cost its size times its
//! depth.

use ir::{Model, ValueId};
use scop::{CountedLoop, Covered, reverse_postorder};
use solver::{SearchFilter, Value};

/// The variables that identify a loop.
pub(super) const VARIABLES: [&str; 2] = ["loop.begin", "loop.end"];

/// Wants loops that lie in none with a solution.
pub(super) struct Outermost<'m> {
    model: &'m Model,
    /// By block its place in control flow: an outer loop begins before those in it.
    order: Vec<u32>,
    covered: Covered<'m>,
    /// The last loop with a solution.
    last: Option<[ValueId; 2]>,
    /// The loops in others.
    inner: Vec<CountedLoop>,
}

impl<'m> Outermost<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let (order, covered) = (reverse_postorder(model), Covered::new(model));
        Self { model, order, covered, last: None, inner: Vec::new() }
    }

    /// The loops that were not searched.
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
        // A loop can be found in several ways.
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
