//! Stores and the loads that may read what they wrote, by a walk from the load backward.
//!
//! As long as the walk meets no source of the address that is read, an instruction goes by the same values as
//! the load, so that an equal address is the same address, and a store to it ends the path. Behind a source
//! it is of another round: the store to `a[i]` that comes by again in the next round writes another element,
//! and what the last round wrote is still there.
//!
//! In: `a[i] = x; if (i > 0) s += a[i - 1];` in a loop. Out: the store reaches the load, from the round
//! before.

use super::Memory;
use super::alias::{Alias, Apart, Location};
use super::derivation::Derivation;
use crate::model::{BlockId, Opcode, ValueId};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// A load, a store, and what the address that is read is computed from.
struct Question {
    store: ValueId,
    written: Location,
    read: Location,
    derivation: Derivation,
}

/// The end of a walk through a part of a block.
enum Met {
    /// The store, whose bytes may be those that are read, and whether a source lies behind it.
    Store(bool),
    Overwriting,
    /// The begin of the part, likewise.
    Begin(bool),
}

impl Question {
    /// The moments of the load and of an instruction before it, between which sources were executed or not.
    fn apart(&self, has_changed: bool) -> Apart<'_> {
        if has_changed { Apart::Ever } else { Apart::AllBut(&self.derivation) }
    }
}

impl Memory<'_> {
    /// Whether some execution of `load` may read what `store` wrote: may.
    pub fn may_reach(&self, store: ValueId, load: ValueId) -> bool {
        self.relation_where_reached(store, load, |_, _, _| ()).is_some()
    }

    /// What `relation` says of the location of a store, of that of a load which may read it, and of the
    /// moments that they are of; `None` where the load does not read it.
    pub(super) fn relation_where_reached<R>(
        &self,
        store: ValueId,
        load: ValueId,
        relation: impl Fn(Location, Location, Apart<'_>) -> R,
    ) -> Option<R> {
        let model = self.model;
        if model.opcode(store) != Some(Opcode::Store) || model.opcode(load) != Some(Opcode::Load) {
            return None;
        }
        let (written, read) = (Location::of(model, store), Location::of(model, load));
        if self.alias_apart(written, read, Apart::Ever) == Alias::No {
            return None;
        }
        let question = Question { store, written, read, derivation: Derivation::of(model, read.pointer) };
        let has_changed = self.walk_back(&question, load)?;
        Some(relation(written, read, question.apart(has_changed)))
    }

    /// Walks from a load to the store; returns whether sources were met on the way, `None` where no path
    /// leads there.
    fn walk_back(&self, question: &Question, load: ValueId) -> Option<bool> {
        let model = self.model;
        let (first, last) = (model.block_of(question.store)?, model.block_of(load)?);
        let mut seen: FxHashSet<(BlockId, bool)> = FxHashSet::default();
        let mut open = vec![(last, model.block_first(last).0..load.0, false)];
        while let Some((block, part, has_changed)) = open.pop() {
            let has_changed = match self.passes(question, part, has_changed) {
                Met::Store(has_changed) => return Some(has_changed),
                Met::Overwriting => continue,
                Met::Begin(has_changed) => has_changed,
            };
            for (_, above) in model.block_predecessors(block) {
                if model.components().may_reach(first, *above) && seen.insert((*above, has_changed)) {
                    self.count_work(1);
                    let whole = model.block_first(*above).0..model.terminator(*above).0 + 1;
                    open.push((*above, whole, has_changed));
                }
            }
        }
        None
    }

    fn passes(&self, question: &Question, part: Range<u32>, has_changed: bool) -> Met {
        let source = question.derivation.last_source(part.clone());
        for at in self.effective(part).iter().copied().rev() {
            let has_changed = has_changed || source.is_some_and(|source| source > at);
            let (apart, read) = (question.apart(has_changed), question.read);
            if at == question.store && self.alias_apart(question.written, read, apart) != Alias::No {
                return Met::Store(has_changed);
            }
            if self.overwrites(at, read, apart) {
                return Met::Overwriting;
            }
        }
        Met::Begin(has_changed || source.is_some())
    }
}
