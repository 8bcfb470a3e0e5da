//! Lists of tuples that a run tells, on one stack: sorted and without repeats once it is over.
//!
//! A run can push_tuple one tuple over and over, for all that it does not push_tuple. So that room is taken for different
//! ones only, the list is sorted whenever it has twice the length it had when it was sorted last.
//!
//! ```text
//! told so far by outer runs | 7 3, 7 4, 7 3, 7 4     →  … | 7 3, 7 4
//! ```

use super::alternatives::{sort_from, sorting_bytes};
use super::budget::Exhausted;
use super::database::Database;
use super::plan::Slot;
use super::problem::Relation;
use super::search::{FrameBase, Search};

/// A list on top of the stack, of tuples of one width.
#[derive(Debug)]
pub(super) struct Tuples {
    pub(super) width: usize,
    from: usize,
    /// The height of the stack at which it is sorted next.
    sorts_at: usize,
    /// Why it could not be.
    exhausted: Option<Exhausted>,
}

/// Shorter lists are sorted once.
const SHORT: usize = if cfg!(test) { 8 } else { 1 << 14 };

impl<R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Begins a list.
    pub(super) fn begin_tuples(&self, width: usize) -> Tuples {
        let from = self.tuples.len();
        Tuples { width, from, sorts_at: from + SHORT, exhausted: None }
    }

    /// Adds the values of some slots; answers whether to go on.
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

    /// Ends a list: where it begins on the stack, sorted.
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
