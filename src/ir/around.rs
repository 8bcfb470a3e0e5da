//! Reachability around one block: paths in the control flow graph without that block.
//!
//! For each branch of a loop, a query may ask whether a path leads back to it around the header. Therefore
//! the strongly connected components of the graph without a block are cached, as far as queries needed them.
//! They are computed backward from the end of a path, restricted to blocks that were not visited before. If
//! the removed block dominates that end, the search does not leave the dominated blocks; for a loop header it
//! does not leave the loop.
//!
//! ```text
//! 1→2, 2→3, 2→4, 3→4, 4→2, 4→5 without 2, backward from 4: {3}, {4}      no path from 4 to 4, one from 3 to
//! 4
//! ```

use super::components::Search;
use super::{BlockId, Model};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// The component of one block in a graph with a removed block.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Increases from each component to its successors.
    number: u32,
    /// Whether each of its blocks is on a cycle.
    is_cycle: bool,
}

/// Components of the blocks of one model, by removed block.
#[derive(Debug)]
pub(super) struct Around {
    /// Components, by removed block and member.
    parts: FxHashMap<(BlockId, BlockId), Part>,
    search: Search,
}

/// The cache is cleared when it has about this many entries (some 32 MiB).
const MOST_PARTS: usize = 1 << 20;

impl Around {
    pub(super) fn new(model: &Model) -> Self {
        Self { parts: FxHashMap::default(), search: Search::new(model.block_count()) }
    }

    /// Whether a path of length at least one leads from one block to another without passing through
    /// `removed`, which is neither of them. `None` if the component numbers do not decide it. Adds the number
    /// of edges followed to `work`.
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
        // All blocks that reach the end were visited before its component was complete.
        let Some(start) = self.parts.get(&(removed, start)) else { return Some(false) };
        match start.number.cmp(&end.number) {
            std::cmp::Ordering::Equal => Some(end.is_cycle),
            std::cmp::Ordering::Greater => Some(false),
            std::cmp::Ordering::Less => None,
        }
    }

    /// Completes the components from which `end` can be reached.
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
