//! Values as linear terms.
//!
//! In: `%o = add nsw i32 %i, 1`, `%x = sext i32 %o to i64` and `%q = getelementptr double, ptr %p, i64 %x`,
//! where `%i` is the counter of a loop. Out: `%p + 8*%i + 8`.
//!
//! Integers are read as signed and added exactly. If a narrow operation may wrap, or a `zext` may extend a
//! negative number, the term holds only under the assumption that this does not happen; the instruction is
//! then recorded with the term. Flags and ranges can discharge the assumption.
//!
//! Values are processed with an explicit stack, operands first. There are no cycles, since a phi only depends
//! on values before its loop. The counter of a loop is not available after the loop: a value that depends on
//! it becomes a symbol there.

use super::induction::{self, Stepping, counter, integer, steppings};
use super::loops::{LoopForest, LoopId};
use super::term::{Symbol, Term};
use crate::values::bounds::{bounds, is_exact};
use crate::values::interval::Domain;
use crate::values::known_bits::{is_disjoint_or, shift_amount};
use ir::{Base, BlockId, Flags, Model, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Limit on the number of values of one function that are decomposed; further ones become symbols.
const MOST_VALUES: usize = 1 << 18;
/// Limit on the number of range queries in one function. Beyond it, assumptions are recorded instead.
const MOST_QUERIES: u32 = 1 << 13;

/// A value as a term, with the instructions assumed not to wrap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// The term.
    pub term: Term,
    /// Instructions whose exact result may not fit their type, ascending.
    pub assumed: SmallVec<[ValueId; 0]>,
}

impl Linear {
    fn leaf(value: ValueId) -> Linear {
        Linear { term: Term::symbol(Symbol::Value(value)), assumed: SmallVec::new() }
    }

    fn assume(&mut self, instructions: &[ValueId]) {
        for instruction in instructions {
            if let Err(at) = self.assumed.binary_search(instruction) {
                self.assumed.insert(at, *instruction);
            }
        }
    }

    fn plus(mut self, other: &Linear, times: i64) -> Option<Linear> {
        self.term = self.term.plus(&other.term, times)?;
        self.assume(&other.assumed);
        Some(self)
    }

    fn times(mut self, other: &Linear) -> Option<Linear> {
        self.term = self.term.times(&other.term)?;
        self.assume(&other.assumed);
        Some(self)
    }
}

/// The counter of a loop, and its relation to the number of rounds.
#[derive(Clone, Debug)]
pub(super) struct LoopCounter {
    /// The phi; `None` if no phi of the header is an induction variable.
    pub(super) stepping: Option<Stepping>,
    /// Whether its own value is the symbol of the loop: it is an integer that does not count bytes. Otherwise
    /// the number of rounds is the symbol.
    pub(super) is_symbol: bool,
}

/// The linear terms of a function.
pub(super) struct Linearisation<'m> {
    pub(super) model: &'m Model,
    pub(super) loops: LoopForest,
    known: FxHashMap<ValueId, Rc<Linear>>,
    counters: FxHashMap<LoopId, Rc<LoopCounter>>,
    /// The constant that represents a hidden global, which is not a value of the model.
    hidden: FxHashMap<u32, ValueId>,
    queries: u32,
}

impl<'m> Linearisation<'m> {
    /// The loops of a function; terms are computed on demand.
    pub(super) fn new(model: &'m Model) -> Self {
        Linearisation {
            model,
            loops: LoopForest::of(model),
            known: FxHashMap::default(),
            counters: FxHashMap::default(),
            hidden: FxHashMap::default(),
            queries: 0,
        }
    }

    /// The number of decomposed values and of range queries so far.
    pub(super) fn work(&self) -> u64 {
        self.known.len() as u64 + u64::from(self.queries)
    }

    /// The term of a value in the block that uses it.
    pub(super) fn linear_at(&mut self, value: ValueId, user: BlockId) -> Rc<Linear> {
        let linear = self.linear(value);
        self.seen_from(&linear, value, user)
    }

