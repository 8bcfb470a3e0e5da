//! Reading of values as exact affine expressions: they equal the computed values, as signed or unsigned
//! numbers.
//!
//! ```text
//! zext (add i32 %i, -1)      =>      i - 1, provided that i - 1 lies in 0 … 4294967295
//! ```
//!
//! Machine arithmetic is modulo a power of two. A sum is the sum of its operands if flags (`nsw`, `nuw`)
//! exclude wrapping, or if only its value modulo the width matters (an address). Otherwise the expression has
//! a [`Provision`]: `provisions.rs` proves it from the domain, or finds the parameters for which it fails.

mod truth;

use super::affine::{Affine, Factor, integer};
use super::loads::Loads;
use ir::{Base, BlockId, Constant, Flags, IntPredicate, Model, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// The deepest expression that is read.
const DEEPEST: u32 = 64;

/// The depth to which values constant in the part are read: at most two to this power operands are visited.
const PARAMETER_LEVELS: u32 = 4;

/// The interpretation of the bits of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum View {
    /// Two's complement.
    Signed,
    /// A non-negative number.
    Unsigned,
    /// Any number that is equal modulo two to the given power.
    Modulo(u32),
}

impl View {
    /// The least and the greatest number of a width in this view.
    fn range(self, width: u32) -> (i128, i128) {
        match self {
            View::Unsigned => (0, (1 << width) - 1),
            _ => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        }
    }
}

/// A condition under which an expression equals the computed value: `value` lies in `low` … `high` whenever
/// `user` runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provision {
    /// The number that must stay in its type.
    pub value: Affine,
    /// The least allowed value.
    pub low: i128,
    /// The greatest allowed value.
    pub high: i128,
    /// The instruction that needs it.
    pub user: ValueId,
}

/// A phi that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counter {
    /// Its value, exact in `view`.
    pub(super) value: Affine,
    /// The view in which `value` is exact; `Modulo` of its width if wrapping is not excluded.
    pub(super) view: View,
    /// The first instruction of its loop.
    pub(super) begin: ValueId,
    /// The last instruction of its loop.
    pub(super) end: ValueId,
}

/// Reads values as affine expressions, for one part.
pub(super) struct Reader<'m> {
    model: &'m Model,
    /// The first instruction of the part; values that strictly dominate it are parameters.
    first: ValueId,
    /// The counters, by phi.
    counters: FxHashMap<ValueId, Counter>,
    /// A cache of the expressions read for the last user.
    known: FxHashMap<(ValueId, View), Option<Affine>>,
    user: Option<ValueId>,
    /// The innermost block before the part that contains a value used as a parameter.
    closest: Cell<Option<BlockId>>,
    /// The conditions under which the expressions are exact.
    provisions: Vec<Provision>,
    /// The loads that are parameters.
    pub(super) loads: Loads<'m>,
}

impl<'m> Reader<'m> {
    /// A reader for a part that begins with `first`, with the loads in it that are parameters.
    pub(super) fn new(model: &'m Model, first: ValueId, loads: Loads<'m>) -> Self {
        Self {
            model,
            first,
            counters: FxHashMap::default(),
            known: FxHashMap::default(),
            user: None,
            closest: Cell::new(None),
            provisions: Vec::new(),
            loads,
        }
    }

    /// The provisions of the expressions read since the last call.
    pub(super) fn take_provisions(&mut self) -> Vec<Provision> {
        std::mem::take(&mut self.provisions)
    }

    /// Moves the begin of the part to the block before. Returns false, without a change, if a value in that
    /// block has been used as a parameter, since expressions would then differ.
    pub(super) fn begin_before(&mut self, before: BlockId) -> bool {
        let holds = self.closest.get() != Some(before);
        if holds {
            self.first = self.model.block_first(before);
            self.user = None;
        }
        holds
    }

    /// Ends all loops: later users lie in none of them.
    pub(super) fn leave_loops(&mut self) {
        emptied(&mut self.counters);
    }

    /// Registers `phi` as a counter.
    pub(super) fn count(&mut self, phi: ValueId, counter: Counter) {
        self.counters.insert(phi, counter);
    }

    /// Whether a value is constant in the part.
    pub(super) fn is_parameter(&self, value: ValueId) -> bool {
        let Some(block) = self.model.block_of(value) else { return true };
        let is_before = value != self.first && self.model.dominates(value, self.first);
        // All these blocks dominate the part, so that of two one dominates the other.
        let is_closer = |last| self.model.dominance().block_dominates(last, block);
        if is_before && self.closest.get() != Some(block) && self.closest.get().is_none_or(is_closer) {
            self.closest.set(Some(block));
        }
        is_before
    }

