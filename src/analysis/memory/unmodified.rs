//! Values that one access leaves unchanged for many loads: one walk over all blocks between them, instead of
//! one walk per load.
//!
//! A load is clean if no path from the access to it contains a write that may touch the location. Values that
//! change anywhere in between count as changed for each load. So a clean load is certain, but other loads may
//! be clean as well.
//!
//! In: a store before a thousand branches, and a load of its address after each. Out: the loads that read the
//! stored value.

use super::Memory;
use super::alias::{Apart, Location};
use super::between::Passage;
use super::effects::Access;
use ir::{BlockId, Model, StatementId, ValueId};
use std::rc::Rc;

/// Limit on the number of loads that are analysed one by one.
const MOST_ALONE: usize = 16;

/// The key of a walk: the access, and the size and metadata that its loads share.
pub(super) type Group = (ValueId, Option<u64>, Option<StatementId>);

impl Memory<'_> {
    /// Whether no instruction since the last execution of `from`, the nearest access of the address of
    /// `load`, may have written the bytes that `load` reads.
    pub(super) fn is_unmodified_for(&self, load: ValueId, from: ValueId) -> bool {
        let location = Location::of(self.model, load);
        let loads = self.loads_behind(from);
        if loads.len() <= MOST_ALONE {
            return self.is_unmodified(from, load, location);
        }
        let group: Group = (from, location.size, location.statement);
        let known = self.unmodified.borrow().get(&group).cloned();
        let clean = known.unwrap_or_else(|| {
            let alike = |load: &ValueId| {
                let other = Location::of(self.model, *load);
                (other.size, other.statement) == (location.size, location.statement)
            };
            let mut loads: Vec<ValueId> = loads.iter().copied().filter(alike).collect();
            loads.sort_unstable();
            let clean = Rc::<[ValueId]>::from(self.clean(from, loads, location));
            self.unmodified.borrow_mut().insert(group, Rc::clone(&clean));
            clean
        });
        clean.binary_search(&load).is_ok()
    }

    /// The clean loads.
    fn clean(&self, from: ValueId, loads: Vec<ValueId>, location: Location) -> Vec<ValueId> {
        let model = self.model;
        let Some(first) = model.block_of(from) else { return Vec::new() };
        let region = region(model, first, &loads);
        let passage = Passage::through(model, from, first, &region);
        let mut walk = CleanWalk {
            may_write: |at| self.may_access(at, location, Access::Write, Apart::On(&passage)),
            is_dirty: vec![false; loads.len()],
            loads: &loads,
        };
        let is_dirty = walk.passes(self.effective(from.0 + 1..model.terminator(first).0 + 1), false);
        // Per entered block, whether a path reaches it after a write.
        let mut entered: Vec<Option<bool>> = vec![None; model.block_count()];
        let mut open = vec![(first, is_dirty)];
        while let Some((block, is_dirty)) = open.pop() {
            for next in model.block_successors(block).iter().copied() {
                let known = entered[next.index()];
                if !region[next.index()] || known == Some(true) || known == Some(is_dirty) {
                    continue;
                }
                entered[next.index()] = Some(is_dirty);
                self.count_work(1);
                let part = model.block_first(next).0..model.terminator(next).0 + 1;
                open.push((next, walk.passes(self.effective(part), is_dirty)));
            }
        }
        let is_dirty = walk.is_dirty;
        loads.iter().zip(is_dirty).filter(|(_, is_dirty)| !is_dirty).map(|(load, _)| *load).collect()
    }
}

/// Per block, whether it is on a path from the access, which is in `first`, to the loads; the blocks of the
/// loads are included, `first` is not.
fn region(model: &Model, first: BlockId, loads: &[ValueId]) -> Vec<bool> {
    let mut region = vec![false; model.block_count()];
    let mut open: Vec<BlockId> = loads.iter().filter_map(|load| model.block_of(*load)).collect();
    while let Some(block) = open.pop() {
        // The access dominates the loads, and paths end where they reach it again.
        if block != first && !std::mem::replace(&mut region[block.index()], true) {
            open.extend(model.block_predecessors(block).iter().map(|(_, block)| *block));
        }
    }
    region
}

struct CleanWalk<'w, F> {
    may_write: F,
    loads: &'w [ValueId],
    /// Per load, whether some path reaches it after a write.
    is_dirty: Vec<bool>,
}

impl<F: Fn(ValueId) -> bool> CleanWalk<'_, F> {
    /// Walks over instructions; returns whether a write has occurred by then.
    fn passes(&mut self, part: &[ValueId], is_dirty: bool) -> bool {
        part.iter().copied().fold(is_dirty, |is_dirty, at| {
            if is_dirty && let Ok(load) = self.loads.binary_search(&at) {
                self.is_dirty[load] = true;
            }
            is_dirty || (self.may_write)(at)
        })
    }
}
