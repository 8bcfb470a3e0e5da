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
use super::alias::{Alias, Apart, Location, runs_repeatedly};
use super::derivation::Derivation;
use crate::model::{BlockId, Model, Opcode, ValueId};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::rc::Rc;

/// A load, a store, and what the address that is read is computed from.
struct Question {
    store: ValueId,
    written: Location,
    read: Location,
    derivation: Rc<Derivation>,
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
        if !may_run_before(model, store, load) || self.alias_apart(written, read, Apart::Ever) == Alias::No {
            return None;
        }
        let question = Question { store, written, read, derivation: self.derivation(read.pointer) };
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
        let effective = self.effective(part);
        self.count_work(effective.len());
        for at in effective.iter().copied().rev() {
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

/// Whether control may come from one instruction to another.
fn may_run_before(model: &Model, first: ValueId, second: ValueId) -> bool {
    match (model.block_of(first), model.block_of(second)) {
        (Some(from), Some(to)) if from == to => first < second || runs_repeatedly(model, from),
        (Some(from), Some(to)) => model.components().may_reach(from, to),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sketch::{sketch, value};
    use std::fmt::Write;

    /// A loop over loads and stores of an array, all at an index that a chain of so many divisions computes.
    fn behind_divisions(count: usize) -> Model {
        let mut text = "param x:i64
        entry:
          a:ptr = alloca
          first:void = br -> loop
        loop:
          c0:i64 = phi x@entry c0@loop
        "
        .to_owned();
        for at in 0..count {
            let _ = writeln!(text, "c{}:i64 = udiv c{at} x", at + 1);
        }
        for at in 0..count {
            let _ = writeln!(text, "p{at}:ptr = getelementptr a c{count}");
            let _ = writeln!(text, "l{at}:i32 = load p{at} !reads");
        }
        for at in 0..count {
            let _ = writeln!(text, "q{at}:ptr = getelementptr a c{at}");
            let _ = writeln!(text, "s{at}:void = store i32:1 q{at} !writes");
        }
        text.push_str("last:void = br -> loop\n");
        sketch(&text)
    }

    /// The work for one load and all stores.
    fn work(count: usize) -> u64 {
        let model = behind_divisions(count);
        let memory = Memory::new(&model);
        memory.points_to();
        memory.effective(0..0);
        memory.take_work();
        for at in 0..count {
            memory.may_reach(value(&model, &format!("s{at}")), value(&model, "l0"));
        }
        memory.take_work()
    }

    #[test]
    fn a_derivation_is_computed_once_and_counted() {
        let model = behind_divisions(200);
        let memory = Memory::new(&model);
        memory.points_to();
        memory.take_work();
        let pointer = value(&model, "p0");
        let first = memory.derivation(pointer);
        assert!(memory.take_work() > 200);
        assert!(Rc::ptr_eq(&first, &memory.derivation(pointer)));
        assert_eq!(memory.take_work(), 0);
        let [small, large] = [50, 100].map(work);
        assert!(small > 50 && large < 5 * small, "{small} {large}");
    }
}
