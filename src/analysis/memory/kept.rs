//! What one access leaves in place for many loads: one walk over the blocks between it and all of them,
//! instead of one for each.
//!
//! A load is reached clean if no path from the access to it has a write on it that may touch the location.
//! Values that change anywhere between count as changed for each load, so that a clean load is certain and
//! another one may be clean as well.
//!
//! In: a store before a thousand branches, and a load of its address behind each. Out: the loads that read
//! what it wrote.

use super::Memory;
use super::alias::{Apart, Location};
use super::between::Passage;
use super::effects::Access;
use ir::{BlockId, Model, StatementId, ValueId};
use std::rc::Rc;

/// Limit of loads that are handled one by one.
const MOST_ALONE: usize = 16;

/// An access, and what the loads have in common: size and metadata.
pub(super) type Group = (ValueId, Option<u64>, Option<StatementId>);

impl Memory<'_> {
    /// Whether nothing since the last execution of `from`, the nearest access of the address of `load`, may
    /// have written what `load` reads.
    pub(super) fn is_kept_for(&self, load: ValueId, from: ValueId) -> bool {
        let location = Location::of(self.model, load);
        let loads = self.loads_behind(from);
        if loads.len() <= MOST_ALONE {
            return self.is_kept(from, load, location);
        }
        let group: Group = (from, location.size, location.statement);
        let known = self.kept.borrow().get(&group).cloned();
        let clean = known.unwrap_or_else(|| {
            let alike = |load: &ValueId| {
                let other = Location::of(self.model, *load);
                (other.size, other.statement) == (location.size, location.statement)
            };
            let mut loads: Vec<ValueId> = loads.iter().copied().filter(alike).collect();
            loads.sort_unstable();
            let clean = Rc::<[ValueId]>::from(self.clean(from, loads, location));
            self.kept.borrow_mut().insert(group, Rc::clone(&clean));
            clean
        });
        clean.binary_search(&load).is_ok()
    }

    /// The loads that are reached clean.
    fn clean(&self, from: ValueId, loads: Vec<ValueId>, location: Location) -> Vec<ValueId> {
        let model = self.model;
        let Some(first) = model.block_of(from) else { return Vec::new() };
        let region = region(model, first, &loads);
        let passage = Passage::through(model, from, first, &region);
        let mut walk = Walk {
            may_write: |at| self.may_access(at, location, Access::Write, Apart::On(&passage)),
            is_dirty: vec![false; loads.len()],
            loads: &loads,
        };
        let is_dirty = walk.passes(self.effective(from.0 + 1..model.terminator(first).0 + 1), false);
        // By block that was entered: whether behind a write.
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

/// By block: whether it lies on a path from the access, in `first`, to the loads, those of the loads
/// included, its own left out.
fn region(model: &Model, first: BlockId, loads: &[ValueId]) -> Vec<bool> {
    let mut region = vec![false; model.block_count()];
    let mut open: Vec<BlockId> = loads.iter().filter_map(|load| model.block_of(*load)).collect();
    while let Some(block) = open.pop() {
        // The access stands on every way to the loads, and paths end where they come by it again.
        if block != first && !std::mem::replace(&mut region[block.index()], true) {
            open.extend(model.block_predecessors(block).iter().map(|(_, block)| *block));
        }
    }
    region
}

struct Walk<'w, F> {
    may_write: F,
    loads: &'w [ValueId],
    /// By load: whether some path reaches it behind a write.
    is_dirty: Vec<bool>,
}

impl<F: Fn(ValueId) -> bool> Walk<'_, F> {
    /// Passes instructions; returns whether something was written then.
    fn passes(&mut self, part: &[ValueId], is_dirty: bool) -> bool {
        part.iter().copied().fold(is_dirty, |is_dirty, at| {
            if is_dirty && let Ok(load) = self.loads.binary_search(&at) {
                self.is_dirty[load] = true;
            }
            is_dirty || (self.may_write)(at)
        })
    }
}
