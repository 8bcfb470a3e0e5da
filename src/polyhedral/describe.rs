//! What a static control part does: loops, conditions, accesses, each in affine expressions.
//!
//! One walk over the blocks of the part in an order in which a loop comes before its body, a piece at a time. Whatever cannot be expressed
//! ends it: the answer is then that the piece has no description.

use super::affine::{Affine, Factor, Factors};
use super::loops::{CountedLoop, Loops};
use super::reader::{Counter, Provision, Reader, View, emptied};
use super::refusal::{Reason, Refusal};
use crate::model::{
    Base, BlockId, Constant, Effects, Flags, IntPredicate, Model, Opcode, TypeClass, ValueId,
};
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
    /// Its first instruction.
    pub begin: ValueId,
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
    /// Whether `Factor::Iterator` counts the rounds from zero, so that the phi is `start + step * iterator`; else it is the phi.
    pub counts_rounds: bool,
    /// Whether the phi is an address.
    pub is_address: bool,
    /// The number of the loop that it is in.
    pub within: Option<u32>,
}

/// A branch that goes one way or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The branch.
    pub branch: ValueId,
    /// A truth value, or what a switch is about; `None` where it is about data, and not affine.
    pub value: Option<Affine>,
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

/// An access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The load, store or call.
    pub access: ValueId,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// Where it begins; accesses of one address in one block share it.
    pub place: Arc<Place>,
    /// The bytes that it reads or writes from there on.
    pub length: Arc<Affine>,
}

/// A place in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address that the offset starts from: no address computation, and the same in the whole part.
    pub base: Base,
    /// In bytes.
    pub offset: Affine,
    /// By how many bytes the indices of the address computations go further, as the code has them.
    pub scales: Vec<i64>,
}

/// A block of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The block.
    pub block: BlockId,
    /// The number of the innermost loop that it is in.
    pub within: Option<u32>,
}

/// What a static control part consists of, in affine expressions: what a walk over its blocks finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// An outer loop comes before those in it; the iterator `Iterator(k)` is that of the k-th.
    pub loops: Vec<Loop>,
    /// Conditions other than the ends of loops.
    pub conditions: Vec<Condition>,
    /// In the order of the walk.
    pub accesses: Vec<Access>,
    /// Its blocks, those that lead to others first.
    pub members: Vec<Member>,
    /// Under which conditions all of that is exact.
    pub provisions: Vec<Provision>,
    /// The phis that count.
    pub(super) counters: Vec<(ValueId, Counter)>,
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

    /// An expression with the iterators as the code counts them, where they are numbered by rounds: `i` for `start + 4*k`, if it is a multiple of that. Addresses stay
    /// numbered.
    pub fn in_iterators(&self, affine: &Affine) -> Affine {
        let mut terms = affine.clone();
        for (k, l) in (0..).zip(&self.loops).filter(|(_, l)| l.counts_rounds) {
            let factors = Factors::one(Factor::Iterator(k));
            let by = terms.terms.iter().find(|(all, _)| *all == factors).map_or(0, |(_, by)| *by);
            let is_number = !l.is_address && by % l.step == 0;
            let value = Affine::of(factors, 1).plus(&l.start, -1);
            let in_values = value.filter(|_| by != 0 && is_number).and_then(|value| {
                let rounds = terms.plus(&Affine::of_factor(Factor::Iterator(k)), -by)?;
                rounds.plus(&value, by / l.step)
            });
            terms = in_values.unwrap_or(terms);
        }
        terms
    }
}

/// A phi that grows by a number in each round.
struct Induction {
    phi: ValueId,
    next: ValueId,
    start: ValueId,
    /// Of an address, in bytes.
    step: i128,
}

/// An address that counts in a loop.
struct Growing {
    start: ValueId,
    /// The bytes that its rounds amount to.
    grown: Affine,
    begin: ValueId,
    end: ValueId,
}

/// A part being described, piece by piece.
pub(super) struct Walk<'m> {
    model: &'m Model,
    reader: Reader<'m>,
    /// Addresses that count, by their phi.
    growing: FxHashMap<ValueId, Growing>,
    /// By block the innermost loop that it is in.
    innermost: FxHashMap<BlockId, u32>,
    /// Whether a loop was entered that did not end among the blocks described with its first.
    goes_on: bool,
    /// The places of the block that is walked, by address.
    places: FxHashMap<ValueId, Arc<Place>>,
    found: Description,
}

/// How long the lists of a description are.
type Lengths = [usize; 6];

impl Description {
    fn lengths(&self) -> Lengths {
        let Description { loops, conditions, accesses, members, provisions, counters } = self;
        [loops.len(), conditions.len(), accesses.len(), members.len(), provisions.len(), counters.len()]
    }

    fn truncate(&mut self, to: Lengths) {
        self.loops.truncate(to[0]);
        self.conditions.truncate(to[1]);
        self.accesses.truncate(to[2]);
        self.members.truncate(to[3]);
        self.provisions.truncate(to[4]);
        self.counters.truncate(to[5]);
    }
}

