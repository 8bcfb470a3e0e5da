//! Runs functions on models, and notifies a listener of each block that is entered and each instruction that
//! is executed.
//!
//! Integers, addresses and branches are exact; floating point operations, calls and loads have arbitrary
//! results, equal for equal operands. A poison value is `None`; a branch on it ends the defined part of a
//! run.

use ir::{Base, BlockId, Constant, Effects, Flags, IntPredicate, Model, Opcode, TypeClass, ValueId};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Limits of executed instructions, for runs on small numbers and on any.
const MOST_STEPS: usize = 30_000;
const MOST_OF_ANY: usize = 3_000;

/// The distance between the addresses of objects.
const APART: u128 = 1 << 40;

/// The bits of a value.
pub(super) type Value = Option<u128>;

/// Events of a run.
pub(super) trait Listener {
    /// A block is entered from the terminator `from`; its phis have their values.
    fn enters(&mut self, run: &Run<'_>, block: BlockId, from: Option<ValueId>);
    /// An instruction is about to be executed; its operands have their values.
    fn carries_out(&mut self, run: &Run<'_>, instruction: ValueId);
    /// A block is left to another.
    fn leaves(&mut self, run: &Run<'_>, block: BlockId, to: BlockId);
}

/// A run at some moment.
pub(super) struct Run<'m> {
    /// The function.
    pub(super) model: &'m Model,
    values: BTreeMap<ValueId, Value>,
    memory: BTreeMap<u128, Value>,
    calls: usize,
    numbers: Numbers,
}

/// The range of the integers in parameters and in unwritten memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Small integers from zero on.
    Small,
    /// All integers, including negative ones and ones near the limits of their type.
    Any,
}

impl Numbers {
    /// A number of that width.
    fn of(self, any: u128, below: u128, width: u32) -> u128 {
        let small = any % below;
        let number = match (any >> 32) % 8 {
            _ if self == Numbers::Small => small,
            0 | 1 => small.wrapping_neg(),
            2 => small.wrapping_neg().wrapping_sub(1 << (width.min(64) - 1)),
            3 => (1 << (width.min(64) - 1)) + small,
            _ => small,
        };
        number & mask(width)
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn signed(bits: u128, width: u32) -> i128 {
    let spare = 128 - width;
    (bits << spare) as i128 >> spare
}

fn some_number(of: impl Hash) -> u128 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    u128::from(hasher.finish())
}

/// Runs the function on inputs from a seed; its pointers point to different objects.
pub(super) fn run(model: &Model, seed: u64, listener: &mut dyn Listener) {
    run_at(model, seed, &|n| (n, 0), listener);
}

/// Runs the function as [`run`] does, with any integers. Returns whether the run ended; a run that did not
/// end may be undefined.
pub(super) fn run_of_any(model: &Model, seed: u64, listener: &mut dyn Listener) -> bool {
    Run::new(model, seed, &|n| (n, 0), Numbers::Any).blocks(listener)
}

/// Runs the function on inputs from a seed. `place` gives the object and byte offset that the n-th parameter
/// points to, if it is a pointer.
pub(super) fn run_at(
    model: &Model,
    seed: u64,
    place: &dyn Fn(usize) -> (usize, u64),
    listener: &mut dyn Listener,
) {
    Run::new(model, seed, place, Numbers::Small).blocks(listener);
}

impl<'m> Run<'m> {
    fn new(model: &'m Model, seed: u64, place: &dyn Fn(usize) -> (usize, u64), numbers: Numbers) -> Run<'m> {
        let (values, memory) = (BTreeMap::new(), BTreeMap::new());
        let mut run = Run { model, values, memory, calls: 0, numbers };
        // Every third run is short, for the comparison with isl.
        let largest = if seed % 3 == 2 { 5 } else { 14 };
        for (n, parameter) in model.parameters().enumerate() {
            let any = some_number((seed, n));
            let value = match model.type_of(parameter).integer_width() {
                Some(width) => numbers.of(any, largest, width),
                None => APART * (1 + place(n).0 as u128) + u128::from(place(n).1),
            };
            run.values.insert(parameter, Some(value));
        }
        for (n, global) in model.globals().enumerate() {
            run.values.insert(global, Some(APART * (1000 + n as u128)));
        }
        run
    }
}

impl Run<'_> {
    /// Whether the function returns.
    fn blocks(&mut self, listener: &mut dyn Listener) -> bool {
        let model = self.model;
        let (mut at, mut from) = (model.blocks().next(), None);
        let mut steps = 0;
        let most = if self.numbers == Numbers::Any { MOST_OF_ANY } else { MOST_STEPS };
        while let Some(block) = at.filter(|_| steps < most) {
            self.phis(block, from);
            listener.enters(self, block, from);
            for instruction in model.block_instructions(block) {
                steps += 1;
                if self.is_undefined(instruction) {
                    return false;
                }
                listener.carries_out(self, instruction);
                if model.opcode(instruction) != Some(Opcode::Phi) {
                    let value = self.instruction(instruction);
                    self.values.insert(instruction, value);
                }
            }
            at = self.next(block);
            at.into_iter().for_each(|to| listener.leaves(self, block, to));
            from = Some(model.terminator(block));
        }
        at.is_none() && from.is_some_and(|end| model.opcode(end) == Some(Opcode::Ret))
    }

