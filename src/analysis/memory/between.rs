//! The instructions between two points: those on the paths from after the first to the second that do not
//! contain the first again. They may have run since the last execution of the first.
//!
//! In: a load in the header of a loop, a store in its latch. Out: the rest of the header, the blocks in
//! between, the instructions before the store.
//!
//! A value computed on such a path is the same for all its uses there if the first point dominates its
//! definition and no path contains the definition twice: it is computed after the first point, before any
//! use, and never again.

use super::Memory;
use ir::{BlockId, Model, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;

/// The blocks of both points, and whether the second follows the first in one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ends {
    from: BlockId,
    to: BlockId,
    is_straight: bool,
}

/// The cache is cleared when it has more than this many blocks.
const MOST_CACHED: usize = 1 << 20;

/// A cache of facts about the paths between blocks.
#[derive(Debug, Default)]
pub(super) struct Passages {
    /// By the first and last block of the paths, and whether they stay in one block.
    known: FxHashMap<Ends, Rc<Between>>,
    /// The total number of blocks in the cache.
    blocks: usize,
}

impl Passages {
    fn insert(&mut self, ends: Ends, between: &Rc<Between>) {
        self.blocks += between.whole.len() + 1;
        if self.blocks > MOST_CACHED {
            *self = Passages { known: FxHashMap::default(), blocks: between.whole.len() + 1 };
        }
        self.known.insert(ends, Rc::clone(between));
    }
}

/// The blocks between two blocks.
#[derive(Debug, Default)]
pub(super) struct Between {
    /// Blocks that paths traverse completely, ascending.
    whole: Vec<BlockId>,
    /// The blocks among them that one path can traverse more than once.
    repeated: FxHashSet<u32>,
    /// Whether there is a path.
    arrives: bool,
}

/// The instructions between two points.
#[derive(Debug)]
pub(crate) struct Passage<'m> {
    model: &'m Model,
    from: ValueId,
    to: ValueId,
    ends: Ends,
    between: Rc<Between>,
}

impl<'m> Memory<'m> {
    /// The instructions between two points; `None` if there is no path.
    pub(super) fn between(&self, from: ValueId, to: ValueId) -> Option<Passage<'m>> {
        let model = self.model;
        let (first, last) = (model.block_of(from)?, model.block_of(to)?);
        let ends = Ends { from: first, to: last, is_straight: first == last && from < to };
        let known = self.between.borrow().known.get(&ends).cloned();
        let between = known.unwrap_or_else(|| {
            let between = Rc::new(Between::of(model, ends));
            self.count_work(between.whole.len() + 1);
            self.between.borrow_mut().insert(ends, &between);
            between
        });
        between.arrives.then_some(Passage { model, from, to, ends, between })
    }
}

impl<'m> Passage<'m> {
    /// The rest of block `first` after `from`, and all blocks in `region`, a flag per block.
    pub(super) fn through(model: &'m Model, from: ValueId, first: BlockId, region: &[bool]) -> Passage<'m> {
        let whole: Vec<BlockId> = model.blocks().filter(|block| region[block.index()]).collect();
        let repeated = repeated(model, &whole);
        let between = Rc::new(Between { whole, repeated, arrives: true });
        let ends = Ends { from: first, to: first, is_straight: false };
        Passage { model, from, to: model.block_first(first), ends, between }
    }
}

impl Passage<'_> {
    /// The instructions, as ranges of value ids.
    pub(super) fn parts(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        let model = self.model;
        let whole = |block: &BlockId| model.block_first(*block).0..model.terminator(*block).0 + 1;
        let ends: [Range<u32>; 2] = match self.ends.is_straight {
            true => [self.from.0 + 1..self.to.0, 0..0],
            false => [
                self.from.0 + 1..model.terminator(self.ends.from).0 + 1,
                model.block_first(self.ends.to).0..self.to.0,
            ],
        };
        ends.into_iter().chain(self.between.whole.iter().map(whole))
    }

    /// Whether a value is the same for all its uses on the paths and at their end.
    pub(super) fn is_same(&self, value: ValueId) -> bool {
        let Some(block) = self.model.block_of(value) else { return true };
        let is_behind = block == self.ends.from && value > self.from;
        let is_on_the_way = match self.ends.is_straight {
            true => is_behind && value < self.to,
            false => {
                let is_before_the_end = block == self.ends.to && value < self.to;
                is_behind || is_before_the_end || self.between.whole.binary_search(&block).is_ok()
            }
        };
        let runs_once = !self.between.repeated.contains(&block.0);
        !is_on_the_way || (runs_once && self.from != value && self.model.dominates(self.from, value))
    }
}

impl Between {
    fn of(model: &Model, ends: Ends) -> Between {
        if ends.is_straight {
            return Between { arrives: true, ..Between::default() };
        }
        let Ends { from, to, .. } = ends;
        // Searches backward first: if the first block dominates the last, only the blocks in between are
        // visited.
        let predecessors = |block: BlockId| model.block_predecessors(block).iter().map(|(_, b)| *b).collect();
        let backward = reached(to, from, predecessors);
        if !backward.contains(&from.0) {
            return Between::default();
        }
        let is_on_the_way = |block: &BlockId| backward.contains(&block.0);
        let successors =
            |block: BlockId| model.block_successors(block).iter().copied().filter(is_on_the_way).collect();
        // The last block is traversed completely if a path leaves it and returns.
        let forward = reached(from, from, successors);
        let is_passed = |block: &&u32| **block != from.0;
        let mut whole: Vec<BlockId> = forward.iter().filter(is_passed).map(|block| BlockId(*block)).collect();
        whole.sort_unstable();
        let repeated = repeated(model, &whole);
        Between { whole, repeated, arrives: true }
    }
}

/// The blocks that are reachable from a block without continuing after `stop`.
fn reached(from: BlockId, stop: BlockId, next: impl Fn(BlockId) -> Vec<BlockId>) -> FxHashSet<u32> {
    let mut seen = FxHashSet::default();
    let mut open = next(from);
    while let Some(block) = open.pop() {
        if seen.insert(block.0) && block != stop {
            open.extend(next(block));
        }
    }
    seen
}

/// The blocks among these that are on a cycle of them, or reachable from one.
fn repeated(model: &Model, whole: &[BlockId]) -> FxHashSet<u32> {
    // Determines a topological order of the blocks before all cycles; the others may repeat.
    let mut missing: FxHashMap<u32, usize> = FxHashMap::default();
    for block in whole {
        let is_inside = |(_, from): &&(u32, BlockId)| whole.binary_search(from).is_ok();
        missing.insert(block.0, model.block_predecessors(*block).iter().filter(is_inside).count());
    }
    let mut ready: Vec<BlockId> = whole.iter().copied().filter(|block| missing[&block.0] == 0).collect();
    let mut repeated: FxHashSet<u32> = whole.iter().map(|block| block.0).collect();
    while let Some(block) = ready.pop() {
        repeated.remove(&block.0);
        for next in model.block_successors(block) {
            if let Some(count) = missing.get_mut(&next.0) {
                *count -= 1;
                if *count == 0 {
                    ready.push(*next);
                }
            }
        }
    }
    repeated
}
