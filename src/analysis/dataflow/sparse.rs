//! Sparse evaluation graphs: the equations of a few facts at the blocks where they may change.
//!
//! Between the blocks with changes and the blocks where paths from them join, facts do not change: a block
//! has the facts of the nearest such block above it in the dominator tree. The cost of local facts is
//! therefore that of the code they concern, however large the function is. After Choi, Cytron and Ferrante
//! ("Automatic Construction of Sparse Data Flow Evaluation Graphs", 1991).
//!
//! A join needs no equation if no fact holds on any of its paths, since then none holds on some or on all
//! paths: the live range of a value ends at its definition, and so does the search. The blocks are found by
//! solving for union first; in each round frontiers are added where a fact holds, with an increasing number
//! of steps.
//!
//! In: a change in one arm of a branch. Out: that arm and the join after it, with an edge between them and
//! one from the boundary.

use super::flow_graph::FlowGraph;
use super::shortest::{BOUNDARY, Passed};
use ir::Csr;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Limit on the number of predecessors of a node whose shortest paths are examined.
const SOURCES_LOOKED_AT: usize = 64;

/// The transfer function of a block: `generates ∪ (x ∩ keeps)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transfer {
    pub(super) generates: u64,
    pub(super) keeps: u64,
}

impl Transfer {
    pub(super) const IDENTITY: Transfer = Transfer { generates: 0, keeps: u64::MAX };

    pub(super) fn apply(self, x: u64) -> u64 {
        self.generates | (x & self.keeps)
    }

    /// Appends a change of one fact to the transfer function.
    pub(super) fn set(&mut self, fact: usize, holds: bool) {
        let bit = 1 << fact;
        self.keeps &= !bit;
        match holds {
            true => self.generates |= bit,
            false => self.generates &= !bit,
        }
    }
}

/// The combination of the facts of several paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meet {
    /// A fact holds if it holds on some path: the least solution.
    Union,
    /// A fact holds if it holds on all paths: the greatest solution.
    Intersection,
}

impl Meet {
    /// The neutral element, which is also the value at unreachable blocks.
    pub(super) fn top(self) -> u64 {
        match self {
            Meet::Union => 0,
            Meet::Intersection => u64::MAX,
        }
    }

    /// The meet of the negations of facts.
    pub(super) fn opposite(self) -> Meet {
        match self {
            Meet::Union => Meet::Intersection,
            Meet::Intersection => Meet::Union,
        }
    }

    fn of(self, a: u64, b: u64) -> u64 {
        match self {
            Meet::Union => a | b,
            Meet::Intersection => a & b,
        }
    }
}

/// The blocks at which some facts have equations.
#[derive(Debug)]
pub(super) struct Sparse {
    /// Nodes of the flow graph in ascending order, which is preorder of the dominator tree. The boundary is
    /// the first.
    nodes: Vec<u32>,
    /// Per position, that of the nearest node above it in the dominator tree; its own for the boundary.
    above: Vec<u32>,
    /// Per position, the positions whose facts meet there.
    sources: Csr<u32>,
    transfers: Vec<Transfer>,
}

impl Sparse {
    /// The sparse graph for facts that these nodes change. Also returns the number of nodes visited.
    pub(super) fn of(graph: &FlowGraph, meet: Meet, changes: &FxHashMap<u32, Transfer>) -> (Sparse, usize) {
        let mut nodes: Vec<u32> = changes.keys().copied().collect();
        nodes.extend(graph.nowhere());
        nodes.push(BOUNDARY);
        let generating = changes.iter().map(|(node, transfer)| (*node, transfer.generates));
        let nowhere = graph.nowhere().map(|node| (node, meet.top()));
        let passed = Passed::of(graph.shortest(), generating.chain(nowhere));
        let (mut steps, mut looked_at) = (1, 0);
        loop {
            nodes.sort_unstable();
            nodes.dedup();
            let sparse = Sparse::with_nodes(graph, std::mem::take(&mut nodes), changes);
            looked_at += sparse.len();
            let left = sparse.may_hold(graph, meet, &passed);
            let joins = graph.joins(sparse.holding(&left), &sparse.nodes, steps);
            if joins.is_empty() {
                return (sparse, looked_at);
            }
            nodes = sparse.nodes;
            nodes.extend(joins);
            steps *= 2;
        }
    }

    /// The facts that may hold after each node: on some path and, for intersection, on the shortest paths.
    fn may_hold(&self, graph: &FlowGraph, meet: Meet, passed: &Passed) -> Vec<u64> {
        let arriving = |node: &u32| match meet {
            Meet::Union => u64::MAX,
            Meet::Intersection => {
                let sources = graph.sources(*node).iter().take(SOURCES_LOOKED_AT);
                let facts = sources.map(|from| passed.on_path_to(graph.shortest(), *from));
                facts.fold(u64::MAX, |all, facts| all & facts)
            }
        };
        let arriving: Vec<u64> = self.nodes.iter().map(arriving).collect();
        self.fixed_point(graph, Meet::Union, meet.top(), |at| arriving[at]).1
    }

