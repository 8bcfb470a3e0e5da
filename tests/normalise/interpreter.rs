//! An interpreter of models: integers up to 128 bits, addresses, branches, and poison. A branch on poison
//! ends the defined part of a run.
//!
//! Pointers are numbers into two arrays of 4096 bytes. The flags of a getelementptr are checked as the
//! language reference defines them, index by index. A value is `None` when it is poison.

use ir::{BlockId, Constant, Flags, IntPredicate, Model, Opcode, ValueId};
use std::collections::BTreeMap;

/// The addresses of the arrays, and their length.
const ARRAYS: [u128; 2] = [0x1_0000, 0x7fff_ffff_ffff_0000];
const BYTES: u128 = 4096;

type Value = Option<u128>;

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn signed(bits: u128, width: u32) -> i128 {
    let spare = 128 - width;
    (bits << spare) as i128 >> spare
}

/// Limit of blocks in a run.
const MOST_BLOCKS: usize = 60;

/// Runs both functions on inputs from a seed. The second must store the same values as the first, except
/// where those are poison. Returns whether any value of the first was defined.
pub(super) fn refines(before: &Model, after: &Model, seed: u64) -> Result<bool, String> {
    let (Some(first), Some(second)) = (run(before, seed), run(after, seed)) else {
        return match run(before, seed) {
            Some(_) => Err("a branch on poison".into()),
            None => Ok(false),
        };
    };
    if first.len() != second.len() {
        return Err("other stores".into());
    }
    for (k, (first, second)) in first.iter().zip(&second).enumerate() {
        if first.is_some() && first != second {
            return Err(format!("store {k} is {second:x?} and was {first:x?}"));
        }
    }
    Ok(first.iter().any(Option::is_some))
}

/// The stored values, in order; `None` if the run branches on poison.
fn run(model: &Model, seed: u64) -> Option<Vec<Value>> {
    let mut run = Run { model, values: BTreeMap::new() };
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for parameter in model.parameters() {
        let value = input(model, parameter, &mut state);
        run.values.insert(parameter, Some(value));
    }
    let mut stored = Vec::new();
    let (mut block, mut from) = (model.blocks().next()?, None);
    for _ in 0..MOST_BLOCKS {
        run.phis(block, from);
        for instruction in model.block_instructions(block) {
            match model.opcode(instruction) {
                Some(Opcode::Store) => stored.push(run.operand(instruction, 0)),
                Some(Opcode::Ret | Opcode::Br | Opcode::Phi) | None => {}
                Some(opcode) => {
                    let value = run.instruction(instruction, opcode);
                    run.values.insert(instruction, value);
                }
            }
        }
        let end = model.terminator(block);
        let next = match model.block_successors(block) {
            [] => break,
            [only] => *only,
            [yes, no, ..] => {
                if run.operand(end, 0)? & 1 == 1 {
                    *yes
                } else {
                    *no
                }
            }
        };
        (block, from) = (next, Some(end));
    }
    Some(stored)
}

/// The input for a parameter: a small number, a limit of its type, or any number.
fn input(model: &Model, parameter: ValueId, state: &mut u64) -> u128 {
    let mut next = || {
        *state ^= *state >> 12;
        *state ^= *state << 25;
        *state ^= *state >> 27;
        u128::from(state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8)
    };
    let Some(width) = model.type_of(parameter).integer_width() else {
        return ARRAYS[0] + next() % BYTES;
    };
    let value = match next() % 6 {
        0..=2 => next() % 8,
        3 => (next() % 8).wrapping_neg(),
        4 => (mask(width) >> 1).wrapping_add(next() % 3),
        _ => next() << 70 ^ next(),
    };
    value & mask(width)
}

struct Run<'m> {
    model: &'m Model,
    values: BTreeMap<ValueId, Value>,
}

