//! Runs straight-line functions on models: integers to 128 bits, addresses, and poison.
//!
//! Pointers are numbers into two arrays of 4096 bytes. What the flags of a getelementptr promise is checked as the language
//! reference has it, index by index. A value is `None` when it is poison.

use idiom::model::{Constant, Flags, Model, Opcode, ValueId};
use std::collections::BTreeMap;

/// Where the arrays lie, and how long they are.
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

/// Runs both on inputs from a seed. What the first stores must be what the second stores, but for poison, for which anything
/// may stand. Says whether any value of the first was defined.
pub(super) fn refines(before: &Model, after: &Model, seed: u64) -> Result<bool, String> {
    let (first, second) = (run(before, seed), run(after, seed));
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

/// The values stored, in order.
fn run(model: &Model, seed: u64) -> Vec<Value> {
    let mut run = Run { model, values: BTreeMap::new() };
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for parameter in model.parameters() {
        let value = input(model, parameter, &mut state);
        run.values.insert(parameter, Some(value));
    }
    let mut stored = Vec::new();
    for instruction in model.instructions() {
        match model.opcode(instruction) {
            Some(Opcode::Store) => stored.push(run.operand(instruction, 0)),
            Some(Opcode::Ret) | None => {}
            Some(opcode) => {
                let value = run.instruction(instruction, opcode);
                run.values.insert(instruction, value);
            }
        }
    }
    stored
}

/// Small numbers, edges, anything.
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
        if opcode == Opcode::GetElementPtr {
            return self.gep(value);
        }
        let (width, flags) = (self.width(value), self.model.flags(value));
        let left = self.operand(value, 0)?;
        let from = self.width(self.model.operand(value, 0).unwrap());
        match opcode {
            Opcode::SExt => return Some(signed(left, from) as u128 & mask(width)),
            Opcode::ZExt if flags.contains(Flags::NNEG) && signed(left, from) < 0 => return None,
            Opcode::ZExt => return Some(left),
            Opcode::Trunc => return Some(left & mask(width)),
            _ => {}
        }
        let right = self.operand(value, 1)?;
        let result = match opcode {
            Opcode::And => left & right,
            Opcode::Or if flags.contains(Flags::DISJOINT) && left & right != 0 => return None,
            Opcode::Or => left | right,
            Opcode::Xor => left ^ right,
            Opcode::LShr if right < u128::from(width) => left >> right,
            Opcode::Shl if right < u128::from(width) => {
                let result = left << right & mask(width);
                let lost_unsigned = flags.contains(Flags::NUW) && result >> right != left;
                let back = signed(result, width) >> right;
                let lost_signed = flags.contains(Flags::NSW) && back != signed(left, width);
                return (!lost_unsigned && !lost_signed).then_some(result);
            }
            Opcode::LShr | Opcode::Shl => return None,
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
            let kept = signed(product as u128 & mask(width), width);
            defined &= !nusw || (exact == cut && product == kept);
            let unsigned = (cut as u128 & mask(width)) * scale.unsigned_abs() as u128;
            defined &= !nuw || (unsigned <= mask(width) && (from <= width || index <= mask(width)));
            offsets.push(kept);
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