    /// The term of a value in the block that computes it.
    pub(super) fn linear(&mut self, value: ValueId) -> Rc<Linear> {
        let mut open: SmallVec<[ValueId; 8]> = SmallVec::from_slice(&[value]);
        while let Some(&at) = open.last() {
            if self.known.contains_key(&at) {
                open.pop();
                continue;
            }
            let below = self.dependencies(at);
            let before = open.len();
            open.extend(below.into_iter().filter(|value| !self.known.contains_key(value)));
            if open.len() == before {
                let linear = self.compute(at).unwrap_or_else(|| Linear::leaf(at));
                self.known.insert(at, Rc::new(linear));
                open.pop();
            }
        }
        self.known.get(&value).cloned().unwrap_or_default()
    }

    /// Replaces a term by a symbol if it contains the counter of a loop that does not contain `user`.
    fn seen_from(&self, linear: &Rc<Linear>, value: ValueId, user: BlockId) -> Rc<Linear> {
        let is_left = |symbol| matches!(symbol, Symbol::Counter(of) if !self.loops.has_block(of, user));
        match linear.term.symbols().any(is_left) {
            true => Rc::new(Linear::leaf(value)),
            false => linear.clone(),
        }
    }

    /// The counter of a loop.
    pub(super) fn counter(&mut self, of: LoopId) -> Rc<LoopCounter> {
        if let Some(known) = self.counters.get(&of) {
            return known.clone();
        }
        let all = steppings(self.model, &self.loops, of);
        let (steps, is_integer) = (all.clone(), |s: &Stepping| width(self.model, s.phi).is_some());
        let fits = |s: &Stepping| !is_integer(s) || counts_elements(self.model, &steps, s);
        let stepping = counter(self.model, &self.loops, of, all, fits);
        let is_symbol =
            stepping.as_ref().is_some_and(|s| is_integer(s) && fits(s) && !is_distance(self.model, s));
        let counter = Rc::new(LoopCounter { stepping, is_symbol });
        self.counters.insert(of, counter.clone());
        counter
    }

    /// The loop of a header phi, and its stepping, if it is an induction variable.
    fn stepping(&self, phi: ValueId) -> Option<(LoopId, Stepping)> {
        let this = self.loops.with_header(self.model.block_of(phi)?)?;
        Some((this, Stepping::of(self.model, &self.loops, phi)?))
    }

    /// Whether an `or` is a sum: its operands have no common bit. This follows from known bits, or because
    /// one operand counts in steps that leave the low bits 0 and the other is a constant in those bits.
    fn is_sum(&self, or: ValueId) -> bool {
        let model = self.model;
        if is_disjoint_or(model, or) {
            return true;
        }
        let operands = (model.operand(or, 0), model.operand(or, 1).and_then(|value| integer(model, value)));
        let (Some(counting), Some(low)) = operands else { return false };
        let stepping = self.stepping(counting).map(|(_, stepping)| stepping);
        let zeros = stepping.and_then(|stepping| {
            let init = integer(model, stepping.init)?;
            let factors = stepping.summands.iter().map(|(_, factor)| factor.trailing_zeros());
            Some(factors.fold(init.trailing_zeros().min(stepping.constant.trailing_zeros()), u32::min))
        });
        model.opcode(or) == Some(Opcode::Or)
            && zeros.is_some_and(|zeros| low >= 0 && low.checked_shr(zeros).unwrap_or(0) == 0)
    }

