//! Searches for all that paths reach from one value once some are removed, and the cache of their results.
//!
//! In: a graph, a start and what is removed. Out: the reached values as a set, and the work done.

use super::{BlockId, Model, ValueId};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The graph of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum Flow {
    /// The control flow graph.
    Control,
    /// The data flow graph.
    Data,
    /// The program dependence graph.
    Any,
}

/// The cache is cleared when it has this many bits (32 MiB).
pub(super) const CACHE_BITS: usize = 1 << 28;

/// Values, which ascend, or an edge, that paths may not contain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cut {
    Values(Vec<ValueId>),
    Edge(ValueId, ValueId),
}

/// Reached sets by graph, start and cut: blocks that control enters at their top, or values.
#[derive(Debug, Default)]
pub(super) struct CutCache {
    pub(super) sets: FxHashMap<(Flow, ValueId, Cut), Rc<FixedBitSet>>,
    pub(super) bits: usize,
}

/// The values that data flow paths of length at least one from `start` reach without passing through
/// any of `removed`, which ascend, and the work done.
pub(super) fn data_reach(model: &Model, start: ValueId, removed: &[ValueId]) -> (FixedBitSet, usize) {
    let mut reached = FixedBitSet::with_capacity(model.len());
    let (mut stack, mut work) = (vec![start], 0);
    while let Some(value) = stack.pop() {
        work += 1 + model.uses(value).len();
        for edge in model.uses(value) {
            if removed.binary_search(&edge.to).is_err() && !reached.put(edge.to.index()) {
                stack.push(edge.to);
            }
        }
    }
    (reached, work)
}

/// The values that program dependence paths of length at least one from `start` reach without passing through
/// any of `removed`, which ascend, and the work done.
pub(super) fn dependence_reach(model: &Model, start: ValueId, removed: &[ValueId]) -> (FixedBitSet, usize) {
    let mut search = DependenceSearch {
        model,
        removed,
        reached: FixedBitSet::with_capacity(model.len()),
        controlled: FixedBitSet::with_capacity(model.block_count()),
        stack: vec![start],
        work: 0,
    };
    while let Some(value) = search.stack.pop() {
        for edge in model.uses(value) {
            search.reach(edge.to);
        }
        search.control(value);
    }
    (search.reached, search.work)
}

/// A forward search in the program dependence graph. A block that is controlled as a whole is entered once.
struct DependenceSearch<'m> {
    model: &'m Model,
    removed: &'m [ValueId],
    reached: FixedBitSet,
    controlled: FixedBitSet,
    stack: Vec<ValueId>,
    work: usize,
}

impl DependenceSearch<'_> {
    fn reach(&mut self, value: ValueId) {
        self.work += 1;
        if self.removed.binary_search(&value).is_err() && !self.reached.put(value.index()) {
            self.stack.push(value);
        }
    }

    fn control(&mut self, value: ValueId) {
        let model = self.model;
        let Some(block) = model.block_of(value) else { return };
        for dependent in model.endless_dependents(value) {
            self.reach(dependent);
            if let Some(last) = model.block_of(dependent).filter(|b| model.terminator(*b) == dependent) {
                self.reach_phis(last);
            }
        }
        if model.terminator(block) != value {
            return;
        }
        for &dependent in model.control_dependence().dependents(block) {
            if !self.controlled.put(dependent.index()) {
                model.block_instructions(dependent).for_each(|v| self.reach(v));
                self.reach_phis(dependent);
            }
        }
    }

    /// Reaches the phis that depend on the controllers of the terminator of `block`.
    fn reach_phis(&mut self, block: BlockId) {
        let model = self.model;
        for &next in model.block_successors(block) {
            model.phis(next).for_each(|p| self.reach(p));
        }
    }
}
