//! Lists of output tuples on one stack, sorted and deduplicated at the end of a run.
//!
//! A run can output the same tuple many times, once for each value of its other variables. To bound the
//! memory by the number of distinct tuples, the list is sorted and deduplicated whenever its length has
//! doubled.
//!
//! ```text
//! tuples of outer runs | 7 3, 7 4, 7 3, 7 4     →  … | 7 3, 7 4
//! ```

use super::alternatives::{sort_from, sorting_bytes};
use super::budget::Exhausted;
use super::database::Database;
use super::plan::Slot;
use super::problem::Relation;
use super::search::{FrameBase, Search};

/// A list of tuples of one width on top of the stack.
#[derive(Debug)]
pub(super) struct Tuples {
    pub(super) width: usize,
    from: usize,
    /// The height of the stack at which the list is sorted next.
    sorts_at: usize,
    /// The bound that sorting would have exceeded.
    exhausted: Option<Exhausted>,
}

/// A list is sorted for the first time when it has this many values.
const SHORT: usize = if cfg!(test) { 8 } else { 1 << 14 };

impl<R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Begins a list of tuples of `width` values.
    pub(super) fn begin_tuples(&self, width: usize) -> Tuples {
        let from = self.tuples.len();
        Tuples { width, from, sorts_at: from + SHORT, exhausted: None }
    }

    /// Appends a tuple of the values of some slots. Returns whether to continue.
    pub(super) fn push_tuple(
        &mut self,
        tuples: &mut Tuples,
        slots: impl Iterator<Item = Slot>,
        base: FrameBase,
    ) -> bool {
        for slot in slots {
            let value = self.value(slot, base);
            self.tuples.push(value);
        }
        if self.tuples.len() >= tuples.sorts_at {
            tuples.exhausted = self.sort_tuples(tuples).err();
            tuples.sorts_at = tuples.from + SHORT.max(2 * (self.tuples.len() - tuples.from));
        }
        tuples.exhausted.is_none()
    }

    /// Ends a list: sorts it, removes duplicates, and returns its position on the stack.
    pub(super) fn end_tuples(&mut self, tuples: &Tuples) -> Result<usize, Exhausted> {
        tuples.exhausted.map_or(Ok(()), Err)?;
        self.sort_tuples(tuples)?;
        Ok(tuples.from)
    }

    fn sort_tuples(&mut self, tuples: &Tuples) -> Result<(), Exhausted> {
        if tuples.width > 0 {
            self.room(sorting_bytes(self.tuples.len() - tuples.from, tuples.width))?;
            sort_from(&mut self.tuples, tuples.from, tuples.width);
        }
        Ok(())
    }
}