    /// The values that the term of a value is computed from; none for symbols.
    fn dependencies(&mut self, value: ValueId) -> SmallVec<[ValueId; 4]> {
        let none = SmallVec::new();
        let model = self.model;
        let (Some(opcode), Some(block)) = (model.opcode(value), model.block_of(value)) else { return none };
        let is_full = self.known.len() >= MOST_VALUES;
        if !is_scalar(model, value) || is_full || !model.dominance().is_reachable(block) {
            return none;
        }
        let operand = |n: u32| model.operand(value, n);
        match opcode {
            Opcode::Add | Opcode::Sub | Opcode::Mul => {
                [operand(0), operand(1)].into_iter().flatten().collect()
            }
            Opcode::Or if self.is_sum(value) => [operand(0), operand(1)].into_iter().flatten().collect(),
            Opcode::Xor if operand(1).and_then(|mask| integer(model, mask)) == Some(-1) => {
                operand(0).into_iter().collect()
            }
            Opcode::And if low_mask(model, value).is_some() => operand(0).into_iter().collect(),
            Opcode::Shl if shift_amount(model, value).is_some() => operand(0).into_iter().collect(),
            _ if is_transparent(model, value, opcode) => operand(0).into_iter().collect(),
            Opcode::GetElementPtr => match model.gep_form(value) {
                Some(form) => {
                    operand(0).into_iter().chain(form.terms.iter().filter_map(|(n, _)| operand(*n))).collect()
                }
                None => none,
            },
            Opcode::Phi => match (induction::merged(model, value), self.stepping(value)) {
                (Some(one), _) => SmallVec::from_slice(&[one]),
                (_, Some((this, stepping))) => {
                    let counter = self.counter(this);
                    let both = [Some(&stepping), counter.stepping.as_ref()];
                    let of = |s: &Stepping| {
                        std::iter::once(s.init)
                            .chain(s.summands.iter().map(|(v, _)| *v))
                            .collect::<SmallVec<[_; 4]>>()
                    };
                    both.into_iter().flatten().flat_map(of).collect()
                }
                _ => induction::trailed(model, &self.loops, value).map(|(of, _)| of).into_iter().collect(),
            },
            _ => none,
        }
    }

    /// The term of a value, given the terms of its dependencies; `None` for a symbol.
    fn compute(&mut self, value: ValueId) -> Option<Linear> {
        let model = self.model;
        if let Some(number) = integer(model, value) {
            return Some(Linear { term: Term::constant(number), ..Linear::default() });
        }
        if let Some(address) = model.constant_address(value) {
            let (base, offset) = match address.base {
                Base::Value(global) => (global, address.offset),
                Base::Hidden(of) => {
                    let first = *self.hidden.entry(of).or_insert(value);
                    let from = model.constant_address(first).map_or(0, |first| first.offset);
                    (first, address.offset.wrapping_sub(from))
                }
            };
            let term = Term::symbol(Symbol::Value(base)).plus(&Term::constant(offset), 1)?;
            return Some(Linear { term, ..Linear::default() });
        }
        if self.dependencies(value).is_empty() {
            return None;
        }
        let (opcode, block) = (model.opcode(value)?, model.block_of(value)?);
        let mut linear = match opcode {
            Opcode::Phi => {
                if let Some((of, step)) = induction::trailed(model, &self.loops, value) {
                    let of = self.linear(of);
                    return (*of)
                        .clone()
                        .plus(&Linear { term: Term::constant(step), ..Linear::default() }, -1);
                }
                return self.phi(value);
            }
            Opcode::GetElementPtr => return self.gep(value, block),
            Opcode::Add | Opcode::Or => self.operand(value, 0)?.plus(&self.operand(value, 1)?, 1)?,
            Opcode::Sub => self.operand(value, 0)?.plus(&self.operand(value, 1)?, -1)?,
            Opcode::Mul => self.operand(value, 0)?.times(&self.operand(value, 1)?)?,
            Opcode::Xor => {
                Linear { term: Term::constant(-1), ..Linear::default() }.plus(&self.operand(value, 0)?, -1)?
            }
            Opcode::Shl => {
                let factor = 1i64.checked_shl(shift_amount(model, value)?)?;
                Linear::default().plus(&self.operand(value, 0)?, factor)?
            }
            _ => self.operand(value, 0)?,
        };
        if !self.is_exact(value, opcode) {
            linear.assume(&[value]);
            if let Some(bits) = preserved_bits(model, value, opcode) {
                linear.term = std::mem::take(&mut linear.term).modulo(bits);
            }
        }
        Some(linear)
    }

