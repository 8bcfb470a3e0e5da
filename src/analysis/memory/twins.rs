//! Loads of one address in a function that does not write there itself.
//!
//! ```text
//! if (c.threads) lock(&m);  work();  if (c.threads) unlock(&m);     both loads of c.threads have one value
//! ```
//!
//! A called function might write there. Searches for paths take it that none does: a path on which the two
//! differ is hardly meant. Proofs do not.

use super::{Alias, Location, Memory};
use ir::{Opcode, OpcodeSet, ValueId};
use rustc_hash::FxHashMap;

/// The loads with the same value as an earlier one, and the reverse.
#[derive(Debug, Default)]
pub(super) struct Twins {
    /// By load, the first one.
    first: FxHashMap<ValueId, ValueId>,
    /// By the first one, the others.
    others: FxHashMap<ValueId, Vec<ValueId>>,
}

impl Memory<'_> {
    /// The earlier load whose value a load is taken to have; `None` in proofs.
    pub(super) fn first_twin(&self, load: ValueId) -> Option<ValueId> {
        if self.proves { None } else { self.twins().first.get(&load).copied() }
    }

    /// The loads that are taken to have the value of an earlier one; none in proofs.
    pub(super) fn later_twins(&self, load: ValueId) -> &[ValueId] {
        let others = if self.proves { None } else { self.twins().others.get(&load) };
        others.map_or(&[], Vec::as_slice)
    }

    fn twins(&self) -> &Twins {
        self.twins.get_or_init(|| {
            let model = self.model;
            let writing = OpcodeSet::of(&[Opcode::Store, Opcode::AtomicRmw, Opcode::CmpXchg]);
            let writes: Vec<ValueId> = model.instructions_of(writing).collect();
            let mut twins = Twins::default();
            for load in model.instructions_of(OpcodeSet::of(&[Opcode::Load])) {
                let Some(near) = self.nearest_load(load) else { continue };
                let place = Location::of(model, load);
                self.count_work(writes.len() + 1);
                // An atomic access to other memory than the plain loads read does not change what they read.
                let may_write = |at: &ValueId| match model.opcode(*at) {
                    Some(Opcode::Store) => self.alias(Location::of(model, *at), place) != Alias::No,
                    _ => model.operand(*at, 0) == model.operand(load, 0),
                };
                if writes.iter().any(may_write) {
                    continue;
                }
                let first = twins.first.get(&near).copied().unwrap_or(near);
                twins.first.insert(load, first);
                twins.others.entry(first).or_default().push(load);
            }
            twins
        })
    }
}
