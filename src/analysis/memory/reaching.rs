//! Reaching stores: the stores whose bytes a load may read, found by a backward walk from the load.
//!
//! As long as the walk has not passed a source of the load's address, instructions use the same values as the
//! load, so that an equal address is the same address, and a store to it ends the path. Before a source,
//! instructions belong to another round: the store to `a[i]` of an earlier round wrote another element, and
//! earlier values may still be there.
//!
//! In: `a[i] = x; if (i > 0) s += a[i - 1];` in a loop. Out: the store reaches the load, from the previous
//! round.

use super::Memory;
use super::alias::{Alias, Apart, Location};
use super::derivation::Derivation;
use ir::{BlockId, Opcode, ValueId};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::rc::Rc;

/// The location that is read, and the derivation of its address.
struct ReachingQuery {
    read: Location,
    derivation: Rc<Derivation>,
}

/// The end of a walk through a part of a block.
enum WalkEnd {
    /// The instruction that is searched for.
    Sought,
    Overwriting,
    /// The start of the part, and whether a source was passed.
    Begin(bool),
}

/// A callback for each instruction of a walk, with a flag whether a source was passed. Returns whether the
/// instruction is the one searched for.
type Note<'n> = dyn FnMut(ValueId, bool) -> bool + 'n;

impl ReachingQuery {
    /// The relation between the moments of the load and of an earlier instruction, depending on whether a
    /// source was passed in between.
    fn apart(&self, has_changed: bool) -> Apart<'_> {
        if has_changed { Apart::Ever } else { Apart::AllBut(&self.derivation) }
    }
}

impl Memory<'_> {
    /// May-fact: some execution of `load` reads bytes that `store` wrote.
    pub fn may_reach(&self, store: ValueId, load: ValueId) -> bool {
        self.stores_reaching(load).binary_search(&store).is_ok()
    }

    /// May-fact: the stores whose bytes some execution of `load` reads, ascending. One walk finds all of
    /// them.
    pub fn stores_reaching(&self, load: ValueId) -> Rc<[ValueId]> {
        if let Some(known) = self.reaching.borrow().get(&load) {
            return Rc::clone(known);
        }
        let model = self.model;
        let mut stores: Vec<ValueId> = Vec::new();
        if model.opcode(load) == Some(Opcode::Load) {
            let query = self.query(load);
            let mut note = |at: ValueId, has_changed: bool| {
                if model.opcode(at) == Some(Opcode::Store) && self.may_be_read(&query, at, has_changed) {
                    stores.push(at);
                }
                false
            };
            self.walk_back(&query, load, None, &mut note);
        }
        stores.sort_unstable();
        stores.dedup();
        let stores = Rc::<[ValueId]>::from(stores);
        self.reaching.borrow_mut().insert(load, Rc::clone(&stores));
        stores
    }

    /// The result of `relation` for the location of a store, that of a load which may read it, and the
    /// relation of their moments. `None` if the load does not read the store.
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
        let query = self.query(load);
        let mut found = None;
        self.walk_back(&query, load, model.block_of(store), &mut |at, has_changed| {
            let is_it = at == store && self.may_be_read(&query, at, has_changed);
            if is_it {
                found = Some(has_changed);
            }
            is_it
        });
        let written = Location::of(model, store);
        found.map(|has_changed| relation(written, query.read, query.apart(has_changed)))
    }

    fn query(&self, load: ValueId) -> ReachingQuery {
        let read = Location::of(self.model, load);
        ReachingQuery { read, derivation: self.derivation(read.pointer) }
    }

    /// Whether the load may read bytes of a store.
    fn may_be_read(&self, query: &ReachingQuery, store: ValueId, has_changed: bool) -> bool {
        let written = Location::of(self.model, store);
        let may_be = |apart| self.alias_apart(written, query.read, apart) != Alias::No;
        may_be(Apart::Ever) && (has_changed || may_be(query.apart(false)))
    }

    /// Walks backward from a load on all paths, each up to an instruction that overwrites the location, or
    /// until `note` returns true. Blocks that are unreachable from the block `from` are skipped.
    fn walk_back(&self, query: &ReachingQuery, load: ValueId, from: Option<BlockId>, note: &mut Note<'_>) {
        let model = self.model;
        let Some(last) = model.block_of(load) else { return };
        let is_passed = |block| from.is_none_or(|from| model.components().may_reach(from, block));
        let mut seen: FxHashSet<(BlockId, bool)> = FxHashSet::default();
        let mut open = vec![(last, model.block_first(last).0..load.0, false)];
        while let Some((block, part, has_changed)) = open.pop() {
            let has_changed = match self.passes(query, part, has_changed, note) {
                WalkEnd::Sought => return,
                WalkEnd::Overwriting => continue,
                WalkEnd::Begin(has_changed) => has_changed,
            };
            for (_, above) in model.block_predecessors(block) {
                if is_passed(*above) && seen.insert((*above, has_changed)) {
                    self.count_work(1);
                    let whole = model.block_first(*above).0..model.terminator(*above).0 + 1;
                    open.push((*above, whole, has_changed));
                }
            }
        }
    }

    fn passes(
        &self,
        query: &ReachingQuery,
        part: Range<u32>,
        has_changed: bool,
        note: &mut Note<'_>,
    ) -> WalkEnd {
        let source = query.derivation.last_source(part.clone());
        for at in self.effective(part).iter().copied().rev() {
            self.count_work(1);
            let has_changed = has_changed || source.is_some_and(|source| source > at);
            if note(at, has_changed) {
                return WalkEnd::Sought;
            }
            if self.overwrites(at, query.read, query.apart(has_changed)) {
                return WalkEnd::Overwriting;
            }
        }
        WalkEnd::Begin(has_changed || source.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Model;
    use ir::testing::sketch::{sketch, value};
    use std::fmt::Write;

    /// A loop with a load and stores of an array, all at an index computed by a chain of `count` divisions.
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

    #[test]
    fn one_walk_finds_all_stores_that_a_load_may_read() {
        let model = behind_divisions(30);
        let memory = Memory::new(&model);
        let load = value(&model, "l7");
        let reaching = memory.stores_reaching(load);
        memory.take_work();
        let stores: Vec<ValueId> = (0..30).map(|at| value(&model, &format!("s{at}"))).collect();
        let found: Vec<ValueId> =
            stores.iter().copied().filter(|store| memory.may_reach(*store, load)).collect();
        assert_eq!(memory.take_work(), 0);
        assert_eq!(found[..], reaching[..]);
        let by_one = |store: &ValueId| memory.relation_where_reached(*store, load, |_, _, _| ()).is_some();
        assert_eq!(stores.into_iter().filter(by_one).collect::<Vec<_>>(), found);
        assert!(memory.take_work() > 0);
        assert!(memory.stores_reaching(value(&model, "s3")).is_empty());
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
