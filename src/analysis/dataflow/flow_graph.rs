//! The blocks of a function in one direction of data flow: a rooted graph with its dominator tree and
//! dominance frontiers.
//!
//! There are two nodes besides the blocks. The *boundary* is the root, with edges to the entry, or backward
//! to the exits. *Nowhere* precedes the blocks that cannot be reached from the boundary, such as endless
//! loops in backward direction, so that they are in the tree too.
//!
//! In: the edges 0→1, 0→2, 1→3, 2→3, forward. Out: the boundary is above 0, and 0 above 1, 2, 3; the
//! frontier of 1 and of 2 is 3.

use super::shortest::ShortestPaths;
use ir::{BlockId, Csr, DominatorTree, Model};
use rustc_hash::FxHashSet;

/// The direction of data flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// A change takes effect after its instruction; the boundary is the entry.
    Forward,
    /// A change takes effect before its instruction; the boundary is the set of exits.
    Backward,
}

/// Limit on the total size of the dominance frontiers, per node. Deeply nested loops that end in their last
/// blocks exceed it.
const FRONTIER_ENTRIES: usize = 64;

/// The blocks of a function in one direction. Nodes are identified by their preorder numbers in the dominator
/// tree.
#[derive(Debug)]
pub(super) struct FlowGraph {
    /// Per block, its node.
    nodes: Vec<u32>,
    /// Per node, the last node that it dominates.
    last: Vec<u32>,
    /// Per node, the sources of its edges, ascending.
    sources: Csr<u32>,
    /// Per node, its dominance frontier; `None` if the frontiers exceed their limit.
    frontiers: Option<Csr<u32>>,
    /// Per node, its position in reverse post-order.
    rank: Vec<u32>,
    nowhere: Option<u32>,
    /// The tree of shortest paths from the boundary.
    shortest: ShortestPaths,
}

impl FlowGraph {
    pub(super) fn of(model: &Model, direction: Direction) -> FlowGraph {
        FlowGraph::with_limit(model, direction, FRONTIER_ENTRIES)
    }

    /// The graph with at most `entries` frontier entries per node.
    pub(super) fn with_limit(model: &Model, direction: Direction, entries: usize) -> FlowGraph {
        let targets = targets(model, direction);
        let count = model.block_count();
        let tree = DominatorTree::new(&targets, count);
        let node = |k: u32| tree.range(k as usize).start;
        let edges = targets.iter().zip(0..).flat_map(|(row, from)| row.iter().map(move |to| (*to, from)));
        let mut edges: Vec<(usize, u32)> = edges.map(|(to, from)| (node(to) as usize, node(from))).collect();
        edges.sort_unstable();
        let sources = Csr::group(tree.order().len(), &edges);
        let behind = sources.transposed_by(sources.len(), |from| from as usize, |to, _| to as u32);
        let has_nowhere = !targets.row(count + 1).is_empty();
        FlowGraph {
            nodes: (0..count as u32).map(node).collect(),
            last: tree.order().iter().map(|k| tree.range(*k as usize).end - 1).collect(),
            frontiers: frontiers(&tree, &sources, entries),
            rank: ranks(&tree, &targets, count),
            shortest: ShortestPaths::of(&behind),
            sources,
            nowhere: has_nowhere.then(|| node(count as u32 + 1)),
        }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.last.len()
    }

    pub(super) fn node(&self, block: BlockId) -> u32 {
        self.nodes[block.index()]
    }

    /// The node before the blocks that cannot be reached from the boundary.
    pub(super) fn nowhere(&self) -> Option<u32> {
        self.nowhere
    }

    /// One shortest path from the boundary to each node.
    pub(super) fn shortest(&self) -> &ShortestPaths {
        &self.shortest
    }

    pub(super) fn dominates(&self, above: u32, below: u32) -> bool {
        above <= below && below <= self.last[above as usize]
    }

    /// The last node that a node dominates: it dominates all nodes from itself to that one.
    pub(super) fn last_below(&self, node: u32) -> u32 {
        self.last[node as usize]
    }

    pub(super) fn sources(&self, node: u32) -> &[u32] {
        self.sources.row(node as usize)
    }

    /// The blocks in reverse post-order of a depth-first search from the boundary.
    pub(super) fn blocks_in_order(&self) -> Vec<BlockId> {
        let mut blocks: Vec<BlockId> = (0..self.nodes.len() as u32).map(BlockId).collect();
        blocks.sort_unstable_by_key(|block| self.rank(self.node(*block)));
        blocks
    }

