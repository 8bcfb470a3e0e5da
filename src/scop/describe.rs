//! Construction of the affine description of a static control part: loops, conditions and accesses.
//!
//! One walk visits the blocks of the part piece by piece, with each loop before its body. The walk ends at
//! anything that is not affine; the piece then has no description.

use super::affine::{Affine, Factor};
use super::counting::{Induction, Test, cannot_wrap, inductions, relation};
use super::description::{Access, AccessKind, Assumption, Condition, Description, Loop, Member, Place};
use super::loads::{Loads, MayWrite};
use super::loops::{CountedLoop, Loops};
use super::reader::{Counter, Reader, View, emptied};
use super::refusal::{Reason, Refusal};
use ir::{Base, BlockId, Constant, Effects, Flags, IntPredicate, Model, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An address that a loop increments.
struct AddressCounter {
    start: ValueId,
    /// The total increment of the iterations so far, in bytes.
    grown: Affine,
    begin: ValueId,
    end: ValueId,
}

/// The state of describing a part, piece by piece.
pub(super) struct DescriptionWalk<'m> {
    model: &'m Model,
    may_write: &'m MayWrite<'m>,
    reader: Reader<'m>,
    /// The addresses incremented by loops, by their phi.
    address_counters: FxHashMap<ValueId, AddressCounter>,
    /// The innermost loop of each block.
    innermost: FxHashMap<BlockId, u32>,
    /// Whether a loop was entered whose end is not among the blocks described with its begin.
    goes_on: bool,
    /// The places accessed in the current block, by address.
    places: FxHashMap<ValueId, Arc<Place>>,
    found: Description,
}

impl<'m> DescriptionWalk<'m> {
    /// A description of a part that is entered at a block.
    pub(super) fn new(model: &'m Model, entry: BlockId, may_write: &'m MayWrite<'m>) -> Self {
        let loads = Loads::new(model, Some(may_write));
        let reader = Reader::new(model, model.block_first(entry), loads);
        let (address_counters, innermost) = (FxHashMap::default(), FxHashMap::default());
        let (places, found) = (FxHashMap::default(), Description::default());
        Self { model, may_write, reader, address_counters, innermost, goes_on: false, places, found }
    }

    /// The finished description.
    pub(super) fn found(self) -> Description {
        Description { loads: self.reader.loads.into_found(), ..self.found }
    }

    /// Extends the description by the block `before`, as if the walk had begun there; expressions are not
    /// read again. Returns `None`, without a change, if the result could differ: if the block begins a loop,
    /// or if the description uses or loads one of its values as a parameter. Otherwise returns whether the
    /// block has a description.
    pub(super) fn begin_before(&mut self, before: BlockId, loops: &Loops) -> Option<bool> {
        if loops.by_begin.contains_key(&before) || self.reader.loads.len() > 0 {
            return None;
        }
        let mut first = DescriptionWalk::new(self.model, before, self.may_write);
        let described = first.blocks(&[before], loops);
        if first.reader.loads.len() > 0 || !self.reader.begin_before(before) {
            return None;
        }
        self.reader.loads.extend(&[before]);
        if described.is_ok() {
            self.found.conditions.splice(0..0, first.found.conditions);
            self.found.accesses.splice(0..0, first.found.accesses);
            self.found.members.splice(0..0, first.found.members);
            self.found.provisions.splice(0..0, first.found.provisions);
        }
        Some(described.is_ok())
    }

    /// Describes further blocks, given in topological order; `loops` has all loops among them. If they have
    /// no description, the previous description is restored.
    pub(super) fn blocks(&mut self, blocks: &[BlockId], loops: &Loops) -> Result<(), Refusal> {
        let before = self.found.lengths();
        let (loads, known_blocks) = (self.reader.loads.len(), self.reader.loads.block_count());
        self.reader.take_provisions();
        self.reader.loads.extend(blocks);
        let described = blocks.iter().try_for_each(|block| self.block(*block, loops));
        let described = described.and_then(|()| self.keeps_loads(loads, before[2]));
        if described.is_err() {
            self.found.truncate(before);
            self.reader.loads.truncate(loads, known_blocks);
        }
        self.leave_loops(before[0]);
        described
    }

    /// Refuses writes that may change the value loaded for a parameter from the same array. Accesses and
    /// loads below the given numbers have been checked before.
    fn keeps_loads(&self, loads: usize, accesses: usize) -> Result<(), Refusal> {
        let found = self.reader.loads.found();
        for (k, access) in self.found.accesses.iter().enumerate().filter(|(_, a)| a.kind == AccessKind::Write)
        {
            let open = if k < accesses { loads.. } else { 0.. };
            let may_be_written =
                |loaded| self.reader.loads.may_be_written(loaded, access.access, access.place.base);
            if found[open].iter().any(may_be_written) {
                return Err(Refusal { reason: Reason::Written, at: access.access });
            }
        }
        Ok(())
    }