impl Run<'_> {
    fn operand(&self, of: ValueId, n: u32) -> Value {
        self.value(self.model.operand(of, n).unwrap())
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

    fn compare(&self, value: ValueId) -> Value {
        use IntPredicate::*;
        let width = self.width(self.model.operand(value, 0).unwrap());
        let (left, right) = (self.operand(value, 0)?, self.operand(value, 1)?);
        let (a, b) = (signed(left, width), signed(right, width));
        Some(u128::from(match self.model.predicate(value).unwrap() {
            Eq => left == right,
            Ne => left != right,
            Ugt => left > right,
            Uge => left >= right,
            Ult => left < right,
            Ule => left <= right,
            Sgt => a > b,
            Sge => a >= b,
            Slt => a < b,
            Sle => a <= b,
        }))
    }

    fn value(&self, value: ValueId) -> Value {
        if let Some(constant) = self.model.constant(value) {
            return match constant {
                Constant::Scalar(number) => Some(number.bits().unwrap()),
                Constant::Expression(_) => {
                    let address = self.model.constant_address(value).unwrap();
                    Some(ARRAYS[1].wrapping_add(address.offset as u64 as u128) & mask(64))
                }
                other => panic!("{other:?}"),
            };
        }
        if self.model.global(value).is_some() {
            return Some(ARRAYS[1]);
        }
        self.values[&value]
    }

    fn width(&self, value: ValueId) -> u32 {
        self.model.type_of(value).integer_width().unwrap_or(64)
    }

    fn instruction(&self, value: ValueId, opcode: Opcode) -> Value {
        if opcode == Opcode::Select {
            let arm = if self.operand(value, 0)? & 1 == 1 { 1 } else { 2 };
            return self.operand(value, arm);
        }
        match opcode {
            Opcode::GetElementPtr => return self.gep(value),
            Opcode::ICmp => return self.compare(value),
            _ => {}
        }
        let (width, flags) = (self.width(value), self.model.flags(value));
        let left = self.operand(value, 0)?;
        let from = self.width(self.model.operand(value, 0).unwrap());
        match opcode {
            Opcode::SExt => return Some(signed(left, from) as u128 & mask(width)),
            Opcode::ZExt if flags.contains(Flags::NNEG) && signed(left, from) < 0 => return None,
            Opcode::ZExt => return Some(left),
            Opcode::Trunc => {
                let cut = left & mask(width);
                let lost_signed = flags.contains(Flags::NSW) && signed(cut, width) != signed(left, from);
                let lost = flags.contains(Flags::NUW) && cut != left;
                return (!lost_signed && !lost).then_some(cut);
            }
            _ => {}
        }
        let right = self.operand(value, 1)?;
        let result = match opcode {
            Opcode::And => left & right,
            Opcode::Or if flags.contains(Flags::DISJOINT) && left & right != 0 => return None,
            Opcode::Or => left | right,
            Opcode::Xor => left ^ right,
            Opcode::LShr | Opcode::AShr if right < u128::from(width) => {
                let lost = left & mask(right as u32) != 0;
                let shifted = match opcode {
                    Opcode::LShr => left >> right,
                    _ => (signed(left, width) >> right) as u128,
                };
                return (!flags.contains(Flags::EXACT) || !lost).then_some(shifted & mask(width));
            }
            Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => {
                return divided(opcode, left, right, width, flags.contains(Flags::EXACT));
            }
            Opcode::Shl if right < u128::from(width) => {
                let result = left << right & mask(width);
                let lost_unsigned = flags.contains(Flags::NUW) && result >> right != left;
                let back = signed(result, width) >> right;
                let lost_signed = flags.contains(Flags::NSW) && back != signed(left, width);
                return (!lost_unsigned && !lost_signed).then_some(result);
            }
            Opcode::LShr | Opcode::AShr | Opcode::Shl => return None,
            Opcode::Add | Opcode::Sub | Opcode::Mul => return arithmetic(opcode, left, right, width, flags),
            other => panic!("{other:?}"),
        };
        Some(result & mask(width))
    }

    fn gep(&self, gep: ValueId) -> Value {
        let model = self.model;
        let base = self.operand(gep, 0)?;
        let form = model.gep_form(gep).unwrap();
        let width = form.width;
        let mut offsets = vec![signed(form.offset as u64 as u128 & mask(width), width)];
        let flags = model.flags(gep);
        let (inbounds, nuw) = (flags.contains(Flags::INBOUNDS), flags.contains(Flags::NUW));
        let nusw = inbounds || flags.contains(Flags::NUSW);
        let mut defined = true;
        for &(n, scale) in &form.terms {
            let index = self.operand(gep, n)?;
            let from = self.width(model.operand(gep, n).unwrap());
            let exact = signed(index, from);
            let cut = signed(exact as u128 & mask(width), width);
            let product = cut * i128::from(scale);
            let wrapped = signed(product as u128 & mask(width), width);
            defined &= !nusw || (exact == cut && product == wrapped);
            let unsigned = (cut as u128 & mask(width)) * scale.unsigned_abs() as u128;
            defined &= !nuw || (unsigned <= mask(width) && (from <= width || index <= mask(width)));
            offsets.push(wrapped);
        }
        let total: i128 = offsets.iter().sum();
        let end = base.wrapping_add(total as u128) & mask(width);
        let unsigned: u128 = offsets.iter().map(|offset| *offset as u128 & mask(width)).sum();
        defined &= !nuw || base + unsigned <= mask(width);
        let exact = base as i128 + total;
        defined &= !nusw
            || (exact >= 0
                && exact <= mask(width) as i128
                && total == signed(total as u128 & mask(width), width));
        let inside = |at: u128| ARRAYS.iter().position(|array| (*array..=array + BYTES).contains(&at));
        defined &= !inbounds
            || offsets.iter().all(|offset| *offset == 0)
            || (inside(base).is_some() && inside(base) == inside(end));
        defined.then_some(end)
    }
}

/// The result of a division. Only constant divisors other than 0 are generated.
fn divided(opcode: Opcode, left: u128, right: u128, width: u32, is_exact: bool) -> Value {
    let (a, b) = (signed(left, width), signed(right, width));
    let (quotient, rest) = match opcode {
        Opcode::UDiv | Opcode::URem => (left / right, left % right),
        _ => (a.wrapping_div(b) as u128, a.wrapping_rem(b) as u128),
    };
    match opcode {
        Opcode::URem | Opcode::SRem => Some(rest & mask(width)),
        _ => (!is_exact || rest == 0).then_some(quotient & mask(width)),
    }
}

fn arithmetic(opcode: Opcode, left: u128, right: u128, width: u32, flags: Flags) -> Value {
    let (a, b) = (signed(left, width), signed(right, width));
    let (unsigned, exact) = match opcode {
        Opcode::Add => (left.checked_add(right), a.checked_add(b)),
        Opcode::Sub => (left.checked_sub(right), a.checked_sub(b)),
        _ => (left.checked_mul(right), a.checked_mul(b)),
    };
    let result = match opcode {
        Opcode::Add => left.wrapping_add(right),
        Opcode::Sub => left.wrapping_sub(right),
        _ => left.wrapping_mul(right),
    } & mask(width);
    let fits = unsigned.is_some_and(|unsigned| unsigned <= mask(width));
    let fits_signed = exact.is_some_and(|exact| exact == signed(result, width));
    let defined = (fits || !flags.contains(Flags::NUW)) && (fits_signed || !flags.contains(Flags::NSW));
    defined.then_some(result)
}
