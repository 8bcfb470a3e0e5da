//! The framework: facts that begin and cease to hold at instructions, carried along the control flow graph.
//!
//! A fact is one bit. An [`Analysis`] lists, per fact, the instructions that change it; everything between two changes
//! is the identity. A block is therefore summarised by its last change in the direction of the analysis, and
//! [`Solution`] solves the equations over blocks for 64 facts at once, one machine word a block, by a worklist in reverse
//! post-order. The value of a fact at an instruction is that of the nearest change in the block, else that
//! of the block's boundary. Nothing holds at the boundary of the function.
//!
//! In: `e` holds behind `%1`, not behind `%4`. Out: `e` holds on entry to `%2`, `%3`, `%4`.

use crate::model::{BlockId, Model, ValueId};
use std::collections::BTreeSet;

/// The direction in which facts are carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// A change takes effect behind its instruction; the boundary is the entry.
    Forward,
    /// A change takes effect before its instruction; the boundary are the exits.
    Backward,
}

/// The combination of the facts of several paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meet {
    /// A fact holds that holds on some path: the least solution.
    Union,
    /// A fact holds that holds on all paths: the greatest solution.
    Intersection,
}

/// An instruction that decides a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    /// The instruction.
    pub(super) at: ValueId,
    /// Whether the fact holds from there on, in the direction of the analysis.
    pub(super) holds: bool,
}

/// The equations of an analysis.
pub(super) trait Analysis {
    /// The direction in which facts are carried.
    const DIRECTION: Direction;
    /// The combination of several paths.
    const MEET: Meet;

    /// The changes of a fact, in any order. Of two at one instruction the one that makes the fact hold counts.
    fn changes(&self, model: &Model, fact: u32) -> Vec<Change>;
}

/// Facts solved together.
pub(super) const FACTS: u32 = u64::BITS;

/// The solution for up to [`FACTS`] facts of one analysis.
#[derive(Debug)]
pub(super) struct Solution {
    direction: Direction,
    /// Per fact: its changes, ascending, one an instruction.
    changes: Vec<Vec<Change>>,
    /// Per block: the facts on its side that the direction enters by.
    entered: Vec<u64>,
}

impl Solution {
    /// Solves an analysis for those facts.
    pub(super) fn of<A: Analysis>(model: &Model, analysis: &A, facts: impl Iterator<Item = u32>) -> Solution {
        let changes: Vec<_> = facts.map(|fact| normal(analysis.changes(model, fact))).collect();
        let blocks = Blocks::summarise(model, A::DIRECTION, &changes);
        let entered = blocks.solve(model, A::DIRECTION, A::MEET);
        Solution { direction: A::DIRECTION, changes, entered }
    }

    /// Whether the fact at that position of the list holds on entry to an instruction.
    pub(super) fn holds_before(&self, model: &Model, fact: u32, at: ValueId) -> bool {
        let Some(block) = model.block_of(at) else { return false };
        let changes = &self.changes[fact as usize];
        let next = changes.partition_point(|change| change.at < at);
        let nearest = match self.direction {
            Direction::Forward => next.checked_sub(1).map(|last| changes[last]),
            Direction::Backward => changes.get(next).copied(),
        };
        match nearest.filter(|change| model.block_of(change.at) == Some(block)) {
            Some(change) => change.holds,
            None => self.entered[block.index()] >> fact & 1 == 1,
        }
    }

    /// The bytes that it occupies.
    pub(super) fn bytes(&self) -> usize {
        let changes: usize = self.changes.iter().map(|list| list.capacity() * size_of::<Change>()).sum();
        changes + self.entered.capacity() * size_of::<u64>()
    }
}

/// Ascending, one change an instruction.
pub(super) fn normal(mut changes: Vec<Change>) -> Vec<Change> {
    changes.sort_unstable_by_key(|change| (change.at, !change.holds));
    changes.dedup_by_key(|change| change.at);
    changes
}

/// The transfer functions of all blocks: `generates ∪ (x ∩ keeps)`.
pub(super) struct Blocks {
    pub(super) generates: Vec<u64>,
    pub(super) keeps: Vec<u64>,
}