    /// Discards the state of loops, unless one with this or a smaller number continues behind the described
    /// blocks.
    fn leave_loops(&mut self, from: usize) {
        let is_described =
            |l: &Loop| self.model.block_of(l.end).is_some_and(|block| self.innermost.contains_key(&block));
        self.goes_on |= !self.found.loops[from..].iter().all(is_described);
        if !self.goes_on {
            emptied(&mut self.address_counters);
            emptied(&mut self.innermost);
            self.reader.leave_loops();
        }
    }

    fn block(&mut self, block: BlockId, loops: &Loops) -> Result<(), Refusal> {
        let model = self.model;
        let mut enclosing = self.around(block);
        if let Some(counted) = loops.by_begin.get(&block) {
            let refused = Refusal { reason: Reason::Loop, at: counted.end };
            enclosing = Some(self.enter(counted, enclosing).ok_or(refused)?);
        }
        emptied(&mut self.places);
        enclosing.map(|number| self.innermost.insert(block, number));
        self.found.members.push(Member { block, enclosing });
        model.block_instructions(block).try_for_each(|v| self.instruction(v))?;
        let end = model.terminator(block);
        if model.block_successors(block).len() > 1 && !loops.by_end.contains_key(&end) {
            let view = if model.opcode(end) == Some(Opcode::Switch) { View::Signed } else { View::Unsigned };
            let condition = model.operand(end, 0).ok_or(Refusal { reason: Reason::Condition, at: end })?;
            let value = self.reader.read_if_affine(condition, view, end);
            // A condition around whole loops is left outside of the part.
            if value.is_none() && enclosing.is_none() {
                return Err(Refusal { reason: Reason::Condition, at: end });
            }
            self.found.conditions.push(Condition { branch: end, value, enclosing });
        }
        if let Some(way) = model.left_out(block) {
            let value = self.reader.read_if_affine(way.condition, View::Unsigned, end);
            // Outside of all loops, the assumption would also apply to code that does not need it.
            if enclosing.is_none() {
                return Err(Refusal { reason: Reason::Condition, at: end });
            }
            self.found.assumptions.push(Assumption { way: *way, value, is_stated: true, enclosing });
        }
        self.found.provisions.extend(self.reader.take_provisions());
        Ok(())
    }

    /// The innermost loop around a block, except one that begins with it: the loop of its immediate
    /// dominator, or one around that.
    fn around(&self, block: BlockId) -> Option<u32> {
        let model = self.model;
        let first = model.block_first(block);
        let above = model.dominance().immediate_dominator(block)?;
        let mut at = self.innermost.get(&above).copied();
        // If the immediate dominator's loop has ended before the block, an outer loop is taken.
        while let Some(around) = at.and_then(|number| self.found.loops.get(number as usize)) {
            if model.post_dominates(around.end, first) {
                return at;
            }
            at = around.enclosing;
        }
        None
    }

    /// Numbers the loop's iterator, and expresses its other counters by the iterator.
    fn enter(&mut self, counted: &CountedLoop, enclosing: Option<u32>) -> Option<u32> {
        let model = self.model;
        let inductions = inductions(model, counted);
        let test = Test::of(model, counted, &inductions)?;
        let main = test.main;
        let view = self.view_of(&test)?;
        let start = self.reader.read(main.start, view, counted.begin)?;
        let bound_view = if test.is_signed_and_wide { View::Signed } else { view };
        let bound = self.reader.read(test.bound, bound_view, counted.begin)?;
        let bound = bound.plus(&Affine::constant(main.step.checked_sub(test.offset)?), 1)?;
        let relation = relation(test.goes_on, main.step, test.may_wrap(model))?;
        let number = u32::try_from(self.found.loops.len()).ok()?;
        let is_address = model.has_class(main.phi, TypeClass::Pointer);
        let counts_rounds = main.step.abs() != 1 || is_address;
        let iterator = Affine::of_factor(Factor::Iterator(number));
        let rounds = match counts_rounds {
            true => iterator,
            false => Affine::default().plus(&iterator.plus(&start, -1)?, main.step)?,
        };
        let value = start.plus(&rounds, main.step)?;
        for induction in &inductions {
            self.counter(induction, counted, (main, view, &value), &rounds)?;
        }
        self.stays(&test, view, (&start, &value, &bound), counted.end)?;
        let CountedLoop { begin, end, .. } = *counted;
        let (iterator, step) = (main.phi, main.step);
        let (mut start, mut bound) = (start, bound);
        start.terms.shrink_to_fit();
        bound.terms.shrink_to_fit();
        self.found.loops.push(Loop {
            iterator,
            begin,
            end,
            start,
            step,
            relation,
            bound,
            counts_rounds,
            is_address,
            enclosing,
        });
        Some(number)
    }

