//! Counting loops: their positions, their blocks, and a reverse postorder of control flow.
//!
//! ```text
//! for i { for j {…} }      begin and end of the outer one      =>      its blocks, those of the inner loop among them
//! ```
//!
//! A solution names a loop by its first and last instruction. The blocks of a loop are found by walking
//! backwards from its end, so that each block is visited once, however loops nest.

use fixedbitset::FixedBitSet;
use ir::{BlockId, Model, ValueId};
use rustc_hash::FxHashMap;

/// A loop that a solution found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedLoop {
    /// The terminator that leads into it.
    pub precursor: ValueId,
    /// Its first instruction.
    pub begin: ValueId,
    /// The terminator at its end.
    pub end: ValueId,
    /// The instruction that follows it.
    pub successor: ValueId,
}

impl CountedLoop {
    /// The loop between these instructions; `None` if it has several entries or exits.
    pub fn between(model: &Model, begin: ValueId, end: ValueId) -> Option<CountedLoop> {
        let (first, last) = (model.block_of(begin)?, model.block_of(end)?);
        let mut entries =
            model.block_predecessors(first).iter().map(|(_, from)| *from).filter(|b| *b != last);
        let mut exits = model.block_successors(last).iter().copied().filter(|b| *b != first);
        let (from, to) = (entries.next()?, exits.next()?);
        let (precursor, successor) = (model.terminator(from), model.block_first(to));
        let is_one = entries.all(|other| other == from) && exits.all(|other| other == to);
        is_one.then_some(CountedLoop { precursor, begin, end, successor })
    }
}

/// The loops of all solutions, for lookup.
pub(super) struct Loops {
    /// Loops by the terminator at their end.
    pub(super) by_end: FxHashMap<ValueId, CountedLoop>,
    /// Loops by their first block.
    pub(super) by_begin: FxHashMap<BlockId, CountedLoop>,
}

impl Loops {
    pub(super) fn new(model: &Model, loops: &[CountedLoop]) -> Loops {
        let begin = |counted: &CountedLoop| Some((model.block_of(counted.begin)?, *counted));
        Loops {
            by_end: loops.iter().map(|counted| (counted.end, *counted)).collect(),
            by_begin: loops.iter().filter_map(begin).collect(),
        }
    }
}

/// A set of blocks that lie in loops or are adjacent to them.
pub struct Covered<'m> {
    model: &'m Model,
    blocks: FixedBitSet,
}

impl<'m> Covered<'m> {
    /// The empty set.
    pub fn new(model: &'m Model) -> Self {
        Self { model, blocks: FixedBitSet::with_capacity(model.block_count()) }
    }

    /// Whether a block is in the set.
    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.contains(block.index())
    }

    /// Adds a block.
    pub fn cover(&mut self, block: BlockId) {
        self.blocks.insert(block.index());
    }

    /// Adds the blocks of a loop: those that reach its end without passing its first block.
    pub fn cover_loop(&mut self, begin: ValueId, end: ValueId) {
        let (model, covered) = (self.model, &mut self.blocks);
        let blocks = [begin, end].map(|i| model.block_of(i));
        let mut open: Vec<BlockId> =
            blocks.into_iter().flatten().filter(|block| !covered.put(block.index())).collect();
        open.retain(|block| Some(*block) != blocks[0]);
        while let Some(block) = open.pop() {
            for (_, from) in model.block_predecessors(block) {
                if !covered.put(from.index()) {
                    open.push(*from);
                }
            }
        }
    }
}

/// The position of each block in a reverse postorder of the CFG that visits the first successor of a branch
/// before the others.
pub fn reverse_postorder(model: &Model) -> Vec<u32> {
    let mut order = vec![u32::MAX; model.block_count()];
    let mut seen = FixedBitSet::with_capacity(model.block_count());
    let mut finished = Vec::new();
    let mut stack: Vec<(BlockId, usize)> =
        model.blocks().next().map(|entry| (entry, 0)).into_iter().collect();
    stack.iter().for_each(|(entry, _)| seen.insert(entry.index()));
    while let Some((block, next)) = stack.last_mut() {
        let successors = model.block_successors(*block);
        match successors.len().checked_sub(*next + 1).map(|at| successors[at]) {
            Some(to) => {
                *next += 1;
                if !seen.put(to.index()) {
                    stack.push((to, 0));
                }
            }
            None => {
                finished.push(*block);
                stack.pop();
            }
        }
    }
    for (place, block) in finished.iter().rev().enumerate() {
        order[block.index()] = place as u32;
    }
    order
}