    /// The expression of a value as seen by the instruction `user`; `None` if it is not affine.
    pub(super) fn read(&mut self, value: ValueId, view: View, user: ValueId) -> Option<Affine> {
        self.value(value, view, user, 0)
    }

    /// The expression of a value, without provisions if the value is not affine.
    pub(super) fn read_if_affine(&mut self, value: ValueId, view: View, user: ValueId) -> Option<Affine> {
        let (before, loads) = (self.provisions.len(), self.loads.len());
        let read = self.value(value, view, user, 0);
        if read.is_none() {
            self.provisions.truncate(before);
            self.loads.forget(loads);
            // Cached expressions of operands depend on the dropped provisions.
            self.user = None;
        }
        read
    }

    /// The expression of a value, if it needs no provision.
    pub(super) fn read_for_certain(&mut self, value: ValueId, view: View, user: ValueId) -> Option<Affine> {
        self.certain(|reader| reader.value(value, view, user, 0))
    }

    /// The result of `read`, if it needs no provision.
    fn certain(&mut self, read: impl FnOnce(&mut Self) -> Option<Affine>) -> Option<Affine> {
        let before = self.provisions.len();
        self.user = None;
        let read = read(self);
        self.user = None;
        let is_certain = self.provisions.len() == before;
        self.provisions.truncate(before);
        read.filter(|_| is_certain)
    }

    /// The offset in bytes that an address computation adds, as the instruction `user` sees it.
    pub(super) fn offset(&mut self, address: ValueId, user: ValueId) -> Option<Affine> {
        self.offset_below(address, user, 0)
    }

    fn offset_below(&mut self, address: ValueId, user: ValueId, depth: u32) -> Option<Affine> {
        let form = self.model.gep_form(address)?;
        let mut sum = Affine::constant(form.offset.into());
        for (n, scale) in &form.terms {
            let index = self.model.operand(address, *n)?;
            // Indices of other widths are sign-extended or truncated.
            let view = match self.model.type_of(index).integer_width()? {
                width if width < form.width => View::Signed,
                _ => View::Modulo(form.width),
            };
            sum = sum.plus(&self.value(index, view, user, depth)?, i128::from(*scale))?;
        }
        Some(sum)
    }

    /// The width of an integer or an address.
    fn width(&self, value: ValueId) -> Option<u32> {
        match self.model.has_class(value, TypeClass::Pointer) {
            true => Some(64),
            false if self.model.has_class(value, TypeClass::Integer) => {
                self.model.type_of(value).integer_width().filter(|width| *width <= 64)
            }
            false => None,
        }
    }

    /// The view in which the code most likely uses a value: unsigned if it is zero-extended or compared as
    /// unsigned, and never used as signed.
    pub(super) fn preferred(&self, value: ValueId) -> View {
        let model = self.model;
        let is = |unsigned: bool, user: ValueId| match (model.opcode(user), model.predicate(user)) {
            (Some(Opcode::ZExt | Opcode::UDiv | Opcode::URem | Opcode::UIToFP), _) => unsigned,
            (Some(Opcode::SExt | Opcode::SDiv | Opcode::SRem | Opcode::SIToFP), _) => !unsigned,
            (_, Some(predicate)) if predicate.is_unsigned() => unsigned,
            (_, Some(IntPredicate::Eq | IntPredicate::Ne) | None) => false,
            (_, Some(_)) => !unsigned,
        };
        let mut users = model.operand_uses(value).iter().map(|edge| edge.to);
        let is_unsigned = users.clone().any(|user| is(true, user)) && !users.any(|user| is(false, user));
        if is_unsigned { View::Unsigned } else { View::Signed }
    }

    fn value(&mut self, value: ValueId, view: View, user: ValueId, depth: u32) -> Option<Affine> {
        let width = self.width(value)?;
        if let Some(Constant::Scalar(number)) = self.model.constant(value) {
            return constant(integer(number)?, width, view).map(Affine::constant);
        }
        if self.is_parameter(value) {
            return self.parameter(value, width, view, user, depth);
        }
        if let Some(counter) = self.counters.get(&value) {
            let (model, Counter { value, view: exact, begin, end }) = (self.model, counter.clone());
            let is_inside = model.dominates(begin, user) && model.post_dominates(end, user);
            return if is_inside { self.viewed(value, exact, view, width, user) } else { None };
        }
        if self.model.opcode(value) == Some(Opcode::Load) {
            let stands_for = self.loaded(value, depth)?;
            return self.parameter(stands_for, width, view, user, depth);
        }
        if self.user.replace(user) != Some(user) {
            emptied(&mut self.known);
        }
        if let Some(known) = self.known.get(&(value, view)) {
            return known.clone();
        }
        let read = if depth < DEEPEST { self.operation(value, width, view, user, depth + 1) } else { None };
        self.known.insert((value, view), read.clone());
        read
    }

