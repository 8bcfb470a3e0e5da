//! Loads of one address in a function that does not write there itself.
//!
//! ```text
//! if (c.threads) lock(&m);  work();  if (c.threads) unlock(&m);     both loads of c.threads have one value
//! ```
//!
//! A called function might write there. Searches for paths take it that none does: a path on which the two
//! differ is hardly meant. Proofs do not. Whether something writes there is looked at for a load that a path
//! asks about, and not for all.

use super::{Alias, Location, Memory};
use ir::{Opcode, OpcodeSet, ValueId};

impl Memory<'_> {
    /// The earlier load whose value a load is taken to have; `None` in proofs.
    pub(super) fn first_twin(&self, load: ValueId) -> Option<ValueId> {
        let mut first = load;
        while let Some(near) = self.twin_before(first) {
            first = near;
        }
        (first != load).then_some(first)
    }

    /// The loads that are taken to have the value of this one, the first of its address; none in proofs.
    pub(super) fn later_twins(&self, load: ValueId) -> Vec<ValueId> {
        let mut twins = Vec::new();
        if self.model.opcode(load) != Some(Opcode::Load) || self.twin_before(load).is_some() {
            return twins;
        }
        let mut open = vec![load];
        while let Some(load) = open.pop() {
            let behind = self.loads_behind(load).iter().filter(|later| self.twin_before(**later).is_some());
            open.extend(behind.clone());
            twins.extend(behind);
        }
        twins
    }

    /// The nearest load before a load, of its address, if the function writes there nowhere.
    fn twin_before(&self, load: ValueId) -> Option<ValueId> {
        let near = self.nearest_load(load).filter(|_| !self.proves)?;
        let known = self.is_written.borrow().get(&load).copied();
        let is_written = known.unwrap_or_else(|| {
            let (model, place) = (self.model, Location::of(self.model, load));
            let writing = OpcodeSet::of(&[Opcode::Store, Opcode::AtomicRmw, Opcode::CmpXchg]);
            // The model has no size of an atomic access, and one elsewhere does not change what the load reads.
            let is_written = model.instructions_of(writing).any(|at| match model.opcode(at) {
                Some(Opcode::Store) => self.alias(Location::of(model, at), place) != Alias::No,
                _ => model.operand(at, 0) == model.operand(load, 0),
            });
            self.is_written.borrow_mut().insert(load, is_written);
            is_written
        });
        (!is_written).then_some(near)
    }
}