    fn operand(&self, of: ValueId, n: u32) -> Option<Linear> {
        let (value, block) = (self.model.operand(of, n)?, self.model.block_of(of)?);
        Some((*self.seen_from(self.known.get(&value)?, value, block)).clone())
    }

    /// Whether the result is exact, as far as flags and ranges show. Addresses and 64-bit numbers are exact
    /// modulo 2^64.
    fn is_exact(&mut self, value: ValueId, opcode: Opcode) -> bool {
        let model = self.model;
        let (Some(block), Some(to)) = (model.block_of(value), width(model, value)) else { return true };
        let flags = model.flags(value);
        let may_query = self.queries < MOST_QUERIES;
        self.queries += u32::from(may_query);
        match opcode {
            Opcode::Or | Opcode::Xor | Opcode::SExt | Opcode::Freeze | Opcode::BitCast => true,
            Opcode::ZExt => {
                let of = model.operand(value, 0).filter(|_| may_query);
                let range = of.and_then(|of| bounds(model, of, block));
                flags.contains(Flags::NNEG) || range.is_some_and(|range| range.signed.least >= 0)
            }
            Opcode::Trunc => {
                let of = model.operand(value, 0).filter(|_| may_query);
                let range = of.and_then(|of| bounds(model, of, block));
                flags.contains(Flags::NSW)
                    || range.is_some_and(|range| range.signed.is_subset_of(Domain::Signed.all(to)))
            }
            Opcode::And => {
                let of = model.operand(value, 0).filter(|_| may_query).zip(low_mask(model, value));
                let range = |(of, bits): (ValueId, u32)| Some((bounds(model, of, block)?, bits));
                of.and_then(range)
                    .is_some_and(|(range, bits)| range.unsigned.is_subset_of(Domain::Unsigned.all(bits)))
            }
            Opcode::PtrToInt | Opcode::IntToPtr => to >= 64,
            _ => {
                to >= 64
                    || flags.contains(Flags::NSW)
                    || (may_query && is_exact(model, value, block, Domain::Signed))
            }
        }
    }

    /// Whether an instruction is the zero extension of a symbol with no other terms or comparisons: in all
    /// terms the symbol may then stand for the unsigned number, which is never negative.
    pub(super) fn widens_unsigned(&mut self, zext: ValueId) -> bool {
        let model = self.model;
        let of = model.operand(zext, 0).filter(|_| model.opcode(zext) == Some(Opcode::ZExt));
        let Some(of) = of.filter(|of| *self.linear(*of) == Linear::leaf(*of)) else { return false };
        model.operand_uses(of).iter().all(|edge| match model.opcode(edge.to) {
            Some(Opcode::ZExt) => true,
            Some(Opcode::ICmp) => false,
            _ => !self.dependencies(edge.to).contains(&of),
        })
    }

    fn gep(&mut self, gep: ValueId, block: BlockId) -> Option<Linear> {
        let model = self.model;
        let form = model.gep_form(gep)?;
        let constant = Linear { term: Term::constant(form.offset), ..Linear::default() };
        let mut sum = self.operand(gep, 0)?.plus(&constant, 1)?;
        for &(n, factor) in &form.terms {
            let index = model.operand(gep, n)?;
            // A wider index is truncated, and a vector of indices addresses several elements.
            width(model, index).filter(|width| *width <= form.width)?;
            let index = self.seen_from(self.known.get(&index)?, index, block);
            sum = sum.plus(&index, factor)?;
        }
        Some(sum)
    }