    /// The load that represents the value of this one in the part, if it is a parameter: its address consists
    /// of parameters, and the part does not write there.
    pub(super) fn loaded(&mut self, load: ValueId, depth: u32) -> Option<ValueId> {
        if let Some(known) = self.loads.known(load) {
            return known;
        }
        let flags = self.model.flags(load);
        let is_plain = !flags.contains(Flags::VOLATILE) && !flags.contains(Flags::ATOMIC);
        let address = if is_plain && depth < DEEPEST { self.fixed_address(load, depth + 1) } else { None };
        match address {
            Some((base, offset)) if !self.loads.is_written(load, base) => self.loads.add(load, base, offset),
            _ => {
                self.loads.refuse(load);
                None
            }
        }
    }

    /// The address of a load as a base and an offset of parameters.
    fn fixed_address(&mut self, load: ValueId, depth: u32) -> Option<(Base, Affine)> {
        let (model, mut offset) = (self.model, Affine::default());
        let mut at = model.operand(load, 0)?;
        loop {
            if let Some(constant) = model.constant_address(at) {
                let offset = offset.plus(&Affine::constant(constant.offset.into()), 1)?;
                return Some((constant.base, offset));
            }
            let is_parameter = self.is_parameter(at);
            match model.opcode(at) {
                Some(Opcode::GetElementPtr) => {
                    let more = self.certain(|reader| reader.offset_below(at, load, depth));
                    match more.filter(|more| !more.changes()) {
                        Some(more) => offset = offset.plus(&more, 1)?,
                        None => return is_parameter.then_some((Base::Value(at), offset)),
                    }
                    at = model.operand(at, 0)?;
                }
                _ if is_parameter => return Some((Base::Value(at), offset)),
                Some(Opcode::Load) => return Some((Base::Value(self.loaded(at, depth)?), offset)),
                _ => return None,
            }
        }
    }

    /// The expression of a value constant in the part: in other values if that is exact, so that it agrees
    /// with comparisons of these; otherwise the value itself.
    fn parameter(
        &mut self,
        value: ValueId,
        width: u32,
        view: View,
        user: ValueId,
        depth: u32,
    ) -> Option<Affine> {
        let model = self.model;
        if self.model.has_class(value, TypeClass::Pointer) {
            return Some(Affine::of_factor(Factor::Unsigned(value)));
        }
        if let Some(of_others) = self.made_of_parameters(value, width, view, user, depth) {
            return Some(of_others);
        }
        if width == 1 {
            return Some(Affine::of_factor(Factor::Unsigned(value)));
        }
        let inner = model.operand(value, 0).filter(|_| depth < DEEPEST);
        let inner = inner.filter(|inner| self.width(*inner).is_some_and(|width| width > 1));
        match (model.opcode(value), inner) {
            (Some(Opcode::ZExt), Some(inner)) => {
                self.value(inner, widened_from(model, value), user, depth + 1)
            }
            (Some(Opcode::SExt), Some(inner)) if view != View::Unsigned => {
                self.value(inner, View::Signed, user, depth + 1)
            }
            _ => {
                let view = if matches!(view, View::Modulo(_)) { self.preferred(value) } else { view };
                let factor = if view == View::Unsigned { Factor::Unsigned } else { Factor::Parameter };
                Some(Affine::of_factor(factor(value)))
            }
        }
    }

    /// A sum, a product or a comparison of constants of the part, if it is exact without a provision.
    fn made_of_parameters(
        &mut self,
        value: ValueId,
        width: u32,
        view: View,
        user: ValueId,
        depth: u32,
    ) -> Option<Affine> {
        let model = self.model;
        let opcode = model.opcode(value).filter(|_| depth < DEEPEST)?;
        let (before, depth) = (self.provisions.len(), depth + DEEPEST / PARAMETER_LEVELS);
        let read = match opcode {
            Opcode::ICmp if model.predicate(value).is_some_and(|predicate| !predicate.is_unsigned()) => {
                self.truth(value, opcode, user, depth)
            }
            Opcode::And | Opcode::Or | Opcode::Xor if width == 1 => self.truth(value, opcode, user, depth),
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl if width > 1 => {
                self.sum(value, width, view, user, depth)
            }
            _ => None,
        };
        let is_certain = self.provisions.len() == before;
        self.provisions.truncate(before);
        read.filter(|_| is_certain)
    }

