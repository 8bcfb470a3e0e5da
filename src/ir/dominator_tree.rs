//! Dominator trees of rooted graphs.
//!
//! The Semi-NCA algorithm (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005)
//! finds semidominators and lifts each to its nearest common ancestor with the parent in the tree. The tree
//! is then numbered in preorder, so that a subtree is a range of numbers and a query takes two comparisons.
//! The iterative algorithm of Cooper, Harvey and Kennedy would be quadratic in the depth of loop nests, and
//! in the number of exits to one block. Dominance uses the tree over blocks, post-dominance over reversed
//! edges from a virtual exit.
//!
//! Example: the edges 0→1, 0→2, 1→3, 2→3 give the parents 0, 0, 0 of 1, 2, 3.

use super::Csr;

const NONE: u32 = u32::MAX;

/// The dominator tree of a graph with nodes `0..n`.
#[derive(Clone, Debug)]
pub struct DominatorTree {
    /// Per node, its parent in the tree; `NONE` for the root and for unreachable nodes.
    parent: Vec<u32>,
    /// Per node, its preorder number; `NONE` for unreachable nodes.
    first: Vec<u32>,
    /// Per node, the last preorder number in its subtree.
    last: Vec<u32>,
    /// The nodes by preorder number.
    order: Vec<u32>,
}

impl DominatorTree {
    /// The dominator tree of a graph from `root`. With a root outside the graph all nodes are unreachable.
    pub fn new(successors: &Csr<u32>, root: usize) -> Self {
        let nodes = successors.len();
        let parent = immediate_dominators(successors, root);
        let order = preorder(&parent, root, nodes);
        let mut first = vec![NONE; nodes];
        let mut size = vec![0u32; nodes];
        for (number, &node) in order.iter().enumerate() {
            first[node as usize] = number as u32;
        }
        for &node in order.iter().rev() {
            size[node as usize] += 1;
            if parent[node as usize] != NONE {
                size[parent[node as usize] as usize] += size[node as usize];
            }
        }
        let last = (0..nodes).map(|k| first[k].saturating_add(size[k]).saturating_sub(1)).collect();
        Self { parent, first, last, order }
    }

    /// Whether the root reaches `node`.
    #[inline]
    pub fn reaches(&self, node: usize) -> bool {
        self.first[node] != NONE
    }

    /// Whether `a` is on every path from the root to `b`; false if one of them is unreachable.
    #[inline]
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        self.reaches(a) && self.reaches(b) && self.first[a] <= self.first[b] && self.first[b] <= self.last[a]
    }

    /// The immediate dominator.
    #[inline]
    pub fn parent(&self, node: usize) -> Option<usize> {
        Some(self.parent[node]).filter(|&p| p != NONE).map(|p| p as usize)
    }

    /// Every node that `node` dominates, itself first; empty for an unreachable node.
    #[inline]
    pub fn subtree(&self, node: usize) -> &[u32] {
        match self.reaches(node) {
            true => &self.order[self.first[node] as usize..=self.last[node] as usize],
            false => &[],
        }
    }
}

impl DominatorTree {
    /// The preorder numbers of the nodes that `node` dominates, its own first; empty for an unreachable node.
    #[inline]
    pub fn range(&self, node: usize) -> std::ops::Range<u32> {
        match self.reaches(node) {
            true => self.first[node]..self.last[node] + 1,
            false => NONE..NONE,
        }
    }

    /// The reachable nodes, by preorder number.
    #[inline]
    pub fn order(&self) -> &[u32] {
        &self.order
    }
}

/// A reachable node. Numbers are those of a depth-first search and start at 1, which is the root; 0 stands
/// for no node.
#[derive(Clone, Copy)]
struct Visited {
    node: u32,
    /// The parent in the search tree; after path compression, an ancestor.
    parent: u32,
    /// The node with the least semidominator on the compressed path.
    label: u32,
    /// The least number from which a path leads to this node through greater numbers only.
    semidominator: u32,
    dominator: u32,
}

/// Per node, its immediate dominator; `NONE` for the root and for unreachable nodes.
fn immediate_dominators(successors: &Csr<u32>, root: usize) -> Vec<u32> {
    let (mut visited, predecessors) = search(successors, root);
    let mut way = Vec::new();
    for number in (2..visited.len()).rev() {
        let mut least = visited[number].parent;
        for &from in predecessors.row(number) {
            let label = lowest(&mut visited, from, number as u32 + 1, &mut way);
            least = least.min(visited[label as usize].semidominator);
        }
        visited[number].semidominator = least;
    }
    let mut parent = vec![NONE; successors.len()];
    for number in 2..visited.len() {
        let mut dominator = visited[number].dominator;
        while dominator > visited[number].semidominator {
            dominator = visited[dominator as usize].dominator;
        }
        visited[number].dominator = dominator;
        parent[visited[number].node as usize] = visited[dominator as usize].node;
    }
    parent
}

