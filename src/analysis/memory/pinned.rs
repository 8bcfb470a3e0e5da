//! Loads that read the same address in each round of a loop, and the instructions of the loop that may write
//! to it.
//!
//! The instructions are computed once per loop and location, for any number of loads and queries.
//!
//! In: `r += s->n` beside `s->a[i] = i` in a loop. Out: the store pins the load of `s->n`.

use super::Memory;
use super::alias::{Apart, Location};
use super::effects::Access;
use super::facts::is_plain;
use crate::accesses::LoopId;
use ir::{Opcode, ValueId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The cache is cleared when it has more than this many instructions.
const MOST_CACHED: usize = 1 << 20;

/// The writes that may touch a location with a fixed address in a loop.
#[derive(Debug, Default)]
pub(super) struct Pinned {
    /// Per loop, its instructions that write, ascending.
    writing: FxHashMap<LoopId, Rc<[ValueId]>>,
    /// Per loop and location, the instructions that may write the location, ascending.
    by_location: FxHashMap<(LoopId, Location), Rc<[ValueId]>>,
    cached: usize,
}

impl Pinned {
    /// Accounts for further instructions; clears the cache if there are too many.
    fn make_room(&mut self, instructions: usize) {
        if self.cached + instructions > MOST_CACHED {
            *self = Pinned::default();
        }
        // An empty list needs memory too.
        self.cached += instructions + 1;
    }
}

impl Memory<'_> {
    /// Must-fact: every execution of `load` in one run of the loop that begins with instruction `header`
    /// reads the same value.
    pub fn is_invariant(&self, load: ValueId, header: ValueId) -> bool {
        self.fixed_in(load, header).is_some_and(|(of, location)| self.writing(of, location).is_empty())
    }

    /// May-fact: an instruction of the loop writes the location that `load` reads in each round.
    pub fn pins(&self, instruction: ValueId, load: ValueId, header: ValueId) -> bool {
        self.fixed_in(load, header)
            .is_some_and(|(of, location)| self.writing(of, location).binary_search(&instruction).is_ok())
    }

    /// The instructions for which [`pins`](Self::pins) holds, ascending.
    pub fn pinning(&self, load: ValueId, header: ValueId) -> Vec<ValueId> {
        let Some((of, location)) = self.fixed_in(load, header) else { return Vec::new() };
        self.writing(of, location).to_vec()
    }

    /// The loop that begins with this instruction, and the location of a load in it. `None` if there is no
    /// such loop around the load, or the address changes in it.
    pub(super) fn fixed_in(&self, load: ValueId, header: ValueId) -> Option<(LoopId, Location)> {
        let model = self.model;
        let head = model.block_of(header).filter(|block| model.block_first(*block) == header)?;
        let of = self.loops().with_header(head)?;
        let location = Location::of(model, load);
        let is_fixed = !self.made_of(location.pointer).into_iter().any(|value| self.is_in_loop(value, of));
        (is_plain(model, load, Opcode::Load) && self.is_in_loop(load, of) && is_fixed)
            .then_some((of, location))
    }

    /// The first instructions of the loops around an instruction, innermost first.
    pub fn headers_around(&self, instruction: ValueId) -> Vec<ValueId> {
        let (model, loops) = (self.model, self.loops());
        let inner = model.block_of(instruction).and_then(|block| loops.around(block));
        let around = inner.into_iter().flat_map(|inner| loops.ancestors(inner));
        around.map(|of| model.block_first(loops.get(of).header)).collect()
    }

    fn is_in_loop(&self, value: ValueId, of: LoopId) -> bool {
        self.model.block_of(value).is_some_and(|block| self.loops().has_block(of, block))
    }

    /// The instructions of a loop that may write a location whose address is fixed in it.
    fn writing(&self, of: LoopId, location: Location) -> Rc<[ValueId]> {
        if let Some(known) = self.pinned.borrow().by_location.get(&(of, location)) {
            return Rc::clone(known);
        }
        let apart = Apart::In(self.loops(), of);
        let may_write = |at: &ValueId| self.may_access(*at, location, Access::Write, apart);
        let found: Rc<[ValueId]> = self.all_writing(of).iter().copied().filter(may_write).collect();
        let mut pinned = self.pinned.borrow_mut();
        pinned.make_room(found.len());
        pinned.by_location.insert((of, location), Rc::clone(&found));
        found
    }

    fn all_writing(&self, of: LoopId) -> Rc<[ValueId]> {
        if let Some(known) = self.pinned.borrow().writing.get(&of) {
            return Rc::clone(known);
        }
        let model = self.model;
        self.count_work(model.block_count());
        let blocks = model.blocks().filter(|block| self.loops().has_block(of, *block));
        let all = blocks
            .flat_map(|block| self.effective(model.block_first(block).0..model.terminator(block).0 + 1));
        let writes = |at: &ValueId| model.effects(*at).contains(Access::Write.bit());
        let found: Rc<[ValueId]> = all.copied().filter(writes).collect();
        self.count_work(found.len());
        let mut pinned = self.pinned.borrow_mut();
        pinned.make_room(found.len());
        pinned.writing.insert(of, Rc::clone(&found));
        found
    }
}
