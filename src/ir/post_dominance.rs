//! Post-dominance towards a virtual exit.
//!
//! The virtual exit is a successor of every terminator without successors, and of **every** instruction from
//! which no such terminator can be reached: inside an endless loop an instruction is post-dominated by itself
//! alone. The instructions of a block agree on whether they reach an exit, so the tree is stored by blocks,
//! with endless blocks in a separate set.

use super::dominator_tree::DominatorTree;
use super::{BlockId, Csr, Model, ValueId};
use fixedbitset::FixedBitSet;

/// The post-dominator tree over blocks. Made by [`Model::post_dominance`].
#[derive(Clone, Debug)]
pub struct PostDominance {
    /// The tree over the blocks and the virtual exit, which is the last node.
    tree: DominatorTree,
    endless: FixedBitSet,
}

impl PostDominance {
    pub(super) fn new(model: &Model) -> Self {
        let endless = endless_blocks(model);
        let edges = model.flow.predecessors.items().len();
        let mut reversed = Csr::with_capacity(model.block_count() + 1, edges + model.block_count());
        for block in model.blocks() {
            reversed.push(model.block_predecessors(block).iter().map(|(_, p)| p.0));
        }
        let leaves = |b: &BlockId| model.block_successors(*b).is_empty() || endless.contains(b.index());
        reversed.push(model.blocks().filter(leaves).map(|b| b.0));
        Self { tree: DominatorTree::new(&reversed, model.block_count()), endless }
    }

    /// Whether no exit can be reached from the block.
    #[inline]
    pub fn is_endless(&self, block: BlockId) -> bool {
        self.endless.contains(block.index())
    }

    /// Whether `a` is on every path from `b` to the virtual exit.
    #[inline]
    pub fn block_post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(a.index(), b.index())
    }

    /// The immediate post-dominator of a block; `None` if it is the virtual exit.
    #[inline]
    pub fn immediate_post_dominator(&self, block: BlockId) -> Option<BlockId> {
        let virtual_exit = self.endless.len();
        self.tree.parent(block.index()).filter(|&p| p != virtual_exit).map(BlockId::new)
    }

    /// The preorder numbers of the blocks that `block` post-dominates, its own first. Every block has a
    /// number.
    pub(super) fn dominated_range(&self, block: BlockId) -> std::ops::Range<u32> {
        self.tree.range(block.index())
    }

    /// The blocks that `block` post-dominates, itself first.
    #[inline]
    pub fn post_dominated_blocks(&self, block: BlockId) -> impl ExactSizeIterator<Item = BlockId> {
        self.tree.subtree(block.index()).iter().map(|&b| BlockId(b))
    }
}

/// The blocks from which no terminator without successors can be reached.
fn endless_blocks(model: &Model) -> FixedBitSet {
    let mut endless = FixedBitSet::with_capacity(model.block_count());
    endless.insert_range(..);
    let mut stack: Vec<_> = model.blocks().filter(|&b| model.block_successors(b).is_empty()).collect();
    while let Some(block) = stack.pop() {
        if endless.contains(block.index()) {
            endless.remove(block.index());
            stack.extend(model.block_predecessors(block).iter().map(|(_, p)| *p));
        }
    }
    endless
}

impl Model {
    /// Whether `a` post-dominates `b`; false unless both are instructions. Constant time.
    pub fn post_dominates(&self, a: ValueId, b: ValueId) -> bool {
        let (Some(in_a), Some(in_b)) = (self.block_of(a), self.block_of(b)) else { return false };
        let post_dominance = self.post_dominance();
        match in_a == in_b {
            true => a == b || (a > b && !post_dominance.is_endless(in_a)),
            false => post_dominance.block_post_dominates(in_a, in_b),
        }
    }

    /// Every instruction that post-dominates `value`, itself included, in ascending order.
    pub fn post_dominators(&self, value: ValueId) -> Vec<ValueId> {
        let Some(block) = self.block_of(value) else { return Vec::new() };
        let post_dominance = self.post_dominance();
        if post_dominance.is_endless(block) {
            return vec![value];
        }
        let mut found: Vec<_> = self.block_instructions(block).skip_while(|v| *v < value).collect();
        let mut above = post_dominance.immediate_post_dominator(block);
        while let Some(block) = above {
            found.extend(self.block_instructions(block));
            above = post_dominance.immediate_post_dominator(block);
        }
        found.sort_unstable();
        found
    }

    /// Every instruction that `value` post-dominates, itself included, in ascending order.
    pub fn post_dominated(&self, value: ValueId) -> Vec<ValueId> {
        let Some(block) = self.block_of(value) else { return Vec::new() };
        let post_dominance = self.post_dominance();
        if post_dominance.is_endless(block) {
            return vec![value];
        }
        let mut found: Vec<_> = self.block_instructions(block).take_while(|v| *v <= value).collect();
        for &below in &post_dominance.tree.subtree(block.index())[1..] {
            found.extend(self.block_instructions(BlockId(below)));
        }
        found.sort_unstable();
        found
    }
}
