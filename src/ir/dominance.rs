//! Dominance from the entry.
//!
//! Stored by blocks; inside a block the position decides. An unreachable instruction dominates, and is
//! dominated by, itself alone.

use super::dominator_tree::DominatorTree;
use super::{BlockId, Csr, Model, ValueId};

/// The dominator tree over blocks. Made by [`Model::dominance`].
#[derive(Clone, Debug)]
pub struct Dominance {
    tree: DominatorTree,
}

impl Dominance {
    pub(super) fn new(model: &Model) -> Self {
        let edges = model.flow.successors.items().len();
        let mut successors = Csr::with_capacity(model.block_count(), edges);
        for block in model.blocks() {
            successors.push(model.block_successors(block).iter().map(|b| b.0));
        }
        Self { tree: DominatorTree::new(&successors, 0) }
    }

    /// Whether the block is reachable from the entry.
    #[inline]
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.tree.reaches(block.index())
    }

    /// Whether `a` is on every path from the entry to `b`. An unreachable block dominates itself alone.
    #[inline]
    pub fn block_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a == b || self.tree.dominates(a.index(), b.index())
    }

    /// The immediate dominator of a block.
    #[inline]
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.index()).map(BlockId::new)
    }

    /// The reachable blocks by preorder number: the blocks that a block dominates are a range of numbers.
    pub(super) fn order(&self) -> &[u32] {
        self.tree.order()
    }

    /// The preorder numbers of the blocks that `block` dominates, its own first; empty if it is unreachable.
    pub(super) fn dominated_range(&self, block: BlockId) -> std::ops::Range<u32> {
        self.tree.range(block.index())
    }

    /// The blocks that `block` dominates, itself first; empty if it is unreachable.
    #[inline]
    pub fn dominated_blocks(&self, block: BlockId) -> impl ExactSizeIterator<Item = BlockId> {
        self.tree.subtree(block.index()).iter().map(|&b| BlockId(b))
    }
}

impl Model {
    /// Whether `a` dominates `b`; false unless both are instructions. Constant time.
    pub fn dominates(&self, a: ValueId, b: ValueId) -> bool {
        let (Some(in_a), Some(in_b)) = (self.block_of(a), self.block_of(b)) else { return false };
        let dominance = self.dominance();
        match in_a == in_b {
            true => a == b || (a < b && dominance.is_reachable(in_a)),
            false => dominance.block_dominates(in_a, in_b),
        }
    }

    /// Every instruction that dominates `value`, itself included, in ascending order.
    pub fn dominators(&self, value: ValueId) -> Vec<ValueId> {
        let Some(block) = self.block_of(value) else { return Vec::new() };
        let dominance = self.dominance();
        if !dominance.is_reachable(block) {
            return vec![value];
        }
        let mut found: Vec<_> = self.block_instructions(block).take_while(|v| *v <= value).collect();
        let mut above = dominance.immediate_dominator(block);
        while let Some(block) = above {
            found.extend(self.block_instructions(block));
            above = dominance.immediate_dominator(block);
        }
        found.sort_unstable();
        found
    }

    /// Every instruction that `value` dominates, itself included, in ascending order.
    pub fn dominated(&self, value: ValueId) -> Vec<ValueId> {
        let Some(block) = self.block_of(value) else { return Vec::new() };
        let dominance = self.dominance();
        if !dominance.is_reachable(block) {
            return vec![value];
        }
        let mut found: Vec<_> = self.block_instructions(block).skip_while(|v| *v < value).collect();
        for &below in &dominance.tree.subtree(block.index())[1..] {
            found.extend(self.block_instructions(BlockId(below)));
        }
        found.sort_unstable();
        found
    }
}
