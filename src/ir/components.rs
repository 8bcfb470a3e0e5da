//! Strongly connected components of the blocks: which blocks can reach each other.
//!
//! Tarjan's algorithm ("Depth-First Search and Linear Graph Algorithms", 1972), with an explicit stack. It
//! completes components in reverse topological order, so a comparison of two component numbers can prove in
//! constant time that no path leads from one block to another. Most path queries in acyclic code end there.
//!
//! Example: in 0→1, 1→2, 2→1, 2→3 the components are {3}, {1, 2}, {0}, numbered 0, 1, 2.

use super::{BlockId, Model};

/// The component of each block. Made by [`Model::components`].
#[derive(Clone, Debug)]
pub struct Components {
    number: Vec<u32>,
}

impl Components {
    pub(super) fn new(model: &Model) -> Self {
        let mut search = Search::new(model.block_count());
        for root in model.blocks() {
            search.from(root, |block, k| model.block_successors(block).get(k).copied());
        }
        Self { number: search.number }
    }

    /// The number of a block's component, less than the number of blocks.
    #[inline]
    pub fn of(&self, block: BlockId) -> u32 {
        self.number[block.index()]
    }

    /// Whether a path from `a` to `b` may exist. False is certain; true is certain within a component.
    #[inline]
    pub fn may_reach(&self, a: BlockId, b: BlockId) -> bool {
        self.number[b.index()] <= self.number[a.index()]
    }
}

/// The component of each vertex of an arbitrary graph; `successor(v, n)` is the n-th successor of `v`.
pub fn components_of(vertices: usize, successor: impl Fn(usize, usize) -> Option<usize>) -> Vec<u32> {
    let mut search = Search::new(vertices);
    for root in 0..vertices {
        search.from(BlockId(root as u32), |from, n| Some(BlockId(successor(from.index(), n)? as u32)));
    }
    search.number
}

const OPEN: u32 = u32::MAX;

/// The state of Tarjan's algorithm, started at one block after another.
#[derive(Debug)]
pub(super) struct Search {
    /// Per block, its component; `OPEN` until that is complete.
    number: Vec<u32>,
    /// Per block, when it was entered.
    order: Vec<u32>,
    /// Per block, the earliest entered block that is known to be in its component.
    low: Vec<u32>,
    visited: u32,
    closed: u32,
    /// Entered blocks whose component is not complete.
    open: Vec<BlockId>,
    /// The path of the depth-first search, with the next successor to visit.
    path: Vec<(BlockId, usize)>,
    /// The blocks of complete components, one component after the other, since the last
    /// [`forget`](Self::forget).
    complete: Vec<BlockId>,
}

impl Search {
    /// The state for a graph with this number of blocks.
    pub(super) fn new(blocks: usize) -> Self {
        Self {
            number: vec![OPEN; blocks],
            order: vec![OPEN; blocks],
            low: vec![OPEN; blocks],
            visited: 0,
            closed: 0,
            open: Vec::new(),
            path: Vec::new(),
            complete: Vec::new(),
        }
    }

    /// Completes all components that are reachable from `root`; `edge` gives the target of the k-th edge of a
    /// block. An omitted edge is represented by an edge to the block itself, which has no effect.
    pub(super) fn from(&mut self, root: BlockId, edge: impl Fn(BlockId, usize) -> Option<BlockId>) {
        self.enter(root);
        while let Some((block, next)) = self.path.last_mut() {
            let (block, at) = (*block, *next);
            *next += 1;
            match edge(block, at) {
                Some(target) if self.order[target.index()] == OPEN => self.enter(target),
                Some(target) if self.number[target.index()] == OPEN => {
                    self.join(block, self.order[target.index()])
                }
                Some(_) => {}
                None => self.leave(block),
            }
        }
    }

    /// Resets the blocks of complete components, and calls `each` with each of them, its number, and whether
    /// its component has other blocks. Numbers continue to rise.
    pub(super) fn forget(&mut self, mut each: impl FnMut(BlockId, u32, bool)) {
        for component in self.complete.chunk_by(|a, b| self.number[a.index()] == self.number[b.index()]) {
            component.iter().for_each(|b| each(*b, self.number[b.index()], component.len() > 1));
        }
        for block in self.complete.drain(..) {
            self.number[block.index()] = OPEN;
            self.order[block.index()] = OPEN;
        }
        self.visited = 0;
    }

    fn enter(&mut self, block: BlockId) {
        if self.order[block.index()] == OPEN {
            self.order[block.index()] = self.visited;
            self.low[block.index()] = self.visited;
            self.visited += 1;
            self.open.push(block);
            self.path.push((block, 0));
        }
    }

    fn join(&mut self, block: BlockId, low: u32) {
        let own = &mut self.low[block.index()];
        *own = low.min(*own);
    }

    fn leave(&mut self, block: BlockId) {
        self.path.pop();
        let low = self.low[block.index()];
        if let Some(&(parent, _)) = self.path.last() {
            self.join(parent, low);
        }
        if low == self.order[block.index()] {
            while let Some(member) = self.open.pop() {
                self.number[member.index()] = self.closed;
                self.complete.push(member);
                if member == block {
                    break;
                }
            }
            self.closed += 1;
        }
    }
}
