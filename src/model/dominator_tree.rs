//! Dominator trees of rooted graphs: who lies on every path from the root to whom.
//!
//! The tree is found with the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
//! Algorithm", 2001), then numbered in preorder, so that a subtree is a range of numbers and a query two
//! comparisons. Dominance runs it over blocks, post-dominance over reversed edges from a virtual exit.
//!
//! Example: the edges 0→1, 0→2, 1→3, 2→3 give the parents 0, 0, 0 of 1, 2, 3.

use super::Rows;
use std::cmp::Ordering;

const NONE: u32 = u32::MAX;

/// The dominator tree of a graph with nodes `0..n`.
#[derive(Clone, Debug)]
pub(super) struct DominatorTree {
    /// Per node: its parent in the tree; `NONE` for the root and for nodes it does not reach.
    parent: Vec<u32>,
    /// Per node: its preorder number; `NONE` when the root does not reach it.
    first: Vec<u32>,
    /// Per node: the last preorder number in its subtree.
    last: Vec<u32>,
    /// The nodes by preorder number.
    order: Vec<u32>,
}

impl DominatorTree {
    /// The tree of the graph with these edges, seen from `root`. A root outside the graph reaches nothing.
    pub(super) fn new(successors: &Rows<u32>, root: usize) -> Self {
        let nodes = successors.len();
        let postorder = postorder(successors, root);
        let parent = immediate_dominators(successors, &postorder);
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
    pub(super) fn reaches(&self, node: usize) -> bool {
        self.first[node] != NONE
    }

    /// Whether `a` lies on every path from the root to `b`; false when the root does not reach one of them.
    pub(super) fn dominates(&self, a: usize, b: usize) -> bool {
        self.reaches(a) && self.reaches(b) && self.first[a] <= self.first[b] && self.first[b] <= self.last[a]
    }

    /// The closest strict dominator.
    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        Some(self.parent[node]).filter(|&p| p != NONE).map(|p| p as usize)
    }

    /// Every node that `node` dominates, itself first; empty when the root does not reach it.
    pub(super) fn subtree(&self, node: usize) -> &[u32] {
        match self.reaches(node) {
            true => &self.order[self.first[node] as usize..=self.last[node] as usize],
            false => &[],
        }
    }
}

impl DominatorTree {
    /// The preorder numbers of the nodes that `node` dominates, its own first; empty when the root does not reach it.
    pub(super) fn range(&self, node: usize) -> std::ops::Range<u32> {
        match self.reaches(node) {
            true => self.first[node]..self.last[node] + 1,
            false => NONE..NONE,
        }
    }

    /// The nodes that the root reaches, by preorder number.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }
}

/// The nodes that `root` reaches, each after all of its children in a depth-first tree.
fn postorder(successors: &Rows<u32>, root: usize) -> Vec<u32> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut stack = Vec::new();
    if root < successors.len() {
        seen[root] = true;
        stack.push((root, 0));
    }
    while let Some((node, next)) = stack.last_mut() {
        match successors.row(*node).get(*next) {
            Some(&child) => {
                *next += 1;
                if !std::mem::replace(&mut seen[child as usize], true) {
                    stack.push((child as usize, 0));
                }
            }
            None => {
                order.push(*node as u32);
                stack.pop();
            }
        }
    }
    order
}

/// Per node its immediate dominator; `NONE` for the root and for nodes that are not in `postorder`.
fn immediate_dominators(successors: &Rows<u32>, postorder: &[u32]) -> Vec<u32> {
    let nodes = successors.len();
    let mut number = vec![NONE; nodes];
    let mut pairs = Vec::new();
    for (at, &node) in postorder.iter().enumerate() {
        number[node as usize] = at as u32;
        pairs.extend(successors.row(node as usize).iter().map(|&to| (to as usize, node)));
    }
    let predecessors = Rows::group(nodes, &pairs);
    let mut parent = vec![NONE; nodes];
    let Some((&root, rest)) = postorder.split_last() else { return parent };
    parent[root as usize] = root;
    let mut changed = true;
    while changed {
        changed = false;
        for &node in rest.iter().rev() {
            let known = predecessors.row(node as usize).iter().filter(|p| parent[**p as usize] != NONE);
            let meet = known.copied().reduce(|a, b| common_ancestor(&parent, &number, a, b)).unwrap_or(NONE);
            changed |= meet != parent[node as usize];
            parent[node as usize] = meet;
        }
    }
    parent[root as usize] = NONE;
    parent
}

/// Where the ways up from `a` and `b` meet; the smaller postorder number is the deeper node.
fn common_ancestor(parent: &[u32], number: &[u32], mut a: u32, mut b: u32) -> u32 {
    loop {
        match number[a as usize].cmp(&number[b as usize]) {
            Ordering::Less => a = parent[a as usize],
            Ordering::Greater => b = parent[b as usize],
            Ordering::Equal => return a,
        }
    }
}

/// The nodes of the tree, parents before children, children in ascending order.
fn preorder(parent: &[u32], root: usize, nodes: usize) -> Vec<u32> {
    let pairs = (0..nodes).filter(|&k| parent[k] != NONE).map(|k| (parent[k] as usize, k as u32));
    let children = Rows::group(nodes, &pairs.collect::<Vec<_>>());
    let mut order = Vec::new();
    let mut stack = if root < nodes { vec![root as u32] } else { Vec::new() };
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
        DominatorTree::new(&Rows::group(nodes, edges), 0)
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

    #[test]
    fn no_node_no_tree() {
        assert!(tree(0, &[]).order.is_empty());
    }
}