    /// The affine value of a phi in the loop's first block, if there is one.
    fn counter(
        &mut self,
        induction: &Induction,
        counted: &CountedLoop,
        (main, view, value): (&Induction, View, &Affine),
        rounds: &Affine,
    ) -> Option<()> {
        let model = self.model;
        let CountedLoop { begin, end, .. } = *counted;
        let grown = Affine::default().plus(rounds, induction.step)?;
        let width = model.type_of(induction.phi).integer_width();
        let is_exact = |view| cannot_wrap(model, induction.next, view);
        let (value, view) = if induction.phi == main.phi {
            (Some(value.clone()), view)
        } else {
            let view = match width {
                None => View::Unsigned,
                Some(_) if is_exact(View::Signed) => View::Signed,
                Some(_) if is_exact(View::Unsigned) => View::Unsigned,
                Some(width) => View::Modulo(width),
            };
            let first = self.reader.read_for_certain(induction.start, view, begin);
            (first.and_then(|first| first.plus(&grown, 1)), view)
        };
        if let Some(value) = value {
            let counter = Counter { value, view, begin, end };
            self.found.counters.push((induction.phi, counter.clone()));
            self.reader.count(induction.phi, counter);
        }
        if width.is_none() {
            let start = induction.start;
            self.address_counters.insert(induction.phi, AddressCounter { start, grown, begin, end });
        }
        Some(())
    }

    /// Whether the iterator counts signed or unsigned numbers.
    fn view_of(&self, test: &Test<'_>) -> Option<View> {
        match test.widened {
            Some(Opcode::ZExt) => return Some(View::Unsigned),
            Some(Opcode::SExt) => return (!test.goes_on.is_unsigned()).then_some(View::Signed),
            _ => {}
        }
        let flags = self.model.flags(test.main.next);
        let (nsw, nuw) = (flags.contains(Flags::NSW), flags.contains(Flags::NUW));
        let is_unsigned = match test.goes_on {
            IntPredicate::Eq | IntPredicate::Ne if nsw != nuw => nuw,
            IntPredicate::Eq | IntPredicate::Ne => {
                self.model.has_class(test.main.phi, TypeClass::Pointer)
                    || self.reader.is_unsigned(test.bound)
                    || self.reader.is_unsigned(test.main.start)
            }
            predicate => predicate.is_unsigned(),
        };
        Some(if is_unsigned { View::Unsigned } else { View::Signed })
    }

    /// Adds the provisions that the iterator stays within its type, and, if the loop ends at equality, that
    /// it begins on the right side of its bound.
    fn stays(
        &mut self,
        test: &Test<'_>,
        view: View,
        (start, value, bound): (&Affine, &Affine, &Affine),
        end: ValueId,
    ) -> Option<()> {
        let main = test.main;
        let Some(width) = self.model.type_of(main.phi).integer_width() else { return Some(()) };
        let tested = value.plus(&Affine::constant(test.offset), 1)?;
        if let Some(width) = test.cut {
            self.reader.stays_in_width(&tested, view, width, end);
        }
        if test.sum.is_some_and(|sum| !cannot_wrap(self.model, sum, view)) {
            self.reader.stays_in_width(&tested, view, width, end);
        }
        if !cannot_wrap(self.model, main.next, view) {
            let next = value.plus(&Affine::constant(main.step), 1)?;
            self.reader.stays_in_width(&next, view, width, end);
        }
        if test.goes_on == IntPredicate::Ne && test.may_wrap(self.model) {
            let first = start.plus(&Affine::constant(main.step), 1)?;
            let ahead = Affine::default().plus(&bound.plus(&first, -1)?, main.step)?;
            self.reader.is_positive(&ahead, end);
        }
        Some(())
    }

