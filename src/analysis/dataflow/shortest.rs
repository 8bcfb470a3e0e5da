//! The tree of shortest paths from the boundary: a fact that no block on the shortest path to a node
//! generates does not hold there on all paths.
//!
//! `sparse.rs` does not search beyond nodes where this shows that an intersection fact has ended. Otherwise
//! every block before an exit would have an equation for an expression that only some blocks compute.
//!
//! In: `e` is computed in one arm of a branch only. Out: it does not hold at the join, since the shortest
//! path to the other arm does not compute it.

use ir::Csr;

/// The node of the boundary.
pub(super) const BOUNDARY: u32 = 0;

/// One shortest path to each node: a tree with the boundary as its root.
#[derive(Debug)]
pub(super) struct ShortestPaths {
    /// Per node, its preorder number in the tree.
    first: Vec<u32>,
    /// Per node, the last preorder number in its subtree.
    last: Vec<u32>,
}

impl ShortestPaths {
    /// The tree for these edges. All nodes must be reachable from the boundary.
    pub(super) fn of(targets: &Csr<u32>) -> ShortestPaths {
        let count = targets.len();
        let mut parent: Vec<Option<u32>> = vec![None; count];
        parent[BOUNDARY as usize] = Some(BOUNDARY);
        let mut order = vec![BOUNDARY];
        let mut next = 0;
        while let Some(from) = order.get(next).copied() {
            next += 1;
            for to in targets.row(from as usize) {
                if parent[*to as usize].is_none() {
                    parent[*to as usize] = Some(from);
                    order.push(*to);
                }
            }
        }
        let above = |node: u32| parent[node as usize].unwrap_or(BOUNDARY) as usize;
        let mut size = vec![1; count];
        for node in order[1..].iter().rev() {
            size[above(*node)] += size[*node as usize];
        }
        // Assigns preorder numbers: the next free number below each node. Parents come before their children.
        let (mut first, mut free) = (vec![0; count], vec![1; count]);
        for node in &order[1..] {
            let number = free[above(*node)];
            free[above(*node)] += size[*node as usize];
            first[*node as usize] = number;
            free[*node as usize] = number + 1;
        }
        let last = first.iter().zip(size).map(|(first, size)| first + size - 1).collect();
        ShortestPaths { first, last }
    }
}

/// The facts generated on shortest paths.
#[derive(Debug)]
pub(super) struct Passed {
    /// The nodes that generate facts: the ranges of tree numbers in their subtrees, ascending.
    ranges: Vec<(u32, u32)>,
    /// Per such node, the nearest one above it on its path.
    above: Vec<Option<usize>>,
    /// Per such node, the facts generated at it or above it.
    facts: Vec<u64>,
}

impl Passed {
    /// The facts for nodes that generate facts.
    pub(super) fn of(paths: &ShortestPaths, generating: impl Iterator<Item = (u32, u64)>) -> Passed {
        let range = |node: u32| (paths.first[node as usize], paths.last[node as usize]);
        let mut nodes: Vec<_> = generating.map(|(node, facts)| (range(node), facts)).collect();
        nodes.sort_unstable();
        let mut passed = Passed { ranges: Vec::new(), above: Vec::new(), facts: Vec::new() };
        for (range, facts) in nodes {
            let above = passed.nearest(range.0);
            passed.facts.push(facts | above.map_or(0, |at| passed.facts[at]));
            passed.above.push(above);
            passed.ranges.push(range);
        }
        passed
    }

    /// The facts generated on the shortest path to a node, inclusive.
    pub(super) fn on_path_to(&self, paths: &ShortestPaths, node: u32) -> u64 {
        self.nearest(paths.first[node as usize]).map_or(0, |at| self.facts[at])
    }

    /// The index of the nearest generating node at or above the node with this number.
    fn nearest(&self, number: u32) -> Option<usize> {
        let mut at = self.ranges.partition_point(|range| range.0 <= number).checked_sub(1);
        while let Some(k) = at.filter(|k| self.ranges[*k].1 < number) {
            at = self.above[k];
        }
        at
    }
}
