//! Facts about loads and stores: writes between two points, repeated loads, dead stores.
//!
//! In: `store i32 1, ptr %p` and after it `store i32 2, ptr %p`, with nothing in between. Out: the first
//! store is dead.

use super::Memory;
use super::alias::{Alias, Apart, Location, runs_repeatedly};
use super::derivation::Derivation;
use super::effects::Access;
use super::reasons::DeadReason;
use ir::{BlockId, Effects, Flags, Model, Opcode, ValueId};
use rustc_hash::FxHashSet;

impl Memory<'_> {
    /// Whether no instruction that may run between the last execution of `from` and one of `to` may write a
    /// byte of the location, with the address as it is at `to`. True if there is no path.
    pub fn is_unmodified(&self, from: ValueId, to: ValueId, location: Location) -> bool {
        let Some(passage) = self.between(from, to) else { return true };
        let apart = Apart::On(&passage);
        let mut between = passage.parts().flat_map(|part| self.effective(part));
        !between.any(|at| self.may_access(*at, location, Access::Write, apart))
    }

    /// Must-fact: every execution of `load` reads the value written by the last execution of `store`.
    pub fn reads_from(&self, load: ValueId, store: ValueId) -> bool {
        let model = self.model;
        let is_pair = is_plain(model, load, Opcode::Load) && is_plain(model, store, Opcode::Store);
        let (read, written) = (Location::of(model, load), Location::of(model, store));
        let covers = matches!((written.size, read.size), (Some(w), Some(r)) if w >= r);
        // Both addresses can be compared at one moment, since the store dominates the load.
        is_pair
            && covers
            && strictly_dominates(model, store, load)
            && self.alias(read, written) == Alias::Must
            && self.is_left(load, store)
    }

    fn is_left(&self, load: ValueId, store: ValueId) -> bool {
        match self.nearest_store(load) == Some(store) {
            true => self.is_unmodified_for(load, store),
            false => self.is_unmodified(store, load, Location::of(self.model, load)),
        }
    }

    /// Must-fact: every execution of `load` reads the value that the last execution of `earlier` read, with
    /// the same type, and `earlier` is the nearest such load.
    pub fn repeats(&self, load: ValueId, earlier: ValueId) -> bool {
        let model = self.model;
        let is_pair = is_plain(model, load, Opcode::Load) && is_plain(model, earlier, Opcode::Load);
        let (read, before) = (Location::of(model, load), Location::of(model, earlier));
        is_pair
            && self.nearest_load(load) == Some(earlier)
            && self.alias(read, before) == Alias::Must
            && self.is_unmodified_for(load, earlier)
    }

    /// Must-fact: nothing can read the value that `store` writes. On every path it is overwritten, or its
    /// object ends, before that.
    pub fn is_dead(&self, store: ValueId) -> bool {
        self.why_dead(store).is_some()
    }

    /// The reason why [`is_dead`](Self::is_dead) holds; `None` if it does not.
    pub fn why_dead(&self, store: ValueId) -> Option<DeadReason> {
        let model = self.model;
        if !is_plain(model, store, Opcode::Store) {
            return None;
        }
        let location = Location::of(model, store);
        let block = model.block_of(store)?;
        let released = self.released_at(location);
        if !self.ends_with_the_function(location) && !self.may_be_overwritten(store) && released.is_empty() {
            return None;
        }
        let derivation = self.derivation(location.pointer);
        let ends = self.ends_with_the_function(location);
        let walk = StoreLifetime { location, derivation: &derivation, ends, released: &released };
        let mut seen: FxHashSet<(BlockId, bool)> = FxHashSet::default();
        let mut open = match self.walk(&walk, store.0 + 1..model.terminator(block).0 + 1, false) {
            LifetimeEffect::Nothing => vec![(block, false)],
            LifetimeEffect::Overwriting(at) => return Some(DeadReason::Overwritten(vec![at])),
            LifetimeEffect::Reading => return None,
        };
        let mut overwriting: Vec<ValueId> = Vec::new();
        while let Some((block, has_changed)) = open.pop() {
            for next in model.block_successors(block) {
                let has_changed = has_changed || derivation.begins_anew_in(model, *next);
                if !seen.insert((*next, has_changed)) {
                    continue;
                }
                let part = model.block_first(*next).0..model.terminator(*next).0 + 1;
                match self.walk(&walk, part, has_changed) {
                    LifetimeEffect::Nothing => open.push((*next, has_changed)),
                    LifetimeEffect::Overwriting(at) => overwriting.push(at),
                    LifetimeEffect::Reading => return None,
                }
            }
        }
        overwriting.sort_unstable();
        overwriting.dedup();
        Some(if overwriting.is_empty() { DeadReason::Ends } else { DeadReason::Overwritten(overwriting) })
    }

    /// The calls that release the memory that the base of a location points to, if it points to the start of
    /// it.
    fn released_at(&self, location: Location) -> Vec<ValueId> {
        let model = self.model;
        let Some(base) = self.common_base(location.pointer, location.pointer) else { return Vec::new() };
        let releases = |call: &ValueId| {
            model.call_memory(*call).is_some_and(|memory| memory.releases)
                && model.operand(*call, 1) == Some(base)
        };
        model.operand_uses(base).iter().map(|edge| edge.to).filter(releases).collect()
    }

    /// Whether a store to the same address may run after this one: another store, or this one again.
    fn may_be_overwritten(&self, store: ValueId) -> bool {
        let is_again = self.model.block_of(store).is_some_and(|block| runs_repeatedly(self.model, block));
        is_again || self.stores_to_its_address(store) > 1
    }

    /// May-fact: some execution of an instruction writes a byte of the location, for any value of its
    /// address.
    pub fn may_ever_write(&self, instruction: ValueId, location: Location) -> bool {
        self.may_access(instruction, location, Access::Write, Apart::Ever)
    }

    /// May-fact: some execution of an instruction reads a byte of the location.
    pub fn may_ever_read(&self, instruction: ValueId, location: Location) -> bool {
        self.may_access(instruction, location, Access::Read, Apart::Ever)
    }

    /// May-fact: a pointer points to the memory whose address is `object`: a slot, a variable, a fresh
    /// allocation, or the memory of a `noalias` parameter.
    pub fn may_point_to(&self, pointer: ValueId, object: ValueId) -> bool {
        let points_to = self.points_to();
        let Some(object) = points_to.objects.at(object) else { return false };
        self.targets(Location::behind(pointer)).any(|target| points_to.may_be_one(target, object))
    }

    /// May-fact: other code can access the memory whose address is `object`, other than because it is
    /// returned. True of every value that is not an object of this function.
    pub fn may_escape(&self, object: ValueId) -> bool {
        let points_to = self.points_to();
        points_to.objects.at(object).is_none_or(|object| points_to.has_escaped(object))
    }

    /// May-fact: a call retains a copy of the argument.
    pub fn may_keep(&self, call: ValueId, argument: ValueId) -> bool {
        let model = self.model;
        let is_call = matches!(model.opcode(call), Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr));
        let memory = model.call_memory(call).copied().unwrap_or_default();
        let mut arguments = model.operands(call).iter().filter(|edge| edge.n > 0 && edge.to == argument);
        is_call && arguments.any(|edge| memory.may_capture(edge.n - 1))
    }

    fn ends_with_the_function(&self, location: Location) -> bool {
        let objects = &self.points_to().objects;
        self.targets(location).all(|object| objects.get(object).ends_with_the_function(self.model))
    }

    fn walk(
        &self,
        walk: &StoreLifetime<'_>,
        part: std::ops::Range<u32>,
        has_changed: bool,
    ) -> LifetimeEffect {
        let model = self.model;
        let apart = if has_changed { Apart::Ever } else { Apart::AllBut(walk.derivation) };
        for at in self.effective(part).iter().copied() {
            // The base is the same value as at the store, so the released memory is the memory that was
            // written.
            if !has_changed && walk.released.contains(&at) {
                return LifetimeEffect::Overwriting(at);
            }
            let leaves = Effects::UNWINDS.0 | Effects::MAY_NOT_RETURN.0;
            let may_leave = model.effects(at).0 & leaves != 0 || ends_function(model, at);
            if self.may_access(at, walk.location, Access::Read, apart) || (may_leave && !walk.ends) {
                return LifetimeEffect::Reading;
            }
            if self.overwrites(at, walk.location, apart) {
                return LifetimeEffect::Overwriting(at);
            }
        }
        LifetimeEffect::Nothing
    }
}

/// The state of the search for the end of a store's lifetime.
struct StoreLifetime<'w> {
    location: Location,
    derivation: &'w Derivation,
    /// Whether its memory ends with the function.
    ends: bool,
    /// The calls that release its memory.
    released: &'w [ValueId],
}

/// The first relevant effect in a part of a path.
enum LifetimeEffect {
    Nothing,
    /// The instruction overwrites the whole location, or releases its memory.
    Overwriting(ValueId),
    Reading,
}

/// Whether an instruction leaves the function, so that the caller may read memory after it.
pub(super) fn ends_function(model: &Model, at: ValueId) -> bool {
    matches!(model.opcode(at), Some(Opcode::Ret | Opcode::Resume | Opcode::CleanupRet | Opcode::CatchSwitch))
}

fn strictly_dominates(model: &Model, a: ValueId, b: ValueId) -> bool {
    a != b && model.dominates(a, b)
}

/// Whether an instruction has this opcode and is neither volatile nor atomic.
pub(super) fn is_plain(model: &Model, value: ValueId, opcode: Opcode) -> bool {
    let special = Flags::VOLATILE | Flags::ATOMIC;
    model.opcode(value) == Some(opcode) && model.flags(value) & special == Flags::NONE
}