    fn instruction(&mut self, instruction: ValueId) -> Result<(), Refusal> {
        let model = self.model;
        let refused = |reason| Refusal { reason, at: instruction };
        let is_setting = self.sets_memory(instruction);
        let accessed = match model.opcode(instruction) {
            Some(Opcode::Load | Opcode::Store) => {
                let flags = model.flags(instruction);
                if flags.contains(Flags::VOLATILE) || flags.contains(Flags::ATOMIC) {
                    return Err(refused(Reason::Volatile));
                }
                self.load_or_store(instruction)
            }
            Some(Opcode::Call) if is_setting => self.block_access(instruction),
            _ => {
                let effects = model.effects(instruction);
                let touches = [Effects::READS, Effects::WRITES, Effects::UNWINDS, Effects::MAY_NOT_RETURN];
                let is_harmless = touches.iter().all(|effect| !effects.contains(*effect));
                return is_harmless.then_some(()).ok_or(refused(Reason::Effect));
            }
        };
        accessed.ok_or(refused(Reason::Access))
    }

    fn load_or_store(&mut self, instruction: ValueId) -> Option<()> {
        let model = self.model;
        let length = Arc::new(Affine::constant(model.access_size(instruction)?.into()));
        let (kind, n) = match model.opcode(instruction)? {
            Opcode::Load => (AccessKind::Read, 0),
            _ => (AccessKind::Write, 1),
        };
        self.access(instruction, kind, model.operand(instruction, n)?, length)
    }

    /// Describes a call that sets or copies a block of memory.
    fn block_access(&mut self, call: ValueId) -> Option<()> {
        let model = self.model;
        let length = Arc::new(self.reader.read(model.operand(call, 3)?, View::Unsigned, call)?);
        let (to, from) = (model.operand(call, 1)?, model.operand(call, 2)?);
        if model.has_class(from, TypeClass::Pointer) {
            self.access(call, AccessKind::Read, from, length.clone())?;
        }
        self.access(call, AccessKind::Write, to, length)
    }

    /// Whether a call is a non-volatile `llvm.memset`, `llvm.memcpy` or `llvm.memmove`.
    fn sets_memory(&self, call: ValueId) -> bool {
        let callee = self.model.operand(call, 0).and_then(|callee| self.model.global(callee));
        let name = callee.map_or("", |callee| callee.canonical.as_str());
        let volatile = self.model.operand(call, 4).and_then(|flag| self.model.constant(flag));
        ["llvm.memset", "llvm.memcpy", "llvm.memmove"].contains(&name)
            && matches!(volatile, Some(Constant::Scalar(number)) if number.is_int_zero())
    }

    fn access(
        &mut self,
        access: ValueId,
        kind: AccessKind,
        pointer: ValueId,
        length: Arc<Affine>,
    ) -> Option<()> {
        let place = match self.places.get(&pointer) {
            Some(known) => Arc::clone(known),
            None => {
                let place = Arc::new(self.place(pointer, access)?);
                self.places.insert(pointer, Arc::clone(&place));
                place
            }
        };
        self.found.accesses.push(Access { access, kind, place, length });
        Some(())
    }

    /// The place of an address, as seen by `access` and everything else in its block.
    fn place(&mut self, pointer: ValueId, access: ValueId) -> Option<Place> {
        let model = self.model;
        let (mut offset, mut scales) = (Affine::default(), Vec::new());
        let mut at = pointer;
        // The loop terminates: each step goes to an operand that dominates, or to the start value of an
        // enclosing loop's phi.
        let base = loop {
            if let Some(constant) = model.constant_address(at) {
                offset = offset.plus(&Affine::constant(constant.offset.into()), 1)?;
                break constant.base;
            }
            let is_parameter = self.reader.is_parameter(at);
            match model.opcode(at) {
                Some(Opcode::GetElementPtr) => match self.reader.offset(at, access) {
                    Some(more) => offset = offset.plus(&more, 1)?,
                    None if is_parameter => break Base::Value(at),
                    None => return None,
                },
                _ if is_parameter => break Base::Value(at),
                Some(Opcode::Phi) => {
                    let AddressCounter { start, grown, begin, end } = self.address_counters.get(&at)?;
                    if !model.dominates(*begin, access) || !model.post_dominates(*end, access) {
                        return None;
                    }
                    offset = offset.plus(grown, 1)?;
                    at = *start;
                    continue;
                }
                Some(Opcode::Load) => break Base::Value(self.reader.loaded(at, 0)?),
                _ => return None,
            }
            scales.extend(model.gep_form(at)?.terms.iter().map(|(_, scale)| scale.saturating_abs()));
            at = model.operand(at, 0)?;
        };
        offset.terms.shrink_to_fit();
        scales.sort_unstable();
        scales.dedup();
        Some(Place { base, offset, scales })
    }
}