    fn phi(&mut self, phi: ValueId) -> Option<Linear> {
        if induction::merged(self.model, phi).is_some() {
            return self.operand(phi, 0);
        }
        let (this, stepping) = self.stepping(phi)?;
        let counter = self.counter(this);
        let symbol = Linear { term: Term::symbol(Symbol::Counter(this)), ..Linear::default() };
        let (init, step) = self.progression(&stepping)?;
        let Some(by) = counter.stepping.as_ref().filter(|_| counter.is_symbol) else {
            return init.plus(&symbol.times(&step)?, 1);
        };
        if by.phi == phi {
            return Some(symbol);
        }
        // init + step * rounds, where rounds = (counter - first) / stride.
        let (first, stride) = self.progression(by)?;
        let ratio = Linear { term: step.term.divided_by(&stride.term)?, ..step };
        let rounds = symbol.plus(&first, -1)?;
        let mut value = init.plus(&rounds.times(&ratio)?, 1)?;
        value.assume(&stride.assumed);
        Some(value)
    }

    /// The first value and the step of an induction variable.
    pub(super) fn progression(&mut self, of: &Stepping) -> Option<(Linear, Linear)> {
        let init = (*self.linear_at(of.init, of.from)).clone();
        let mut step = Linear { term: Term::constant(of.constant), ..Linear::default() };
        for &(value, factor) in &of.summands {
            step = step.plus(&self.linear_at(value, of.from), factor)?;
        }
        for &operation in &of.operations {
            let opcode = self.model.opcode(operation)?;
            if opcode != Opcode::GetElementPtr && !self.is_exact(operation, opcode) {
                step.assume(&[operation]);
            }
        }
        Some((init, step))
    }
}

/// Whether a step of each pointer and index that steps with an integer counter is a whole number of elements
/// for each 1 of the counter. It is not where `k` counts by 3 and a pointer advances by one element.
fn counts_elements(model: &Model, all: &[Stepping], counter: &Stepping) -> bool {
    let fits = |bytes: i64, access: ValueId| {
        let size = model.access_size(access).and_then(u32::checked_next_power_of_two).map(i64::from);
        let Some(size) = size.filter(|size| *size > 0 && bytes % size == 0) else { return true };
        counter.constant.checked_mul(size).is_some_and(|step| step != 0 && bytes % step == 0)
    };
    let accesses_fit = |address: ValueId, bytes: i64| {
        let mut users = model.operand_uses(address).iter().map(|edge| edge.to);
        users.all(|user| pointer(model, user) != Some(address) || fits(bytes, user))
    };
    let addresses_fit = |other: &Stepping| {
        accesses_fit(other.phi, other.constant)
            && model.operand_uses(other.phi).iter().all(|edge| {
                let Some(form) = model.gep_form(edge.to) else { return true };
                let factor = form.terms.iter().find(|(n, _)| *n == edge.n).map_or(1, |(_, factor)| *factor);
                let bytes = other.constant.checked_mul(factor);
                bytes.is_none_or(|bytes| accesses_fit(edge.to, bytes))
            })
    };
    let of_numbers = all.iter().filter(|other| other.phi != counter.phi && other.summands.is_empty());
    !counter.summands.is_empty() || of_numbers.into_iter().all(addresses_fit)
}