    /// Converts a number exact in one view to another view.
    fn viewed(
        &mut self,
        value: Affine,
        exact: View,
        view: View,
        width: u32,
        user: ValueId,
    ) -> Option<Affine> {
        if exact == view || matches!(view, View::Modulo(_)) {
            return Some(value);
        }
        let (low, high) = view.range(width);
        self.provide(&value, low, high, user);
        Some(value)
    }

    /// Adds the provision that a number fits a width in a view.
    pub(super) fn stays_in_width(&mut self, value: &Affine, view: View, width: u32, user: ValueId) {
        let (low, high) = view.range(width);
        self.provide(value, low, high, user);
    }

    /// Adds the provision that a number is non-negative.
    pub(super) fn is_positive(&mut self, value: &Affine, user: ValueId) {
        self.provide(value, 0, i128::from(u64::MAX), user);
    }

    fn provide(&mut self, value: &Affine, low: i128, high: i128, user: ValueId) {
        if value.as_constant().is_none_or(|number| !(low..=high).contains(&number)) {
            self.provisions.push(Provision { value: value.clone(), low, high, user });
        }
    }

    fn operation(
        &mut self,
        value: ValueId,
        width: u32,
        view: View,
        user: ValueId,
        depth: u32,
    ) -> Option<Affine> {
        let model = self.model;
        let opcode = model.opcode(value)?;
        match opcode {
            Opcode::ICmp | Opcode::And | Opcode::Or | Opcode::Xor if width == 1 => {
                self.truth(value, opcode, user, depth)
            }
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl if width > 1 => {
                self.sum(value, width, view, user, depth)
            }
            Opcode::Or if model.flags(value).contains(Flags::DISJOINT) => {
                self.sum(value, width, view, user, depth)
            }
            Opcode::Xor => {
                let is_complement = |n: u32| {
                    matches!(model.constant(model.operand(value, n)?), Some(Constant::Scalar(number)) if integer(number) == Some(-1)).then_some(())
                };
                is_complement(1)?;
                let ones = if view == View::Unsigned { (1 << width) - 1 } else { -1 };
                Affine::constant(ones).plus(&self.value(model.operand(value, 0)?, view, user, depth)?, -1)
            }
            Opcode::Freeze | Opcode::BitCast | Opcode::PtrToInt | Opcode::IntToPtr => {
                let inner = model.operand(value, 0)?;
                if self.width(inner) == Some(width) { self.value(inner, view, user, depth) } else { None }
            }
            Opcode::SExt | Opcode::ZExt | Opcode::Trunc => self.cast(value, width, view, user, depth),
            // An address counts bytes modulo the width of addresses.
            Opcode::GetElementPtr => {
                let base = self.value(model.operand(value, 0)?, view, user, depth)?;
                base.plus(&self.offset_below(value, user, depth)?, 1)
            }
            Opcode::Select if model.has_class(value, TypeClass::Integer) => {
                // Truncation only needs the value modulo its width: `i + 4294967291` is i - 5 modulo 2^32.
                let view = match view {
                    View::Modulo(bits) if bits >= width => self.preferred(value),
                    view => view,
                };
                let mut part = |n, view| self.value(model.operand(value, n)?, view, user, depth);
                Some(Affine::piece("?", vec![part(0, View::Unsigned)?, part(1, view)?, part(2, view)?]))
            }
            Opcode::Call => self.call(value, width, view, user, depth),
            _ => None,
        }
    }

    /// Whether a value compared for equality is better read as unsigned.
    pub(super) fn is_unsigned(&self, value: ValueId) -> bool {
        let counts_unsigned = self.counters.get(&value).is_some_and(|counter| counter.view == View::Unsigned);
        let is_constant = self.model.constant(value).is_some();
        counts_unsigned
            || (!is_constant
                && (self.preferred(value) == View::Unsigned
                    || self.model.opcode(value) == Some(Opcode::ZExt)))
    }