    /// Whether an instruction accesses memory at an address, or so many bytes, that is poison.
    fn is_undefined(&self, instruction: ValueId) -> bool {
        let operands: &[u32] = match self.model.opcode(instruction) {
            Some(Opcode::Load) => &[0],
            Some(Opcode::Store) => &[1],
            Some(Opcode::Call) => &[1, 2, 3],
            _ => return false,
        };
        let effects = self.model.effects(instruction);
        let is_access = effects.contains(Effects::READS) || effects.contains(Effects::WRITES);
        let is_poison =
            |n: &u32| self.model.operand(instruction, *n).is_some_and(|v| self.value(v).is_none());
        is_access && operands.iter().any(is_poison)
    }

    fn next(&self, block: BlockId) -> Option<BlockId> {
        let end = self.model.terminator(block);
        let successors = self.model.block_successors(block);
        match self.model.opcode(end)? {
            Opcode::Br if successors.len() == 1 => Some(successors[0]),
            Opcode::Br => Some(successors[usize::from(self.operand(end, 0)? & 1 == 0)]),
            Opcode::Switch => {
                let (value, asked) = (self.operand(end, 0)?, self.model.operand(end, 0)?);
                let mask = mask(self.model.type_of(asked).integer_width()?);
                let cases = self.model.switch_cases(block)?;
                let is_equal = |case: &i64| i128::from(*case) as u128 & mask == value & mask;
                Some(successors[cases.iter().position(is_equal).map_or(0, |at| at + 1)])
            }
            _ => None,
        }
    }

    /// Assigns all phis of a block at once.
    fn phis(&mut self, block: BlockId, from: Option<ValueId>) {
        let model = self.model;
        let mut values = Vec::new();
        for phi in model.block_instructions(block).filter(|v| model.opcode(*v) == Some(Opcode::Phi)) {
            let n = model.phi_sources(phi).iter().position(|source| Some(*source) == from).unwrap();
            values.push((phi, self.operand(phi, n as u32)));
        }
        self.values.extend(values);
    }

    /// The value of the n-th operand.
    pub(super) fn operand(&self, of: ValueId, n: u32) -> Value {
        self.value(self.model.operand(of, n)?)
    }

    /// A value as a number; truth values are 0 and 1.
    pub(super) fn number(&self, value: ValueId) -> Option<i128> {
        self.signed(value, self.value(value)?)
    }

    /// The bits as a signed number of the type of `value`.
    pub(super) fn signed(&self, value: ValueId, bits: u128) -> Option<i128> {
        match self.model.type_of(value).integer_width() {
            Some(width @ 2..=128) => Some(signed(bits, width)),
            _ => i128::try_from(bits).ok(),
        }
    }

    /// The value of a load at an address. Memory that was never written holds small numbers, or pointers to
    /// objects of their own.
    pub(super) fn loaded(&self, load: ValueId, address: u128) -> Value {
        match self.model.has_class(load, TypeClass::Pointer) {
            true => {
                let other = APART * (10_000 + (some_number(address) & 0xF_FFFF));
                self.memory.get(&address).copied().unwrap_or(Some(other))
            }
            false => self.element(address, self.width(load)),
        }
    }

    /// The address of a global that only constant expressions mention.
    pub(super) fn hidden(number: u32) -> u128 {
        APART * (2000 + u128::from(number))
    }

    /// The number in memory at an address, as an integer of that width.
    pub(super) fn element(&self, address: u128, width: u32) -> Value {
        let unwritten = Some(self.numbers.of(some_number(address), 11, width));
        self.memory.get(&address).copied().unwrap_or(unwritten)
    }

    /// The bits of a value.
    pub(super) fn value(&self, value: ValueId) -> Value {
        match self.model.constant(value) {
            Some(Constant::Scalar(number)) => {
                Some(number.bits().unwrap_or(some_number(format!("{number:?}"))))
            }
            Some(Constant::Expression(_)) => {
                let address = self.model.constant_address(value)?;
                let base = match address.base {
                    Base::Value(global) => self.value(global)?,
                    Base::Hidden(number) => Run::hidden(number),
                };
                Some(base.wrapping_add(i128::from(address.offset) as u128) & mask(64))
            }
            Some(_) => Some(0),
            None => *self.values.get(&value)?,
        }
    }

    fn width(&self, value: ValueId) -> u32 {
        self.model.type_of(value).integer_width().unwrap_or(64)
    }

