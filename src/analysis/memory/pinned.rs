//! Instructions that give the same value in each round of a loop, and for loads of a fixed address the
//! instructions of the loop that may write to it.
//!
//! The instructions are computed once per loop and location, for any number of loads and queries.
//!
//! In: `r += s->n` beside `s->a[i] = i` in a loop. Out: the store pins the load of `s->n`.

use super::Memory;
use super::alias::{Apart, Location};
use super::effects::Access;
use super::facts::is_plain;
use crate::accesses::LoopId;
use crate::dataflow::is_expression;
use ir::{Constant, Effects, Global, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
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
    /// Per loop and instruction of it, whether it gives the same value in each round.
    same: FxHashMap<(LoopId, ValueId), bool>,
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
    /// Must-fact: every execution of `instruction` in one run of the loop that begins with instruction `header`
    /// gives the same value.
    pub fn is_invariant(&self, instruction: ValueId, header: ValueId) -> bool {
        let model = self.model;
        let head = model.block_of(header).filter(|block| model.block_first(*block) == header);
        let of = head.and_then(|head| self.loops().with_header(head));
        of.is_some_and(|of| {
            self.is_in_loop(instruction, of) && self.is_same_in_rounds(instruction, of, header)
        })
    }

    /// Whether an instruction of a loop gives the same value in each of its rounds. Operands are decided first;
    /// one that is being decided is its own operand, in code that nothing reaches.
    fn is_same_in_rounds(&self, instruction: ValueId, of: LoopId, header: ValueId) -> bool {
        let mut open = vec![(instruction, false)];
        let mut deciding: FxHashSet<ValueId> = FxHashSet::default();
        let known = |at: ValueId| self.pinned.borrow().same.get(&(of, at)).copied();
        while let Some((at, are_operands_known)) = open.pop() {
            if known(at).is_some() || !are_operands_known && !deciding.insert(at) {
                continue;
            }
            let inside: SmallVec<[ValueId; 4]> = self.operands_in(at, of).collect();
            if !are_operands_known && self.is_function_of_operands(at) {
                open.push((at, true));
                open.extend(inside.into_iter().map(|operand| (operand, false)));
                continue;
            }
            let is_same = match are_operands_known {
                true => inside.into_iter().all(|operand| known(operand) == Some(true)),
                false => self
                    .fixed_in(at, header)
                    .is_some_and(|(of, location)| self.writing(of, location).is_empty()),
            };
            self.count_work(1);
            let mut pinned = self.pinned.borrow_mut();
            // Clearing the cache here would forget operands.
            pinned.cached += 1;
            pinned.same.insert((of, at), is_same);
        }
        let is_same = known(instruction) == Some(true);
        self.pinned.borrow_mut().make_room(0);
        is_same
    }

    fn operands_in(&self, at: ValueId, of: LoopId) -> impl Iterator<Item = ValueId> {
        let operands = self.model.operands(at).iter().map(|operand| operand.to);
        operands.filter(move |operand| self.is_in_loop(*operand, of))
    }

    /// Whether an instruction gives the same result whenever its operands have the same values: a pure operation
    /// or a call of a function that reads no memory, without an operand that may be another value each time.
    fn is_function_of_operands(&self, at: ValueId) -> bool {
        use Opcode::{ExtractValue, FCmp, InsertValue};
        let model = self.model;
        let is_fixed = |operand: &ValueId| {
            !matches!(
                model.constant(*operand),
                Some(
                    Constant::Undef
                        | Constant::Poison
                        | Constant::Aggregate
                        | Constant::Expression(_)
                        | Constant::Other
                )
            )
        };
        let mut operands = model.operands(at).iter().map(|operand| operand.to);
        match model.opcode(at) {
            Some(Opcode::Call) => {
                let callee = model.operands(at).first().map(|operand| operand.to);
                let reads = |global: &Global| global.effects.contains(Effects::READS);
                // The result of a convergent function may depend on the threads that call it together.
                let is_convergent = |global: &Global| global.attributes.iter().any(|it| it == "convergent");
                let is_const = |callee: ValueId| {
                    let global = model.global(callee);
                    model.is_pure(callee) && global.is_some_and(|it| !reads(it) && !is_convergent(it))
                };
                model.effects(at) == Effects::NONE
                    && callee.is_some_and(is_const)
                    && operands.all(|it| is_fixed(&it))
            }
            Some(ExtractValue | FCmp | InsertValue) => operands.all(|operand| is_fixed(&operand)),
            _ => is_expression(model, at) && operands.all(|operand| is_fixed(&operand)),
        }
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