    /// Reads sums, products and left shifts.
    fn sum(&mut self, value: ValueId, width: u32, view: View, user: ValueId, depth: u32) -> Option<Affine> {
        let (model, flags) = (self.model, self.model.flags(value));
        let keeps = match view {
            View::Signed => flags.contains(Flags::NSW) || flags.contains(Flags::DISJOINT),
            View::Unsigned => flags.contains(Flags::NUW) || flags.contains(Flags::DISJOINT),
            View::Modulo(_) => true,
        };
        let inner = if keeps { view } else { View::Modulo(width) };
        let (left, right) = (model.operand(value, 0)?, model.operand(value, 1)?);
        let opcode = model.opcode(value)?;
        let result = match opcode {
            Opcode::Shl => {
                let Some(Constant::Scalar(by)) = model.constant(right) else { return None };
                let by = integer(by).filter(|by| (0..i128::from(width.min(63))).contains(by))?;
                self.value(left, inner, user, depth)?.times(&Affine::constant(1 << by))?
            }
            _ => {
                let left = self.value(left, inner, user, depth)?;
                let right = self.value(right, inner, user, depth)?;
                match opcode {
                    Opcode::Mul => left.times(&right)?,
                    Opcode::Sub => left.plus(&right, -1)?,
                    _ => left.plus(&right, 1)?,
                }
            }
        };
        if keeps { Some(result) } else { self.viewed(result, inner, view, width, user) }
    }

    fn cast(&mut self, value: ValueId, width: u32, view: View, user: ValueId, depth: u32) -> Option<Affine> {
        let model = self.model;
        let inner = model.operand(value, 0)?;
        let from = self.width(inner)?;
        if model.opcode(value) == Some(Opcode::Trunc) {
            // Truncation to one bit is not affine.
            let of =
                if width > 1 { self.value(inner, View::Modulo(width), user, depth)? } else { return None };
            return self.viewed(of, View::Modulo(width), view, width, user);
        }
        if let View::Modulo(bits) = view
            && from >= bits
        {
            return self.value(inner, view, user, depth);
        }
        let is_signed = model.opcode(value) == Some(Opcode::SExt);
        match (is_signed, from) {
            // A truth value becomes 0 or -1 by sign extension, modulo the width in every view.
            (true, 1) => {
                let negated = Affine::default().plus(&self.value(inner, View::Unsigned, user, depth)?, -1)?;
                self.viewed(negated, View::Signed, view, width, user)
            }
            (true, _) => {
                let read = self.value(inner, View::Signed, user, depth)?;
                self.viewed(read, View::Signed, view, width, user)
            }
            (false, _) => self.value(inner, widened_from(model, value), user, depth),
        }
    }

    /// Reads minima, maxima and absolute values.
    fn call(&mut self, call: ValueId, width: u32, view: View, user: ValueId, depth: u32) -> Option<Affine> {
        let model = self.model;
        let callee = model.operand(call, 0).and_then(|callee| model.global(callee))?;
        let (name, exact) = match callee.canonical.as_str() {
            "llvm.smax" => ("max", View::Signed),
            "llvm.smin" => ("min", View::Signed),
            "llvm.umax" => ("max", View::Unsigned),
            "llvm.umin" => ("min", View::Unsigned),
            "llvm.abs" => {
                let of = self.value(model.operand(call, 1)?, View::Signed, user, depth)?;
                self.provide(&of, View::Signed.range(width).0 + 1, View::Signed.range(width).1, user);
                let parts = vec![of.clone(), Affine::default().plus(&of, -1)?];
                return Some(Affine::piece("max", parts));
            }
            _ => return None,
        };
        let mut part = |n| self.value(model.operand(call, n)?, exact, user, depth);
        // The order of operands is arbitrary in the code, so it is normalised.
        let mut parts = vec![part(1)?, part(2)?];
        parts.sort_by(|left, right| right.cmp(left));
        self.viewed(Affine::piece(name, parts), exact, view, width, user)
    }
}

/// The view in which a `zext` reads its operand; with `nneg` that is never negative.
fn widened_from(model: &Model, zext: ValueId) -> View {
    if model.flags(zext).contains(Flags::NNEG) { View::Signed } else { View::Unsigned }
}

/// A constant of a width, given as a signed number, converted to a view.
fn constant(signed: i128, width: u32, view: View) -> Option<i128> {
    Some(match view {
        // A truth value is 0 or 1.
        _ if width == 1 => signed,
        View::Signed => signed,
        View::Unsigned => signed.rem_euclid(1 << width),
        View::Modulo(bits) => {
            let (low, _) = View::Signed.range(bits);
            (signed - low).rem_euclid(1 << bits) + low
        }
    })
}

/// Empties a map. A map with a large capacity is replaced, since clearing takes time proportional to it.
pub(super) fn emptied<K, V>(map: &mut FxHashMap<K, V>) {
    match map.capacity() {
        0..64 => map.clear(),
        _ => *map = FxHashMap::default(),
    }
}