    pub(super) fn rank(&self, node: u32) -> u32 {
        self.rank[node as usize]
    }

    /// The nodes where paths from the nodes in `from` join, by `steps` steps of the iterated dominance
    /// frontier, without those in `known`, an ascending list. All other nodes if the frontiers exceed their
    /// limit.
    pub(super) fn joins(&self, mut from: Vec<u32>, known: &[u32], steps: usize) -> Vec<u32> {
        let is_new = |node: &u32| known.binary_search(node).is_err();
        let Some(frontiers) = &self.frontiers else { return (0..self.len() as u32).filter(is_new).collect() };
        let mut joins: FxHashSet<u32> = FxHashSet::default();
        for _ in 0..steps {
            let behind = from.iter().flat_map(|node| frontiers.row(*node as usize).iter().copied());
            from = behind.filter(|join| is_new(join) && joins.insert(*join)).collect();
        }
        let mut joins: Vec<u32> = joins.into_iter().collect();
        joins.sort_unstable();
        joins
    }
}

/// The edges in the direction of data flow, per block, followed by those of the boundary and of nowhere.
fn targets(model: &Model, direction: Direction) -> Csr<u32> {
    let count = model.block_count();
    let mut targets = Csr::with_capacity(count + 2, model.block_count() * 2 + 2);
    for block in model.blocks() {
        match direction {
            Direction::Forward => targets.push(model.block_successors(block).iter().map(|to| to.0)),
            Direction::Backward => {
                targets.push(model.block_predecessors(block).iter().map(|(_, from)| from.0));
            }
        }
    }
    let is_entered = |block: &BlockId| match direction {
        Direction::Forward => block.index() == 0,
        Direction::Backward => model.block_successors(*block).is_empty(),
    };
    let entered: Vec<u32> = model.blocks().filter(is_entered).map(|block| block.0).collect();
    let mut reached = vec![false; count];
    mark(&targets, &entered, &mut reached);
    let mut cut_off = Vec::new();
    for block in 0..count as u32 {
        if !reached[block as usize] {
            cut_off.push(block);
            mark(&targets, &[block], &mut reached);
        }
    }
    let beside = (!cut_off.is_empty()).then_some(count as u32 + 1);
    targets.push(entered.into_iter().chain(beside));
    targets.push(cut_off);
    targets
}

fn mark(targets: &Csr<u32>, from: &[u32], reached: &mut [bool]) {
    let mut open = from.to_vec();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reached[block as usize], true) {
            open.extend_from_slice(targets.row(block as usize));
        }
    }
}

/// The dominance frontier of each node: the nodes that it does not strictly dominate and that have an edge
/// from a node it dominates (Cytron and others, 1991).
fn frontiers(tree: &DominatorTree, sources: &Csr<u32>, most: usize) -> Option<Csr<u32>> {
    let count = tree.order().len();
    let above = |node: u32| tree.parent(tree.order()[node as usize] as usize).map(|k| tree.range(k).start);
    let mut last_join = vec![u32::MAX; count];
    let mut entries: Vec<(usize, u32)> = Vec::new();
    for join in 0..count as u32 {
        for source in sources.row(join as usize) {
            let mut at = *source;
            // A join is in the frontier of its predecessor and of the predecessor's dominators up to its own
            // immediate dominator.
            while Some(at) != above(join) && std::mem::replace(&mut last_join[at as usize], join) != join {
                entries.push((at as usize, join));
                let Some(next) = above(at) else { break };
                at = next;
            }
            if entries.len() > count * most {
                return None;
            }
        }
    }
    Some(Csr::group(count, &entries))
}

/// Per node, its position in reverse post-order of a depth-first search from the boundary.
fn ranks(tree: &DominatorTree, targets: &Csr<u32>, root: usize) -> Vec<u32> {
    let count = tree.order().len();
    let mut seen = vec![false; targets.len()];
    let mut rank = vec![0; count];
    let mut left = count as u32;
    let mut open = vec![(root as u32, false)];
    while let Some((at, is_done)) = open.pop() {
        if is_done {
            left -= 1;
            rank[tree.range(at as usize).start as usize] = left;
        } else if !std::mem::replace(&mut seen[at as usize], true) {
            open.push((at, true));
            open.extend(targets.row(at as usize).iter().map(|to| (*to, false)));
        }
    }
    rank
}