/// The nodes in the order of a depth-first search from the root, and the numbers of their predecessors.
fn search(successors: &Csr<u32>, root: usize) -> (Vec<Visited>, Csr<u32>) {
    let mut number = vec![0; successors.len()];
    let mut visited = Vec::with_capacity(successors.len() + 1);
    visited.push(Visited { node: NONE, parent: 0, label: 0, semidominator: 0, dominator: 0 });
    let mut stack: Vec<(u32, u32)> =
        if root < successors.len() { vec![(root as u32, 0)] } else { Vec::new() };
    while let Some((node, parent)) = stack.pop() {
        if number[node as usize] == 0 {
            let own = visited.len() as u32;
            number[node as usize] = own;
            visited.push(Visited { node, parent, label: own, semidominator: own, dominator: parent });
            let unseen = successors.row(node as usize).iter().rev().filter(|to| number[**to as usize] == 0);
            stack.extend(unseen.map(|&to| (to, own)));
        }
    }
    let edges = visited
        .iter()
        .zip(0u32..)
        .skip(1)
        .flat_map(|(from, own)| successors.row(from.node as usize).iter().map(move |&to| (to, own)));
    let predecessors =
        Csr::group_all(visited.len(), edges.map(|(to, own)| (number[to as usize] as usize, own)));
    (visited, predecessors)
}

/// The node with the least semidominator among `from` and its ancestors with numbers of at least `linked`.
/// Compresses the path.
fn lowest(visited: &mut [Visited], from: u32, linked: u32, way: &mut Vec<u32>) -> u32 {
    let mut at = from;
    while visited[at as usize].parent >= linked {
        way.push(at);
        at = visited[at as usize].parent;
    }
    let Visited { parent: top, mut label, .. } = visited[at as usize];
    while let Some(below) = way.pop() {
        let own = visited[below as usize].label;
        if visited[own as usize].semidominator <= visited[label as usize].semidominator {
            label = own;
        }
        (visited[below as usize].parent, visited[below as usize].label) = (top, label);
    }
    label
}

/// The nodes of the tree, parents before children, children in ascending order.
fn preorder(parent: &[u32], root: usize, nodes: usize) -> Vec<u32> {
    let pairs = (0..).zip(parent).filter(|(_, parent)| **parent != NONE);
    let children = Csr::group_all(nodes, pairs.map(|(k, parent)| (*parent as usize, k)));
    let mut order = Vec::with_capacity(nodes);
    let mut stack: Vec<u32> = if root < nodes { vec![root as u32] } else { Vec::new() };
    while let Some(node) = stack.pop() {
        order.push(node);
        stack.extend(children.row(node as usize).iter().rev());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(nodes: usize, edges: &[(usize, u32)]) -> DominatorTree {
        DominatorTree::new(&Csr::group(nodes, edges), 0)
    }

    #[test]
    fn a_join_hangs_below_the_fork() {
        let tree = tree(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (4, 3)]);
        assert_eq!((tree.parent(1), tree.parent(3), tree.parent(4)), (Some(0), Some(0), None));
        assert!(tree.dominates(0, 3) && !tree.dominates(1, 3) && !tree.dominates(4, 3) && !tree.reaches(4));
        assert_eq!((tree.subtree(0).len(), tree.subtree(4).len()), (4, 0));
    }

    #[test]
    fn irreducible_loops_settle() {
        let tree = tree(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]);
        assert_eq!((tree.parent(1), tree.parent(2), tree.parent(3)), (Some(0), Some(0), Some(2)));
    }

    /// Definition: a node dominates those that are unreachable without it.
    fn check(nodes: usize, edges: &[(usize, u32)]) {
        let tree = tree(nodes, edges);
        let reached = |without: Option<usize>| {
            let mut seen = vec![false; nodes];
            let mut stack: Vec<usize> = (0..nodes.min(1)).filter(|root| Some(*root) != without).collect();
            while let Some(node) = stack.pop() {
                if !std::mem::replace(&mut seen[node], true) {
                    let next = edges.iter().filter(|(from, _)| *from == node).map(|(_, to)| *to as usize);
                    stack.extend(next.filter(|to| Some(*to) != without));
                }
            }
            seen
        };
        let all = reached(None);
        for a in 0..nodes {
            let others = reached(Some(a));
            for b in 0..nodes {
                let expect = all[a] && all[b] && !others[b];
                assert_eq!(tree.dominates(a, b), expect, "{a} over {b} in {edges:?}");
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn trees_are_as_defined(
            nodes in 1usize..24,
            ends in proptest::collection::vec((0usize..24, 0u32..24), 0..60),
        ) {
            let edges: Vec<_> = ends.into_iter().map(|(a, b)| (a % nodes, b % nodes as u32)).collect();
            check(nodes, &edges);
        }
    }

    /// A quadratic algorithm would not finish.
    #[test]
    fn deep_nests_and_many_ways_out_are_cheap() {
        let deep = 100_000;
        let mut edges: Vec<(usize, u32)> = (0..2 * deep).map(|k| (k, k as u32 + 1)).collect();
        edges.extend((0..deep).map(|k| (2 * deep - k, k as u32)));
        let nest = tree(2 * deep + 1, &edges);
        assert_eq!((nest.parent(2 * deep), nest.parent(1)), (Some(2 * deep - 1), Some(0)));
        let mut edges: Vec<(usize, u32)> = (0..deep).map(|k| (k, k as u32 + 1)).collect();
        edges.extend((0..deep).map(|k| (k, deep as u32 + 1)));
        let exits = tree(deep + 2, &edges);
        assert_eq!((exits.parent(deep + 1), exits.parent(deep)), (Some(0), Some(deep - 1)));
    }

    #[test]
    fn no_node_no_tree() {
        assert!(tree(0, &[]).order.is_empty());
    }
}
