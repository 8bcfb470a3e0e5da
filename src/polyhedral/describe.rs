//! What a static control part does: loops, conditions, accesses, each in affine expressions.
//!
//! One walk over the blocks of the part in an order in which a loop comes before its body, a piece at a time. Whatever cannot be expressed
//! ends it: the answer is then that the piece has no description.

use super::affine::{Affine, Factor, Reader};
use super::loops::{CountedLoop, Loops};
use crate::model::{BlockId, Constant, Effects, Flags, IntPredicate, Model, Opcode, ValueId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How an iterator is compared with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`: there are one or two rounds.
    Equal,
}

impl Relation {
    /// As C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
            Relation::Equal => "==",
        }
    }
}

/// A loop: its iterator is `start`, and goes on by `step` as long as it then is in `relation` to `bound`. The first round is not tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The phi that counts.
    pub iterator: ValueId,
    /// The terminator at the loop's end.
    pub end: ValueId,
    /// The first value.
    pub start: Affine,
    /// Never zero; of an address, in bytes.
    pub step: i128,
    /// How it is compared.
    pub relation: Relation,
    /// With what.
    pub bound: Affine,
    /// The number of the loop that it is in.
    pub within: Option<u32>,
}

/// A branch that goes one way or another by an affine condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The branch.
    pub branch: ValueId,
    /// A truth value, or what a switch is about.
    pub value: Affine,
    /// The number of the innermost loop that it is in.
    pub within: Option<u32>,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

/// An access to an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The load, store or call.
    pub access: ValueId,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// What it reads or writes; accesses of one address in one block share it.
    pub place: Arc<Place>,
    /// The bytes that a call sets or copies from there on.
    pub length: Option<Arc<Affine>>,
    /// The number of the innermost loop that it is in.
    pub within: Option<u32>,
}

/// A place in an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address that the subscripts start from.
    pub array: ValueId,
    /// The indices of the address computations from the array to the access, in this order.
    pub subscripts: Vec<Affine>,
    /// How many bytes they amount to; `None` when that is no affine sum.
    pub offset: Option<Affine>,
}

/// A static control part in affine expressions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// An outer loop comes before those in it; the iterator `Iterator(k)` is that of the k-th.
    pub loops: Vec<Loop>,
    /// Conditions other than the ends of loops.
    pub conditions: Vec<Condition>,
    /// In the order of the walk.
    pub accesses: Vec<Access>,
}

impl Description {
    /// The numbers of a loop and those around it, the outermost first.
    pub fn around(&self, innermost: Option<u32>) -> Vec<u32> {
        let mut around = Vec::new();
        let mut at = innermost;
        while let Some(number) = at {
            around.push(number);
            at = self.loops[number as usize].within;
        }
        around.reverse();
        around
    }
}

/// A phi that grows by a number in each round.
struct Induction {
    phi: ValueId,
    next: ValueId,
    start: ValueId,
    /// Of an address, in bytes.
    step: i128,
    /// As the code has it.
    index: i128,
}

/// A phi that counts beside a loop's iterator.
struct Beside {
    start: ValueId,
    /// The index of the address computation that its rounds amount to.
    index: Affine,
    /// The bytes that its rounds amount to.
    grown: Affine,
    begin: ValueId,
    end: ValueId,
}

/// A part being described, piece by piece.
pub(super) struct Walk<'m> {
    model: &'m Model,
    reader: Reader<'m>,
    /// What counts, but for the iterators: where it starts, and by how much it has grown.
    beside: FxHashMap<ValueId, Beside>,
    /// By block the innermost loop that it is in.
    innermost: FxHashMap<BlockId, u32>,
    /// Whether a loop was entered that did not end among the blocks described with its first.
    goes_on: bool,
    /// The places of the block that is walked, by address.
    places: FxHashMap<ValueId, Arc<Place>>,
    found: Description,
}

impl<'m> Walk<'m> {
    /// A part that is entered at a block.
    pub(super) fn new(model: &'m Model, entry: BlockId) -> Self {
        let reader = Reader::new(model, model.block_first(entry));
        let (beside, innermost) = (FxHashMap::default(), FxHashMap::default());
        let (places, found) = (FxHashMap::default(), Description::default());
        Self { model, reader, beside, innermost, goes_on: false, places, found }
    }

    /// What was described.
    pub(super) fn found(self) -> Description {
        let mut found = self.found;
        found.loops.shrink_to_fit();
        found.conditions.shrink_to_fit();
        found.accesses.shrink_to_fit();
        found
    }

    /// Describes the block before those described, as if the walk had begun with it: what was read is not read again. Answers nothing, and
    /// changes nothing, where that would not be the same: where it begins a loop, or what was described takes a value of it for a parameter. Else whether
    /// it has a description.
    pub(super) fn begin_before(&mut self, before: BlockId, loops: &Loops) -> Option<bool> {
        if loops.by_begin.contains_key(&before) || !self.reader.begin_before(before) {
            return None;
        }
        let mut first = Walk::new(self.model, before);
        let described = first.blocks(&[before], loops);
        if described.is_some() {
            self.found.conditions.splice(0..0, first.found.conditions);
            self.found.accesses.splice(0..0, first.found.accesses);
        }
        Some(described.is_some())
    }

    /// Describes further blocks, those that lead to others first; each loop among them is one of `loops`. When there is no description of
    /// them, what was described before stays.
    pub(super) fn blocks(&mut self, blocks: &[BlockId], loops: &Loops) -> Option<()> {
        let found = &self.found;
        let before = (found.loops.len(), found.conditions.len(), found.accesses.len());
        let described = blocks.iter().try_for_each(|block| self.block(*block, loops));
        if described.is_none() {
            self.found.loops.truncate(before.0);
            self.found.conditions.truncate(before.1);
            self.found.accesses.truncate(before.2);
        }
        self.leave_loops(before.0);
        described
    }

    /// Forgets what is known of the loops, unless one of those from that number on, or an earlier one, goes on behind the blocks described.
    fn leave_loops(&mut self, from: usize) {
        let is_described =
            |l: &Loop| self.model.block_of(l.end).is_some_and(|block| self.innermost.contains_key(&block));
        self.goes_on |= !self.found.loops[from..].iter().all(is_described);
        if !self.goes_on {
            emptied(&mut self.beside);
            emptied(&mut self.innermost);
            self.reader.leave_loops();
        }
    }

    fn block(&mut self, block: BlockId, loops: &Loops) -> Option<()> {
        let model = self.model;
        let mut within = self.around(block);
        if let Some(counted) = loops.by_begin.get(&block) {
            within = Some(self.enter(counted, within)?);
        }
        emptied(&mut self.places);
        within.map(|number| self.innermost.insert(block, number));
        model.block_instructions(block).try_for_each(|v| self.instruction(v, within))?;
        let end = model.terminator(block);
        if model.block_successors(block).len() > 1 && !loops.by_end.contains_key(&end) {
            if self.reader.is_narrowed(end) {
                return None;
            }
            let value = self.reader.argument(end, 0, end)?;
            self.found.conditions.push(Condition { branch: end, value, within });
        }
        Some(())
    }

    /// The innermost loop around a block, one that begins with it left out: that of its immediate dominator, or one around that.
    fn around(&self, block: BlockId) -> Option<u32> {
        let model = self.model;
        let first = model.block_first(block);
        let above = model.dominance().immediate_dominator(block)?;
        let mut at = self.innermost.get(&above).copied();
        // Where what was described does not go on from what is above, the loops are others.
        while let Some(around) = at.and_then(|number| self.found.loops.get(number as usize)) {
            if model.post_dominates(around.end, first) {
                return at;
            }
            at = around.within;
        }
        None
    }

    /// The loop's iterator gets a number, and what counts beside it is expressed by it.
    fn enter(&mut self, counted: &CountedLoop, within: Option<u32>) -> Option<u32> {
        let inductions = self.inductions(counted);
        let comparison = self.model.arg(counted.end, 0)?;
        let side = |n| self.model.arg(comparison, n);
        let (left, right) = (side(0)?, side(1)?);
        let is_tested = |v: ValueId| inductions.iter().find(|i| [i.phi, i.next].contains(&v));
        let predicate = self.model.predicate(comparison)?;
        let (main, tested, bound, asked) = match (is_tested(left), is_tested(right)) {
            (Some(main), _) => (main, left, 1, predicate),
            (None, Some(main)) => (main, right, 0, predicate.swapped()),
            (None, None) => return None,
        };
        let goes_on = self.model.successor(counted.end, 0) == Some(counted.begin);
        let asked = if goes_on { asked } else { asked.opposite() };
        if self.reader.is_narrowed(comparison) {
            return None;
        }
        let bound = self.model.arg(comparison, bound)?;
        let (start, mut bound) = match asked.is_unsigned() {
            true => {
                let mut read = |value| self.reader.read_unsigned(value, counted.precursor);
                (read(main.start)?, read(bound)?)
            }
            false => {
                let mut read = |value| self.reader.read(value, counted.precursor);
                (read(main.start)?, read(bound)?)
            }
        };
        if tested == main.phi {
            bound = bound.plus(&Affine::constant(main.step), 1)?;
        }
        let relation = relation(asked, main.step, self.may_wrap(main.next))?;
        let number = u32::try_from(self.found.loops.len()).ok()?;
        let iterator = Affine::factor(Factor::Iterator(number));
        for induction in &inductions {
            if induction.phi == main.phi {
                self.reader.iterator(main.phi, iterator.clone(), counted.begin, counted.end);
                continue;
            }
            let rounds = |step| beside(step, main, &iterator, &start);
            let (Some(grown), Some(index)) = (rounds(induction.step), rounds(induction.index)) else {
                continue;
            };
            let first = self.reader.read(induction.start, counted.precursor);
            if let Some(value) = first.and_then(|first| first.plus(&grown, 1)) {
                self.reader.iterator(induction.phi, value, counted.begin, counted.end);
            }
            let CountedLoop { begin, end, .. } = *counted;
            self.beside.insert(induction.phi, Beside { start: induction.start, index, grown, begin, end });
        }
        let (iterator, step, end) = (main.phi, main.step, counted.end);
        let (mut start, mut bound) = (start, bound);
        start.terms.shrink_to_fit();
        bound.terms.shrink_to_fit();
        self.found.loops.push(Loop { iterator, end, start, step, relation, bound, within });
        Some(number)
    }

    fn may_wrap(&self, next: ValueId) -> bool {
        let flags = self.model.flags(next);
        ![Flags::NSW, Flags::NUW, Flags::INBOUNDS].iter().any(|flag| flags.contains(*flag))
    }

    fn inductions(&self, counted: &CountedLoop) -> Vec<Induction> {
        let model = self.model;
        let Some(block) = model.block_of(counted.begin) else { return Vec::new() };
        let phis = model.block_instructions(block).take_while(|v| model.opcode(*v) == Some(Opcode::Phi));
        let induction = |phi: ValueId| {
            let from = |source: ValueId| {
                let at = model.phi_sources(phi).iter().position(|s| *s == source)?;
                model.args(phi).get(at).map(|edge| edge.to)
            };
            let (start, next) = (from(counted.precursor)?, from(counted.end)?);
            let number = |n| match model.constant(model.arg(next, n)?) {
                Some(Constant::Scalar(number)) => super::affine::integer(number),
                _ => None,
            };
            let is_phi = |n| model.arg(next, n) == Some(phi);
            let step = match model.opcode(next)? {
                Opcode::Add if is_phi(0) => number(1),
                Opcode::Add if is_phi(1) => number(0),
                Opcode::Sub if is_phi(0) => number(1).map(|step| -step),
                Opcode::GetElementPtr if is_phi(0) && model.args(next).len() == 2 => number(1),
                _ => None,
            };
            if self.reader.is_narrowed(phi) || self.reader.is_narrowed(next) {
                return None;
            }
            let index = step.filter(|step| *step != 0)?;
            let bytes = model.gep_form(next).map(|form| i128::from(form.offset));
            let step = bytes.unwrap_or(index);
            (step != 0).then_some(Induction { phi, next, start, step, index })
        };
        phis.filter_map(induction).collect()
    }

    fn instruction(&mut self, instruction: ValueId, within: Option<u32>) -> Option<()> {
        let model = self.model;
        let place = (instruction, within);
        match model.opcode(instruction)? {
            Opcode::Load => self.access(place, AccessKind::Read, model.arg(instruction, 0)?, None),
            Opcode::Store => self.access(place, AccessKind::Write, model.arg(instruction, 1)?, None),
            Opcode::Call if self.sets_memory(instruction) => {
                let length = Arc::new(self.reader.argument(instruction, 3, instruction)?);
                let (to, from) = (model.arg(instruction, 1)?, model.arg(instruction, 2)?);
                if model.type_of(from).name == model.type_of(to).name {
                    self.access(place, AccessKind::Read, from, Some(length.clone()))?;
                }
                self.access(place, AccessKind::Write, to, Some(length))
            }
            _ => {
                let effects = model.effects(instruction);
                let refused = [Effects::READS, Effects::WRITES, Effects::UNWINDS, Effects::MAY_NOT_RETURN];
                let harmless = refused.iter().all(|effect| !effects.contains(*effect));
                harmless.then_some(())
            }
        }
    }

    /// `llvm.memset`, `llvm.memcpy`, `llvm.memmove`, not volatile.
    fn sets_memory(&self, call: ValueId) -> bool {
        let callee = self.model.arg(call, 0).and_then(|callee| self.model.global(callee));
        let name = callee.map_or("", |callee| callee.canonical.as_str());
        let volatile = self.model.arg(call, 4).and_then(|flag| self.model.constant(flag));
        ["llvm.memset", "llvm.memcpy", "llvm.memmove"].contains(&name)
            && matches!(volatile, Some(Constant::Scalar(number)) if number.is_int_zero())
    }

    fn access(
        &mut self,
        (access, within): (ValueId, Option<u32>),
        kind: AccessKind,
        pointer: ValueId,
        length: Option<Arc<Affine>>,
    ) -> Option<()> {
        let flags = self.model.flags(access);
        if flags.contains(Flags::VOLATILE) || flags.contains(Flags::ATOMIC) {
            return None;
        }
        let place = match self.places.get(&pointer) {
            Some(known) => Arc::clone(known),
            None => {
                let place = Arc::new(self.place(pointer, access)?);
                self.places.insert(pointer, Arc::clone(&place));
                place
            }
        };
        self.found.accesses.push(Access { access, kind, place, length, within });
        Some(())
    }

    /// Where an address lies, as `access` sees it, and with it all of its block.
    fn place(&mut self, pointer: ValueId, access: ValueId) -> Option<Place> {
        let (mut indices, mut offset) = (Vec::new(), Some(Affine::default()));
        let mut array = pointer;
        // Each step goes to an operand that dominates, or to where the phi of a loop around starts; an iterator ends it.
        while !self.reader.is_parameter(array) {
            if self.model.opcode(array) == Some(Opcode::Phi) {
                let Some(Beside { start, index, grown, begin, end }) = self.beside.get(&array) else {
                    self.reader.read(array, access)?;
                    break;
                };
                if !self.model.dominates(*begin, access) || !self.model.post_dominates(*end, access) {
                    return None;
                }
                indices.push(index.clone());
                offset = offset.and_then(|offset| offset.plus(grown, 1));
                array = *start;
                continue;
            }
            if self.model.opcode(array) != Some(Opcode::GetElementPtr) || self.reader.is_narrowed(array) {
                return None;
            }
            for n in (1..self.model.args(array).len() as u32).rev() {
                indices.push(self.reader.argument(array, n, access)?);
            }
            offset = offset.and_then(|offset| self.reader.offset(array, access)?.plus(&offset, 1));
            array = self.model.arg(array, 0)?;
        }
        indices.reverse();
        indices.shrink_to_fit();
        indices.iter_mut().chain(&mut offset).for_each(|affine| affine.terms.shrink_to_fit());
        Some(Place { array, subscripts: indices, offset })
    }
}

/// Empties a map; one with much room is given back, since to empty it costs what it has room for.
pub(super) fn emptied<K, V>(map: &mut FxHashMap<K, V>) {
    match map.capacity() {
        0..64 => map.clear(),
        _ => *map = FxHashMap::default(),
    }
}

/// What grows by `step` in each round has grown by, since the loop began: `(i - start) * step / step'` for the main induction's `i`.
fn beside(step: i128, main: &Induction, iterator: &Affine, start: &Affine) -> Option<Affine> {
    let ratio = (step % main.step == 0).then_some(step / main.step)?;
    Affine::default().plus(&iterator.plus(start, -1)?, ratio)
}

/// How the iterator is compared with the bound when the loop goes on, by what is asked of it then. Meeting a value is passing
/// it, in steps of one, and where it may not wrap around.
fn relation(goes_on: IntPredicate, step: i128, may_wrap: bool) -> Option<Relation> {
    use IntPredicate::*;
    match (goes_on, step) {
        (Eq, _) => Some(Relation::Equal),
        (Ne, _) if step.abs() != 1 && may_wrap => None,
        (Slt | Ult | Ne, 1..) => Some(Relation::Less),
        (Sle | Ule, 1..) => Some(Relation::LessOrEqual),
        (Sgt | Ugt | Ne, ..=-1) => Some(Relation::Greater),
        (Sge | Uge, ..=-1) => Some(Relation::GreaterOrEqual),
        _ => None,
    }
}
