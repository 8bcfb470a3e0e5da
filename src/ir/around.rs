//! Control flow around one block: what reaches what once it is removed.
//!
//! A loop is asked of each branch in it whether a path leads back to it around the header. So the strongly
//! connected components without a block are kept, as far as they were asked for: backward from the end of a
//! path, to blocks that were not come to before. Where the removed block dominates that end it never gets out
//! of what that dominates, and of a header no further than its loop.
//!
//! ```text
//! 1→2, 2→3, 2→4, 3→4, 4→2, 4→5 without 2, backward from 4: {3}, {4}       no path from 4 to 4, one from 3 to 4
//! ```

use super::components::Search;
use super::{BlockId, Model};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// A component of the blocks that are left.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Rises from each component to those it leads to.
    number: u32,
    /// Whether a path of length at least one leads from each of its blocks to itself.
    is_cycle: bool,
}

/// Components of the blocks of one model without one of them.
#[derive(Debug)]
pub(super) struct Around {
    /// Parts, by removed block and the block that paths end in.
    parts: FxHashMap<(BlockId, BlockId), Part>,
    search: Search,
}

/// At most about so many parts are kept (some 32 MiB); then all are forgotten and it starts anew.
const MOST_PARTS: usize = 1 << 20;

impl Around {
    pub(super) fn new(model: &Model) -> Self {
        Self { parts: FxHashMap::default(), search: Search::new(model.block_count()) }
    }

    /// Whether a path of length at least one leads from one block to another without running through
    /// `removed`, which is neither; `None` where components do not tell. Adds the edges followed to `work`.
    pub(super) fn leads(
        &mut self,
        model: &Model,
        (start, end): (BlockId, BlockId),
        removed: BlockId,
        work: &mut usize,
    ) -> Option<bool> {
        if !self.parts.contains_key(&(removed, end)) {
            self.explore(model, end, removed, work);
        }
        let end = self.parts.get(&(removed, end))?;
        // All that leads to the end was come to before it was closed.
        let Some(start) = self.parts.get(&(removed, start)) else { return Some(false) };
        match start.number.cmp(&end.number) {
            std::cmp::Ordering::Equal => Some(end.is_cycle),
            std::cmp::Ordering::Greater => Some(false),
            std::cmp::Ordering::Less => None,
        }
    }

    /// Closes the components from which `end` can be reached.
    fn explore(&mut self, model: &Model, end: BlockId, removed: BlockId, work: &mut usize) {
        if self.parts.len() > MOST_PARTS {
            self.parts = FxHashMap::default();
            self.search = Search::new(model.block_count());
        }
        let Self { parts, search } = self;
        let followed = Cell::new(0);
        search.from(end, |block, k| {
            followed.set(followed.get() + 1);
            let (_, from) = *model.block_predecessors(block).get(k)?;
            let is_left_out = from == removed || parts.contains_key(&(removed, from));
            Some(if is_left_out { block } else { from })
        });
        *work += followed.get();
        search.forget(|block, number, has_others| {
            let is_cycle = has_others || model.block_successors(block).contains(&block);
            parts.insert((removed, block), Part { number, is_cycle });
        });
    }
}