impl<'m> Walk<'m> {
    /// A part that is entered at a block.
    pub(super) fn new(model: &'m Model, entry: BlockId) -> Self {
        let reader = Reader::new(model, model.block_first(entry));
        let (growing, innermost) = (FxHashMap::default(), FxHashMap::default());
        let (places, found) = (FxHashMap::default(), Description::default());
        Self { model, reader, growing, innermost, goes_on: false, places, found }
    }

    /// What was described.
    pub(super) fn found(self) -> Description {
        self.found
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
        if described.is_ok() {
            self.found.conditions.splice(0..0, first.found.conditions);
            self.found.accesses.splice(0..0, first.found.accesses);
            self.found.members.splice(0..0, first.found.members);
            self.found.provisions.splice(0..0, first.found.provisions);
        }
        Some(described.is_ok())
    }

    /// Describes further blocks, those that lead to others first; each loop among them is one of `loops`. When there is no description of
    /// them, what was described before stays.
    pub(super) fn blocks(&mut self, blocks: &[BlockId], loops: &Loops) -> Result<(), Refusal> {
        let before = self.found.lengths();
        self.reader.take_provisions();
        let described = blocks.iter().try_for_each(|block| self.block(*block, loops));
        if described.is_err() {
            self.found.truncate(before);
        }
        self.leave_loops(before[0]);
        described
    }

    /// Forgets what is known of the loops, unless one of those from that number on, or an earlier one, goes on behind the blocks described.
    fn leave_loops(&mut self, from: usize) {
        let is_described =
            |l: &Loop| self.model.block_of(l.end).is_some_and(|block| self.innermost.contains_key(&block));
        self.goes_on |= !self.found.loops[from..].iter().all(is_described);
        if !self.goes_on {
            emptied(&mut self.growing);
            emptied(&mut self.innermost);
            self.reader.leave_loops();
        }
    }

    fn block(&mut self, block: BlockId, loops: &Loops) -> Result<(), Refusal> {
        let model = self.model;
        let mut within = self.around(block);
        if let Some(counted) = loops.by_begin.get(&block) {
            let refused = Refusal { reason: Reason::Loop, at: counted.end };
            within = Some(self.enter(counted, within).ok_or(refused)?);
        }
        emptied(&mut self.places);
        within.map(|number| self.innermost.insert(block, number));
        self.found.members.push(Member { block, within });
        model.block_instructions(block).try_for_each(|v| self.instruction(v))?;
        let end = model.terminator(block);
        if model.block_successors(block).len() > 1 && !loops.by_end.contains_key(&end) {
            let view = if model.opcode(end) == Some(Opcode::Switch) { View::Signed } else { View::Unsigned };
            let condition = model.operand(end, 0).ok_or(Refusal { reason: Reason::Condition, at: end })?;
            let value = self.reader.read_if_affine(condition, view, end);
            // What guards whole loops is left outside.
            if value.is_none() && within.is_none() {
                return Err(Refusal { reason: Reason::Condition, at: end });
            }
            self.found.conditions.push(Condition { branch: end, value, within });
        }
        self.found.provisions.extend(self.reader.take_provisions());
        Ok(())
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
        let model = self.model;
        let inductions = self.inductions(counted);
        let test = Test::of(model, counted, &inductions)?;
        let main = test.main;
        let view = self.view_of(&test)?;
        let start = self.reader.read(main.start, view, counted.begin)?;
        let bound_view = if test.is_signed_and_wide { View::Signed } else { view };
        let mut bound = self.reader.read(test.bound, bound_view, counted.begin)?;
        if test.is_of_phi {
            bound = bound.plus(&Affine::constant(main.step), 1)?;
        }
        let relation = relation(test.goes_on, main.step, self.may_wrap(main.next))?;
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
            within,
        });
        Some(number)
    }

    /// What a phi of the loop's first block is, if that can be said.
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
        let (flags, width) = (model.flags(induction.next), model.type_of(induction.phi).integer_width());
        let (value, view) = if induction.phi == main.phi {
            (Some(value.clone()), view)
        } else {
            let view = match width {
                None => View::Unsigned,
                Some(_) if flags.contains(Flags::NSW) => View::Signed,
                Some(_) if flags.contains(Flags::NUW) => View::Unsigned,
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
            self.growing.insert(induction.phi, Growing { start, grown, begin, end });
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

    /// Provides that the iterator stays within its type, and where it is to meet its bound, that it begins on the right side.
    fn stays(
        &mut self,
        test: &Test<'_>,
        view: View,
        (start, value, bound): (&Affine, &Affine, &Affine),
        end: ValueId,
    ) -> Option<()> {
        let main = test.main;
        let flags = self.model.flags(main.next);
        let Some(width) = self.model.type_of(main.phi).integer_width() else { return Some(()) };
        if let Some(width) = test.cut {
            let step = if test.is_of_phi { 0 } else { main.step };
            self.reader.stays_within(&value.plus(&Affine::constant(step), 1)?, view, width, end);
        }
        let flag = if view == View::Unsigned { Flags::NUW } else { Flags::NSW };
        if !flags.contains(flag) {
            let next = value.plus(&Affine::constant(main.step), 1)?;
            self.reader.stays_within(&next, view, width, end);
        }
        if test.goes_on == IntPredicate::Ne && self.may_wrap(main.next) {
            let first = start.plus(&Affine::constant(main.step), 1)?;
            let ahead = Affine::default().plus(&bound.plus(&first, -1)?, main.step)?;
            self.reader.is_positive(&ahead, end);
        }
        Some(())
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
                model.operand(phi, u32::try_from(at).ok()?)
            };
            let (start, next) = (from(counted.precursor)?, from(counted.end)?);
            let number = |n| match model.constant(model.operand(next, n)?) {
                Some(Constant::Scalar(number)) => super::affine::integer(number),
                _ => None,
            };
            let is_phi = |n| model.operand(next, n) == Some(phi);
            let step = match model.opcode(next)? {
                Opcode::Add if is_phi(0) => number(1),
                Opcode::Add if is_phi(1) => number(0),
                Opcode::Sub if is_phi(0) => number(1).and_then(i128::checked_neg),
                Opcode::GetElementPtr if is_phi(0) => {
                    let form = model.gep_form(next)?;
                    let of = |&(n, scale): &(u32, i64)| number(n)?.checked_mul(i128::from(scale));
                    form.terms
                        .iter()
                        .try_fold(i128::from(form.offset), |sum, term| sum.checked_add(of(term)?))
                }
                _ => None,
            };
            let step = step.filter(|step| *step != 0)?;
            Some(Induction { phi, next, start, step })
        };
        phis.filter_map(induction).collect()
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

    /// A call that sets or copies a piece of memory.
    fn block_access(&mut self, call: ValueId) -> Option<()> {
        let model = self.model;
        let length = Arc::new(self.reader.read(model.operand(call, 3)?, View::Unsigned, call)?);
        let (to, from) = (model.operand(call, 1)?, model.operand(call, 2)?);
        if model.has_class(from, TypeClass::Pointer) {
            self.access(call, AccessKind::Read, from, length.clone())?;
        }
        self.access(call, AccessKind::Write, to, length)
    }

    /// `llvm.memset`, `llvm.memcpy`, `llvm.memmove`, not volatile.
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

    /// Where an address lies, as `access` sees it, and with it all of its block.
    fn place(&mut self, pointer: ValueId, access: ValueId) -> Option<Place> {
        let model = self.model;
        let (mut offset, mut scales) = (Affine::default(), Vec::new());
        let mut at = pointer;
        // Each step goes to an operand that dominates, or to where the phi of a loop around starts.
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
                    let Growing { start, grown, begin, end } = self.growing.get(&at)?;
                    if !model.dominates(*begin, access) || !model.post_dominates(*end, access) {
                        return None;
                    }
                    offset = offset.plus(grown, 1)?;
                    at = *start;
                    continue;
                }
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

/// How a loop is tested at its end.
struct Test<'i> {
    main: &'i Induction,
    /// Whether the phi is compared, and not the value of the next round.
    is_of_phi: bool,
    /// The cast to a wider type that is compared, if one is.
    widened: Option<Opcode>,
    /// The width to which it is cut before, if it is.
    cut: Option<u32>,
    bound: ValueId,
    /// How it is compared with the bound when it goes on.
    goes_on: IntPredicate,
    /// Whether it is widened as an unsigned number and compared as a signed one.
    is_signed_and_wide: bool,
}