impl Blocks {
    pub(super) fn summarise(model: &Model, direction: Direction, changes: &[Vec<Change>]) -> Blocks {
        let count = model.block_count();
        let mut blocks = Blocks { generates: vec![0; count], keeps: vec![u64::MAX; count] };
        for (fact, changes) in changes.iter().enumerate() {
            // The later change in the direction of the analysis overwrites the earlier one.
            match direction {
                Direction::Forward => changes.iter().for_each(|change| blocks.set(model, fact, *change)),
                Direction::Backward => {
                    changes.iter().rev().for_each(|change| blocks.set(model, fact, *change))
                }
            }
        }
        blocks
    }

    fn set(&mut self, model: &Model, fact: usize, change: Change) {
        let Some(block) = model.block_of(change.at) else { return };
        let bit = 1 << fact;
        self.keeps[block.index()] &= !bit;
        match change.holds {
            true => self.generates[block.index()] |= bit,
            false => self.generates[block.index()] &= !bit,
        }
    }

    /// The facts that each block is entered with.
    pub(super) fn solve(&self, model: &Model, direction: Direction, meet: Meet) -> Vec<u64> {
        let order = order(model, direction);
        let mut rank = vec![0; model.block_count()];
        order.iter().enumerate().for_each(|(k, block)| rank[block.index()] = k);
        let top = if meet == Meet::Union { 0 } else { u64::MAX };
        let mut entered = vec![top; model.block_count()];
        let mut open: BTreeSet<usize> = (0..order.len()).collect();
        while let Some(next) = open.pop_first() {
            let block = order[next];
            let facts = self.meet_of(model, direction, meet, &entered, block);
            // Each block is looked at once, and again when what enters it changes.
            if facts != entered[block.index()] {
                entered[block.index()] = facts;
                each_target(model, direction, block, |target| {
                    open.insert(rank[target.index()]);
                });
            }
        }
        entered
    }

    fn meet_of(
        &self,
        model: &Model,
        direction: Direction,
        meet: Meet,
        entered: &[u64],
        block: BlockId,
    ) -> u64 {
        let left =
            |from: BlockId| self.generates[from.index()] | (entered[from.index()] & self.keeps[from.index()]);
        let mut facts = if is_boundary(model, direction, block) { Some(0) } else { None };
        each_source(model, direction, block, |from| {
            facts = Some(match (facts, meet) {
                (None, _) => left(from),
                (Some(facts), Meet::Union) => facts | left(from),
                (Some(facts), Meet::Intersection) => facts & left(from),
            });
        });
        // No path from the boundary leads here: on all of them, on none of them.
        facts.unwrap_or(if meet == Meet::Union { 0 } else { u64::MAX })
    }
}

/// Whether paths begin at a block, in that direction.
fn is_boundary(model: &Model, direction: Direction, block: BlockId) -> bool {
    match direction {
        Direction::Forward => block.index() == 0,
        Direction::Backward => model.block_successors(block).is_empty(),
    }
}

fn each_source(model: &Model, direction: Direction, block: BlockId, mut each: impl FnMut(BlockId)) {
    match direction {
        Direction::Forward => model.block_predecessors(block).iter().for_each(|(_, from)| each(*from)),
        Direction::Backward => model.block_successors(block).iter().for_each(|to| each(*to)),
    }
}

fn each_target(model: &Model, direction: Direction, block: BlockId, each: impl FnMut(BlockId)) {
    let reversed = match direction {
        Direction::Forward => Direction::Backward,
        Direction::Backward => Direction::Forward,
    };
    each_source(model, reversed, block, each);
}

/// All blocks, each after its sources as far as there are no cycles: reverse post-order of a depth-first search along
/// the direction, from the boundary and then from what it does not reach.
pub(super) fn order(model: &Model, direction: Direction) -> Vec<BlockId> {
    let mut seen = vec![false; model.block_count()];
    let mut left = Vec::with_capacity(model.block_count());
    let boundary = model.blocks().filter(|block| is_boundary(model, direction, *block));
    for root in boundary.chain(model.blocks()) {
        let mut open = vec![(root, false)];
        while let Some((block, is_done)) = open.pop() {
            if is_done {
                left.push(block);
            } else if !std::mem::replace(&mut seen[block.index()], true) {
                open.push((block, true));
                each_target(model, direction, block, |target| open.push((target, false)));
            }
        }
    }
    left.reverse();
    left
}
