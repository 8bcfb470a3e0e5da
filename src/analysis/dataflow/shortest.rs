//! Shortest paths from the boundary, as a tree: a fact that no block on the shortest path to a node makes
//! true does not hold there on all paths.
//!
//! `sparse.rs` does not look further where this shows that a fact of intersection has ended. Otherwise
//! every block that can run before a way out would have an equation for what only some of them compute.
//!
//! In: `e` is computed in one arm of a branch only. Out: at the join it cannot hold, since the shortest path
//! from the boundary to the other arm does not compute it.

use ir::Csr;

/// The node of the boundary.
pub(super) const BOUNDARY: u32 = 0;

/// One shortest path to each node: a tree with the boundary as its root.
#[derive(Debug)]
pub(super) struct ShortestPaths {
    /// Per node: its preorder number in the tree.
    first: Vec<u32>,
    /// Per node: the last number below it.
    last: Vec<u32>,
}

impl ShortestPaths {
    /// For the edges by node. All nodes are reached from the boundary.
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
        // The next free number below each node. A parent comes before its children.
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

/// The facts that come to hold on shortest paths.
#[derive(Debug)]
pub(super) struct Passed {
    /// The nodes at which facts come to hold: their numbers in the tree, ascending, and the last below each.
    ranges: Vec<(u32, u32)>,
    /// Per such node: the nearest one above it on its path.
    above: Vec<Option<usize>>,
    /// Per such node: the facts that come to hold at it or above it.
    facts: Vec<u64>,
}

impl Passed {
    /// For nodes with the facts that come to hold there.
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

    /// The facts that come to hold on the shortest path to a node, its end included.
    pub(super) fn on_path_to(&self, paths: &ShortestPaths, node: u32) -> u64 {
        self.nearest(paths.first[node as usize]).map_or(0, |at| self.facts[at])
    }

    /// The position of the nearest node at or above the one with that number.
    fn nearest(&self, number: u32) -> Option<usize> {
        let mut at = self.ranges.partition_point(|range| range.0 <= number).checked_sub(1);
        while let Some(k) = at.filter(|k| self.ranges[*k].1 < number) {
            at = self.above[k];
        }
        at
    }
}
