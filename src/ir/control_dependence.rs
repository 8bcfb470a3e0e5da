//! Control dependence as Ferrante, Ottenstein and Warren define it ("The Program Dependence Graph and
//! Its Use in Optimization", 1987): (a, b) is an edge iff b post-dominates some successor of a and does
//! not strictly post-dominate a.
//!
//! By instruction the graph can have quadratic size, so it is stored by blocks:
//!
//! - If an exit can be reached, only a terminator with several successors controls anything, and it controls
//!   blocks as a whole: those on the path in the post-dominator tree from a successor up to the terminator's
//!   immediate post-dominator.
//! - An instruction of an endless block is post-dominated by itself alone, so exactly its predecessors in the
//!   control flow graph control it.

use super::{BlockId, Csr, Model, ValueId};

/// The control dependence graph. Made by [`Model::control_dependence`].
#[derive(Clone, Debug)]
pub struct ControlDependence {
    /// Per block, the blocks that its terminator controls as a whole, without endless ones; ascending.
    dependents: Csr<BlockId>,
    /// Per block that is not endless, the blocks whose terminators control it; ascending.
    controllers: Csr<BlockId>,
}

impl ControlDependence {
    pub(super) fn new(model: &Model) -> Self {
        let post_dominance = model.post_dominance();
        let mut dependents = Csr::new();
        let mut pairs = Vec::new();
        let mut visited_for = vec![None; model.block_count()];
        for block in model.blocks() {
            let stop = post_dominance.immediate_post_dominator(block);
            let mut row = Vec::new();
            let branches = model.block_successors(block).len() > 1 && !post_dominance.is_endless(block);
            let starts = if branches { model.block_successors(block) } else { &[] };
            for &start in starts.iter().filter(|s| !post_dominance.is_endless(**s)) {
                let mut next = Some(start);
                // Ancestors of a block that was visited for this terminator were visited too.
                while let Some(current) =
                    next.filter(|c| Some(*c) != stop && visited_for[c.index()] != Some(block))
                {
                    visited_for[current.index()] = Some(block);
                    row.push(current);
                    next = post_dominance.immediate_post_dominator(current);
                }
            }
            row.sort_unstable();
            pairs.extend(row.iter().map(|b| (b.index(), block)));
            dependents.push(row);
        }
        Self { dependents, controllers: Csr::group(model.block_count(), &pairs) }
    }

    /// The blocks that the terminator of `block` controls as a whole, ascending.
    #[inline]
    pub fn dependents(&self, block: BlockId) -> &[BlockId] {
        self.dependents.row(block.index())
    }

    /// The blocks whose terminators control all of `block`, ascending; empty for endless blocks.
    #[inline]
    pub fn controllers(&self, block: BlockId) -> &[BlockId] {
        self.controllers.row(block.index())
    }
}

impl Model {
    /// Whether (a, b) is an edge of the control dependence graph; false unless both are instructions.
    pub fn controls(&self, a: ValueId, b: ValueId) -> bool {
        let (Some(in_a), Some(in_b)) = (self.block_of(a), self.block_of(b)) else { return false };
        if self.post_dominance().is_endless(in_b) {
            return self.precedes(a, b);
        }
        self.terminator(in_a) == a && self.control_dependence().dependents(in_a).binary_search(&in_b).is_ok()
    }

    /// Whether some edge of the control flow graph leads from `a` to `b`.
    pub fn precedes(&self, a: ValueId, b: ValueId) -> bool {
        let (Some(in_a), Some(in_b)) = (self.block_of(a), self.block_of(b)) else { return false };
        match self.terminator(in_a) == a {
            true => self.block_first(in_b) == b && self.block_successors(in_a).contains(&in_b),
            false => b.0 == a.0 + 1,
        }
    }

    /// Every instruction that `value` controls, in ascending order.
    pub fn control_dependents(&self, value: ValueId) -> Vec<ValueId> {
        let Some(block) = self.block_of(value) else { return Vec::new() };
        let mut found: Vec<_> = self.endless_dependents(value).collect();
        if self.terminator(block) == value {
            let blocks = self.control_dependence().dependents(block).iter();
            found.extend(blocks.flat_map(|&b| self.block_instructions(b)));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The dependents of an instruction in endless blocks: its successors there.
    pub(super) fn endless_dependents(&self, value: ValueId) -> impl Iterator<Item = ValueId> {
        let endless = |b: &BlockId| self.post_dominance().is_endless(*b);
        let block = self.block_of(value);
        let ends_block = block.is_some_and(|b| self.terminator(b) == value);
        let inside = block.filter(|b| !ends_block && endless(b)).map(|_| ValueId(value.0 + 1));
        let targets = block.filter(|_| ends_block).map_or(&[][..], |b| self.block_successors(b));
        inside.into_iter().chain(targets.iter().copied().filter(endless).map(|b| self.block_first(b)))
    }

    /// Every instruction that controls `value`, in ascending order.
    pub fn control_dependences(&self, value: ValueId) -> Vec<ValueId> {
        let Some(block) = self.block_of(value) else { return Vec::new() };
        if !self.post_dominance().is_endless(block) {
            let controllers = self.control_dependence().controllers(block).iter();
            return controllers.map(|&b| self.terminator(b)).collect();
        }
        let mut found: Vec<_> = self.predecessors(value).into_iter().map(|e| e.to).collect();
        found.dedup();
        found
    }
}
