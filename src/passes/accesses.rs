//! `print<idiom-accesses>`: the loads and stores of a function, normalised: base, offset, size.
//!
//! `opt -load-pass-plugin=libidiom.so -passes='print<idiom-accesses>' -disable-output x.ll`
//!
//! In: `%p = getelementptr [8 x i32], ptr %a, i64 %i, i64 %j` and a load of it. Out:
//! `load i32: %a + (%i * 8 + %j) * 4`.
//!
//! Offsets are written out down to parameters, globals, constants, and instructions other than sums and
//! products. Such an instruction is written as its opcode with a number in layout order: a loop phi is `phi`.
//! The text is thus independent of value names and numbers.

use ir::{Constant, Model, Number, Opcode, ValueId};
use normalise::normalised;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The depth limit of expressions.
const DEEPEST: usize = 16;

/// One line for each load and store, in layout order.
pub fn accesses(model: &Model) -> String {
    let copy = normalised(model);
    let mut writer = Writer { model: copy.as_ref().unwrap_or(model), leaves: BTreeSet::new() };
    // The first run finds the leaves, the second run numbers them.
    writer.write();
    writer.write()
}

struct Writer<'m> {
    model: &'m Model,
    /// Instructions written as opcode and number.
    leaves: BTreeSet<ValueId>,
}

impl Writer<'_> {
    fn write(&mut self) -> String {
        let mut text = format!("accesses of {}\n", self.model.function().name);
        for access in self.model.instructions() {
            let _ = match self.model.opcode(access) {
                Some(Opcode::Load) => writeln!(text, "  load {}", self.access(access, access, 0)),
                Some(Opcode::Store) => match self.model.operand(access, 0) {
                    Some(value) => writeln!(text, "  store {}", self.access(access, value, 1)),
                    None => Ok(()),
                },
                _ => Ok(()),
            };
        }
        text
    }

    /// The type, base and offset of an access that moves `value`; operand `n` is the address.
    fn access(&mut self, access: ValueId, value: ValueId, n: u32) -> String {
        let ty = self.model.type_of(value).name.clone();
        let address = self.model.operand(access, n).map(|at| self.address(at, DEEPEST));
        format!("{ty}: {}", address.unwrap_or_default())
    }

    fn address(&mut self, pointer: ValueId, depth: usize) -> String {
        let is_gep = self.model.opcode(pointer) == Some(Opcode::GetElementPtr);
        match (is_gep, self.model.arg(pointer, 0), self.model.arg(pointer, 1)) {
            (true, Some(base), Some(offset)) if self.model.args(pointer).len() == 2 && depth > 0 => {
                format!("{} + {}", self.address(base, depth - 1), self.value(offset, depth - 1))
            }
            _ => self.value(pointer, depth),
        }
    }

    fn value(&mut self, value: ValueId, depth: usize) -> String {
        let model = self.model;
        if let Some(constant) = model.constant(value) {
            return constant_text(constant);
        }
        let Some(opcode) = model.opcode(value) else {
            let sigil = if model.global(value).is_some() { '@' } else { '%' };
            return match model.name(value) {
                "" => format!("{value:?}"),
                name => format!("{sigil}{name}"),
            };
        };
        let sign = match opcode {
            Opcode::Add => '+',
            Opcode::Sub => '-',
            Opcode::Mul => '*',
            Opcode::Load => match model.operand(value, 0) {
                Some(at) if depth > 0 => return format!("[{}]", self.address(at, depth - 1)),
                _ => return "…".to_string(),
            },
            _ => return self.leaf(value, opcode),
        };
        match (model.arg(value, 0), model.arg(value, 1)) {
            (Some(left), Some(right)) if depth > 0 => {
                let is_constant = model.constant(right).is_some();
                let (left, right) = (self.value(left, depth - 1), self.value(right, depth - 1));
                // The order of the factors is not significant, so it is made canonical.
                match sign != '-' && !is_constant && right < left {
                    true => format!("({right} {sign} {left})"),
                    false => format!("({left} {sign} {right})"),
                }
            }
            _ => "…".to_string(),
        }
    }

    fn leaf(&mut self, value: ValueId, opcode: Opcode) -> String {
        self.leaves.insert(value);
        let before = self.leaves.range(..value).filter(|v| self.model.opcode(**v) == Some(opcode));
        format!("{}{}", opcode.name(), before.count())
    }
}

fn constant_text(constant: &Constant) -> String {
    match constant {
        Constant::Scalar(number) | Constant::Splat(number) => integer_text(number),
        Constant::Null => "null".to_string(),
        _ => "constant".to_string(),
    }
}

fn integer_text(number: &Number) -> String {
    match number {
        Number::Int { width: width @ 1..=64, words } => {
            let spare = 64 - width;
            ((words.first().copied().unwrap_or(0) << spare) as i64 >> spare).to_string()
        }
        _ => "constant".to_string(),
    }
}