impl<'i> Test<'i> {
    fn of(model: &Model, counted: &CountedLoop, inductions: &'i [Induction]) -> Option<Test<'i>> {
        let comparison = model.operand(counted.end, 0)?;
        let (left, right) = (model.operand(comparison, 0)?, model.operand(comparison, 1)?);
        let within = |v: ValueId, casts: &[Opcode]| match model.opcode(v) {
            Some(cast) if casts.contains(&cast) => (model.operand(v, 0).unwrap_or(v), Some(cast)),
            _ => (v, None),
        };
        let is_tested = |v: ValueId| {
            let (whole, widened) = within(v, &[Opcode::SExt, Opcode::ZExt]);
            let (inner, cut) = within(whole, &[Opcode::Trunc]);
            let main = inductions.iter().find(|i| [i.phi, i.next].contains(&inner))?;
            let cut = cut.and_then(|_| model.type_of(whole).integer_width());
            Some((main, inner == main.phi, widened, cut))
        };
        let predicate = model.predicate(comparison)?;
        let (tested, bound, asked) = match (is_tested(left), is_tested(right)) {
            (Some(tested), _) => (tested, right, predicate),
            (None, Some(tested)) => (tested, left, predicate.swapped()),
            (None, None) => return None,
        };
        let (main, is_of_phi, widened, cut) = tested;
        let does_go_on = model.successor(counted.end, 0) == Some(counted.begin);
        let goes_on = if does_go_on { asked } else { asked.opposite() };
        let is_equality = matches!(goes_on, IntPredicate::Eq | IntPredicate::Ne);
        let is_signed_and_wide = widened == Some(Opcode::ZExt) && !goes_on.is_unsigned() && !is_equality;
        Some(Test { main, is_of_phi, widened, cut, bound, goes_on, is_signed_and_wide })
    }
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