    fn instruction(&mut self, value: ValueId) -> Value {
        let (model, opcode) = (self.model, self.model.opcode(value)?);
        match opcode {
            Opcode::Alloca => return Some(APART * (3000 + u128::from(value.0))),
            Opcode::Load => {
                let address = self.operand(value, 0)?;
                let loaded = self.loaded(value, address);
                return *self.memory.entry(address).or_insert(loaded);
            }
            Opcode::Store => {
                let (stored, address) = (self.operand(value, 0), self.operand(value, 1)?);
                self.memory.insert(address, stored);
                return None;
            }
            Opcode::Select => {
                return self.operand(value, if self.operand(value, 0)? & 1 == 1 { 1 } else { 2 });
            }
            Opcode::GetElementPtr => return self.address(value),
            Opcode::ICmp => return self.compare(value),
            Opcode::Call => return self.call(value),
            Opcode::Freeze => return Some(self.operand(value, 0).unwrap_or(3)),
            _ => {}
        }
        let left = self.operand(value, 0)?;
        let (width, flags) = (self.width(value), model.flags(value));
        let from = self.width(model.operand(value, 0)?);
        match opcode {
            Opcode::SExt => return Some(signed(left, from) as u128 & mask(width)),
            Opcode::ZExt if flags.contains(Flags::NNEG) && signed(left, from) < 0 => return None,
            Opcode::ZExt | Opcode::Trunc | Opcode::BitCast | Opcode::PtrToInt | Opcode::IntToPtr => {
                return Some(left & mask(width));
            }
            _ => {}
        }
        let right = if model.operand(value, 1).is_some() { self.operand(value, 1)? } else { 0 };
        self.arithmetic(value, opcode, left, right)
    }

    fn arithmetic(&self, value: ValueId, opcode: Opcode, left: u128, right: u128) -> Value {
        let (width, flags) = (self.width(value), self.model.flags(value));
        let (a, b) = (signed(left, width), signed(right, width));
        let (unsigned, exact, result) = match opcode {
            Opcode::And => return Some(left & right),
            Opcode::Or => return Some(left | right),
            Opcode::Xor => return Some(left ^ right),
            Opcode::LShr if right < u128::from(width) => return Some(left >> right),
            Opcode::AShr if right < u128::from(width) => return Some((a >> right) as u128 & mask(width)),
            Opcode::UDiv if right != 0 => return Some(left / right),
            Opcode::URem if right != 0 => return Some(left % right),
            Opcode::SDiv if right != 0 => return Some(a.wrapping_div(b) as u128 & mask(width)),
            Opcode::SRem if right != 0 => return Some(a.wrapping_rem(b) as u128 & mask(width)),
            Opcode::Shl if right < u128::from(width) => {
                let result = left << right & mask(width);
                (Some(left << right.min(63)), a.checked_mul(1 << right.min(63)), result)
            }
            Opcode::Add => (left.checked_add(right), a.checked_add(b), left.wrapping_add(right)),
            Opcode::Sub => (left.checked_sub(right), a.checked_sub(b), left.wrapping_sub(right)),
            Opcode::Mul => (left.checked_mul(right), a.checked_mul(b), left.wrapping_mul(right)),
            _ => return Some(some_number((opcode.name(), left, right)) & mask(width)),
        };
        let result = result & mask(width);
        let fits = unsigned.is_some_and(|unsigned| unsigned <= mask(width));
        let fits_signed = exact.is_some_and(|exact| exact == signed(result, width));
        let defined = (fits || !flags.contains(Flags::NUW)) && (fits_signed || !flags.contains(Flags::NSW));
        defined.then_some(result)
    }

    fn address(&self, gep: ValueId) -> Value {
        let form = self.model.gep_form(gep)?;
        let mut offset = i128::from(form.offset);
        for &(n, scale) in &form.terms {
            let index = self.model.operand(gep, n)?;
            offset += signed(self.value(index)?, self.width(index)) * i128::from(scale);
        }
        Some(self.operand(gep, 0)?.wrapping_add(offset as u128) & mask(64))
    }

    fn compare(&self, value: ValueId) -> Value {
        let width = self.width(self.model.operand(value, 0)?);
        let (left, right) = (self.operand(value, 0)?, self.operand(value, 1)?);
        let (a, b) = (signed(left, width), signed(right, width));
        Some(u128::from(match self.model.predicate(value)? {
            IntPredicate::Eq => left == right,
            IntPredicate::Ne => left != right,
            IntPredicate::Ugt => left > right,
            IntPredicate::Uge => left >= right,
            IntPredicate::Ult => left < right,
            IntPredicate::Ule => left <= right,
            IntPredicate::Sgt => a > b,
            IntPredicate::Sge => a >= b,
            IntPredicate::Slt => a < b,
            IntPredicate::Sle => a <= b,
        }))
    }

    fn call(&mut self, call: ValueId) -> Value {
        let callee = self.model.operand(call, 0)?;
        let name = self.model.global(callee).map_or("", |global| global.canonical.as_str());
        let width = self.width(call);
        let (left, right) = (self.operand(call, 1), self.operand(call, 2));
        let (a, b) = (signed(left?, width), signed(right.unwrap_or(0), width));
        let chosen = match name {
            "llvm.smax" => a.max(b),
            "llvm.smin" => a.min(b),
            "llvm.umax" => return Some(left?.max(right?)),
            "llvm.umin" => return Some(left?.min(right?)),
            "llvm.abs" => a.abs(),
            _ => {
                self.calls += 1;
                return Some(some_number(("call", self.calls, left)) & mask(width));
            }
        };
        Some(chosen as u128 & mask(width))
    }
}