    /// The sparse graph with these nodes, given in ascending order.
    fn with_nodes(graph: &FlowGraph, nodes: Vec<u32>, changes: &FxHashMap<u32, Transfer>) -> Sparse {
        let mut above: Vec<u32> = Vec::with_capacity(nodes.len());
        for (k, node) in nodes.iter().enumerate() {
            let mut at = k.saturating_sub(1);
            while !graph.dominates(nodes[at], *node) {
                at = above[at] as usize;
            }
            above.push(at as u32);
        }
        let transfer = |node| changes.get(node).copied().unwrap_or(Transfer::IDENTITY);
        let transfers = nodes.iter().map(transfer).collect();
        let mut sparse = Sparse { nodes, above, sources: Csr::new(), transfers };
        let mut sources = Csr::with_capacity(sparse.len(), sparse.len() * 2);
        for node in &sparse.nodes {
            sources.push(sparse.sources_of(graph, *node));
        }
        sparse.sources = sources;
        sparse
    }

    /// The nodes after which, or above which, one of the facts holds.
    fn holding(&self, left: &[u64]) -> Vec<u32> {
        let holds = |k: &usize| left[*k] | left[self.above[*k] as usize] != 0;
        (0..self.len()).filter(holds).map(|k| self.nodes[k]).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node at a position.
    pub(super) fn node(&self, position: usize) -> u32 {
        self.nodes[position]
    }

    /// The position of a node, or of the nearest node above it.
    pub(super) fn nearest(&self, graph: &FlowGraph, node: u32) -> usize {
        // The boundary comes first and dominates all nodes.
        let mut at = self.nodes.partition_point(|known| *known <= node).saturating_sub(1);
        while !graph.dominates(self.nodes[at], node) {
            at = self.above[at] as usize;
        }
        at
    }

    /// The positions of the sources of a node's edges.
    fn sources_of(&self, graph: &FlowGraph, node: u32) -> Vec<u32> {
        let sources = graph.sources(node);
        if sources.len() > self.len() {
            return self.positions_among(graph, sources);
        }
        let mut positions: Vec<u32> = sources.iter().map(|from| self.nearest(graph, *from) as u32).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// The positions that are nearest above some of many nodes, given in ascending order.
    fn positions_among(&self, graph: &FlowGraph, many: &[u32]) -> Vec<u32> {
        let below = |node: u32| {
            let end = many.partition_point(|other| *other <= graph.last_below(node));
            end - many.partition_point(|other| *other < node)
        };
        let mut counts: Vec<usize> = self.nodes.iter().map(|node| below(*node)).collect();
        // Subtracts the nodes that have a nearer position.
        for k in (1..self.len()).rev() {
            let own = below(self.nodes[k]);
            counts[self.above[k] as usize] -= own;
        }
        (0..).zip(counts).filter(|(_, count)| *count > 0).map(|(k, _)| k).collect()
    }

    /// The facts on entry to and exit from each block; `nowhere` are the facts on exit from the node nowhere.
    pub(super) fn solve(&self, graph: &FlowGraph, meet: Meet, nowhere: u64) -> (Vec<u64>, Vec<u64>) {
        self.fixed_point(graph, meet, nowhere, |_| u64::MAX)
    }

    /// Like [`solve`](Self::solve), with an upper bound `arriving` of the facts that enter each block.
    fn fixed_point(
        &self,
        graph: &FlowGraph,
        meet: Meet,
        nowhere: u64,
        arriving: impl Fn(usize) -> u64,
    ) -> (Vec<u64>, Vec<u64>) {
        let (mut entered, mut left) = (vec![meet.top(); self.len()], vec![meet.top(); self.len()]);
        let targets = self.sources.transposed_by(self.len(), |from| from as usize, |to, _| to as u32);
        let rank = |k: u32| (graph.rank(self.nodes[k as usize]), k);
        let mut open: BTreeSet<(u32, u32)> = (0..self.len() as u32).map(rank).collect();
        while let Some((_, k)) = open.pop_first() {
            let at = k as usize;
            let sources = self.sources.row(at).iter();
            entered[at] =
                sources.fold(meet.top(), |facts, from| meet.of(facts, left[*from as usize])) & arriving(at);
            let facts = match self.nodes[at] {
                BOUNDARY => 0,
                node if Some(node) == graph.nowhere() => nowhere,
                _ => self.transfers[at].apply(entered[at]),
            };
            // A block is visited once, and again whenever its input changes.
            if std::mem::replace(&mut left[at], facts) != facts {
                open.extend(targets.row(at).iter().map(|to| rank(*to)));
            }
        }
        (entered, left)
    }

    /// The size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let transfers = self.transfers.capacity() * size_of::<Transfer>();
        transfers
            + (self.nodes.capacity() + self.above.capacity() + self.sources.items().len() + self.len()) * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataflow::flow_graph::Direction;
    use ir::testing::random;
    use proptest::prelude::*;

    proptest! {
        /// For many edges, the sources are counted by ranges of the tree instead of looked up one by one.
        #[test]
        fn both_ways_to_the_sources_agree(
            model in random::model(),
            picks in proptest::collection::vec(any::<u16>(), 0..4),
        ) {
            for direction in [Direction::Forward, Direction::Backward] {
                let graph = FlowGraph::of(&model, direction);
                let node = |pick: &u16| u32::from(*pick) % graph.len() as u32;
                let changes = picks.iter().map(|pick| (node(pick), Transfer { generates: 1, keeps: 0 }));
                let (sparse, _) = Sparse::of(&graph, Meet::Union, &changes.collect());
                for node in 0..graph.len() as u32 {
                    let sources = graph.sources(node);
                    let one_by_one: BTreeSet<u32> =
                        sources.iter().map(|from| sparse.nearest(&graph, *from) as u32).collect();
                    let counted = sparse.positions_among(&graph, sources);
                    prop_assert_eq!(counted, one_by_one.into_iter().collect::<Vec<_>>());
                }
            }
        }
    }
}
