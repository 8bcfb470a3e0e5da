//! The framework: facts that begin and cease to hold at instructions, propagated along the control flow
//! graph.
//!
//! A fact is one bit. An [`Analysis`] lists, per fact, the instructions that change it; between two changes
//! the transfer function is the identity. A block is therefore summarised by its last change in the direction
//! of the analysis. [`Solution`] solves the equations for 64 facts at once, one machine word per block, by a
//! worklist in reverse post-order. Only the blocks with changes and those where facts meet have equations
//! (`sparse.rs`). The value of a fact at an instruction is that of the nearest change in the block, or else
//! the value on entry to the block. No fact holds at the boundary of the function.
//!
//! In: `e` begins to hold at `%1` and ceases at `%4`. Out: `e` holds on entry to `%2`, `%3`, `%4`.

pub(super) use super::flow_graph::Direction;
use super::flow_graph::FlowGraph;
pub(super) use super::sparse::Meet;
use super::sparse::{Sparse, Transfer};
use ir::{BlockId, Model, ValueId};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// An instruction that changes a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    /// The instruction.
    pub(super) at: ValueId,
    /// Whether the fact holds after it, in the direction of the analysis.
    pub(super) holds: bool,
}

/// The equations of an analysis.
pub(super) trait Analysis {
    /// The direction of data flow.
    const DIRECTION: Direction;
    /// The combination of several paths.
    const MEET: Meet;

    /// The changes of a fact, in any order. If an instruction has two, the one that makes the fact hold
    /// counts.
    fn changes(&self, model: &Model, fact: u32) -> Vec<Change>;
}

/// The number of facts solved together.
pub(super) const FACTS: u32 = u64::BITS;

/// The solution for up to [`FACTS`] facts of one analysis.
#[derive(Debug)]
pub(super) struct Solution {
    direction: Direction,
    graph: Rc<FlowGraph>,
    /// Per fact, its changes, ascending, at most one per instruction.
    changes: Vec<Vec<Change>>,
    sparse: Sparse,
    /// Per block of the sparse graph, the facts on entry, in the direction of the analysis.
    entered: Vec<u64>,
    /// Per block of the sparse graph, the facts on exit.
    left: Vec<u64>,
    /// The number of blocks visited.
    looked_at: usize,
}

impl Solution {
    /// Solves an analysis for these facts. The graph must have the direction of the analysis.
    pub(super) fn of<A: Analysis>(
        model: &Model,
        graph: &Rc<FlowGraph>,
        analysis: &A,
        facts: impl Iterator<Item = u32>,
    ) -> Solution {
        let changes: Vec<_> = facts.map(|fact| normal(analysis.changes(model, fact))).collect();
        let transfers = transfers(model, graph, A::DIRECTION, &changes);
        let (sparse, looked_at) = Sparse::of(graph, A::MEET, &transfers);
        let (entered, left) = sparse.solve(graph, A::MEET, A::MEET.top());
        Solution {
            direction: A::DIRECTION,
            graph: Rc::clone(graph),
            changes,
            sparse,
            entered,
            left,
            looked_at,
        }
    }

    /// Whether a fact, given by its index in the solution, holds on entry to an instruction.
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
            None => self.entered(block) >> fact & 1 == 1,
        }
    }

    /// Calls `visit` with the stretches of each block at whose instructions the same facts hold on entry, of a
    /// backward analysis.
    pub(super) fn each_stretch(&self, model: &Model, mut visit: impl FnMut(Range<ValueId>, u64)) {
        debug_assert_eq!(self.direction, Direction::Backward);
        let of_fact = |(fact, changes): (usize, &Vec<Change>)| {
            changes.iter().map(|change| (change.at, fact, change.holds)).collect::<Vec<_>>()
        };
        let mut changes: Vec<_> = self.changes.iter().enumerate().flat_map(of_fact).collect();
        changes.sort_unstable();
        for block in model.blocks() {
            let (first, last) = (model.block_first(block), model.terminator(block));
            let from = changes.partition_point(|(at, ..)| *at < first);
            let to = changes.partition_point(|(at, ..)| *at <= last);
            let (mut facts, mut end) = (self.entered(block), ValueId(last.0 + 1));
            for (at, fact, holds) in changes[from..to].iter().rev() {
                if at.0 + 1 < end.0 {
                    visit(ValueId(at.0 + 1)..end, facts);
                    end = ValueId(at.0 + 1);
                }
                facts = facts & !(1 << fact) | u64::from(*holds) << fact;
            }
            visit(first..end, facts);
        }
    }

    /// The facts on entry to a block, in the direction of the analysis.
    pub(super) fn entered(&self, block: BlockId) -> u64 {
        let node = self.graph.node(block);
        let nearest = self.sparse.nearest(&self.graph, node);
        match self.sparse.node(nearest) == node {
            true => self.entered[nearest],
            false => self.left[nearest],
        }
    }

    /// The facts on exit from a block, in the direction of the analysis.
    pub(super) fn left(&self, block: BlockId) -> u64 {
        self.left[self.sparse.nearest(&self.graph, self.graph.node(block))]
    }

    /// The number of blocks and changes visited.
    pub(super) fn size(&self) -> usize {
        self.changes.iter().map(Vec::len).sum::<usize>() + self.looked_at
    }

    /// The size in bytes, without the graph.
    pub(super) fn bytes(&self) -> usize {
        let changes: usize = self.changes.iter().map(|list| list.capacity() * size_of::<Change>()).sum();
        let facts = (self.entered.capacity() + self.left.capacity()) * size_of::<u64>();
        changes + facts + self.changes.capacity() * size_of::<Vec<Change>>() + self.sparse.bytes()
    }
}

/// Sorts changes, and retains one per instruction.
fn normal(mut changes: Vec<Change>) -> Vec<Change> {
    changes.sort_unstable_by_key(|change| (change.at, !change.holds));
    changes.dedup_by_key(|change| change.at);
    changes
}

/// The transfer functions of the nodes with changes. Of several changes of a fact in a block, the last one in
/// the direction of the analysis counts.
fn transfers(
    model: &Model,
    graph: &FlowGraph,
    direction: Direction,
    changes: &[Vec<Change>],
) -> FxHashMap<u32, Transfer> {
    let mut transfers = FxHashMap::default();
    for (fact, changes) in changes.iter().enumerate() {
        let mut set = |change: &Change| {
            let Some(block) = model.block_of(change.at) else { return };
            transfers.entry(graph.node(block)).or_insert(Transfer::IDENTITY).set(fact, change.holds);
        };
        match direction {
            Direction::Forward => changes.iter().for_each(&mut set),
            Direction::Backward => changes.iter().rev().for_each(&mut set),
        }
    }
    transfers
}