/// Whether an integer counter is the byte distance of accessed elements: a multiple of it is not a whole
/// number of elements, but its first value and its step are. LLVM counts this way if a pointer advances to a
/// fixed distance from its start.
fn is_distance(model: &Model, counter: &Stepping) -> bool {
    let Some(first) = integer(model, counter.init).filter(|_| counter.summands.is_empty()) else {
        return false;
    };
    let accesses = |address: ValueId| {
        let users = model.operand_uses(address).iter().map(|edge| edge.to);
        users.filter(move |user| pointer(model, *user) == Some(address))
    };
    let is_distance_of = |access: ValueId, factor: i64| {
        let size = model.access_size(access).and_then(u32::checked_next_power_of_two).map(i64::from);
        let is_whole = |size: i64, number: i64| factor.checked_mul(number).is_some_and(|n| n % size == 0);
        size.is_some_and(|size| {
            size > 0 && factor % size != 0 && is_whole(size, first) && is_whole(size, counter.constant)
        })
    };
    counter.constant > 1
        && model.operand_uses(counter.phi).iter().any(|edge| {
            let form = model.gep_form(edge.to);
            let factor = form.and_then(|form| form.terms.iter().find(|(n, _)| *n == edge.n));
            factor.is_some_and(|&(_, factor)| accesses(edge.to).any(|access| is_distance_of(access, factor)))
        })
}

/// The address operand of a load or store.
pub(super) fn pointer(model: &Model, access: ValueId) -> Option<ValueId> {
    match model.opcode(access)? {
        Opcode::Load => model.operand(access, 0),
        Opcode::Store => model.operand(access, 1),
        _ => None,
    }
}

/// The width of an integer value that can have a term.
fn width(model: &Model, value: ValueId) -> Option<u32> {
    let width = model.type_of(value).integer_width().filter(|_| model.has_class(value, TypeClass::Integer));
    width.filter(|width| (2..=64).contains(width))
}

/// Minimal number of low bits that still count as a whole number when the others are cut off: that of an
/// `int`. Narrower numbers are intended to wrap, such as an index of a ring buffer, a row of a table or a
/// digit.
const FEWEST_BITS: u32 = 32;

/// The number of low bits that an `and` with a constant preserves, if it clears all others and they are
/// enough for a whole number. LLVM also clears low bits that a multiple of a power of two does not have: `(x <<
/// 9) & 0xfffffe00` preserves 32.
fn low_mask(model: &Model, and: ValueId) -> Option<u32> {
    let mask = integer(model, model.operand(and, 1)?)?;
    let cleared = mask.trailing_zeros();
    if mask == 0 || (cleared > 0 && zeros(model, model.operand(and, 0)?) < cleared) {
        return None;
    }
    let bits = cleared + (mask >> cleared).trailing_ones();
    ((FEWEST_BITS..64).contains(&bits) && mask >> bits == 0).then_some(bits)
}

/// The low bits of a multiple of a power of two that are certainly 0.
fn zeros(model: &Model, value: ValueId) -> u32 {
    let by = || model.operand(value, 1).and_then(|by| integer(model, by));
    match model.opcode(value) {
        Some(Opcode::Shl) => shift_amount(model, value).unwrap_or(0),
        Some(Opcode::Mul) => by().filter(|by| *by != 0).map_or(0, i64::trailing_zeros),
        _ => 0,
    }
}

/// The number of low bits that a truncating instruction preserves.
fn preserved_bits(model: &Model, value: ValueId, opcode: Opcode) -> Option<u32> {
    match opcode {
        Opcode::And => low_mask(model, value),
        Opcode::Trunc => width(model, value),
        _ => None,
    }
}

fn is_scalar(model: &Model, value: ValueId) -> bool {
    width(model, value).is_some() || model.has_class(value, TypeClass::Pointer)
}

/// Whether an instruction passes its operand on as a signed number. A truth value is 1, not -1.
fn is_transparent(model: &Model, value: ValueId, opcode: Opcode) -> bool {
    let casts = matches!(
        opcode,
        Opcode::SExt
            | Opcode::ZExt
            | Opcode::Trunc
            | Opcode::Freeze
            | Opcode::BitCast
            | Opcode::PtrToInt
            | Opcode::IntToPtr
    );
    let is_whole = opcode != Opcode::Trunc
        || model.flags(value).contains(Flags::NSW)
        || width(model, value).is_some_and(|width| width >= FEWEST_BITS);
    casts && is_whole && model.operand(value, 0).is_some_and(|of| is_scalar(model, of))
}
