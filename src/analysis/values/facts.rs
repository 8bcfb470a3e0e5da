//! Facts about integers for the preconditions of rewrites: overflow, sign bits, powers of two, definedness.
//!
//! In: `%a = zext i8 %x to i32`, `%b = lshr i32 %y, 1`. Out: `%a + %b` fits into 32 unsigned bits. Every
//! positive answer is certain: it holds for all values, whatever bits an undefined input has at each use.

use super::bounds::bounds;
use super::interval::{Bounds, Domain, Interval};
use super::known_bits::{integer, known_bits, mask, shift_amount};
use ir::{BlockId, Constant, Flags, Model, Opcode, ValueId};

/// Limit on the depth, in instructions.
const DEEPEST: u32 = 6;

/// An operand of a query: a value of the model, or a number.
#[derive(Clone, Copy, Debug)]
pub enum QueryOperand {
    /// A value.
    Value(ValueId),
    /// The bits of a number.
    Number(u128),
}

/// An operation that may overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names")]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
}

/// Whether a sum, difference or product of `width`-bit integers certainly fits into `width` bits, where
/// `block` uses it. False for more than 64 bits.
pub fn fits(
    model: &Model,
    block: BlockId,
    (operation, domain): (Arithmetic, Domain),
    (left, right): (QueryOperand, QueryOperand),
    width: u32,
) -> bool {
    if !(1..=64).contains(&width) {
        return false;
    }
    let range = |operand| match operand {
        QueryOperand::Value(value) => bounds(model, value, block),
        QueryOperand::Number(bits) => {
            Some(Bounds::known(Domain::Unsigned, Interval::single((bits & mask(width)) as i128), width))
        }
    };
    let (Some(left), Some(right)) = (range(left), range(right)) else { return false };
    let (left, right) = (left.of(domain), right.of(domain));
    let exact = match operation {
        Arithmetic::Add => Some(left.plus(right)),
        Arithmetic::Sub => Some(left.plus(right.negated())),
        Arithmetic::Mul => left.times(right),
    };
    exact.is_some_and(|exact| exact.is_subset_of(domain.all(width)))
}

/// A lower bound of the number of high bits that are copies of the sign, the sign included.
pub fn sign_bits(model: &Model, value: ValueId) -> u32 {
    signs(model, value, DEEPEST)
}

fn signs(model: &Model, value: ValueId, depth: u32) -> u32 {
    let Some(width @ 1..=128) = model.type_of(value).integer_width() else { return 1 };
    let (zeros, ones) = known_bits(model, value);
    let leading = |bits: u128| ((bits & mask(width)) << (128 - width)).leading_ones();
    let known = leading(zeros).max(leading(ones)).clamp(1, width);
    let (Some(opcode), Some(below)) = (model.opcode(value), depth.checked_sub(1)) else { return known };
    let of = |n: u32| model.operand(value, n).map_or(1, |operand| signs(model, operand, below));
    let from = || model.operand(value, 0).and_then(|o| model.type_of(o).integer_width()).unwrap_or(width);
    let found = match opcode {
        Opcode::SExt => width.saturating_sub(from()) + of(0),
        Opcode::Trunc => of(0).saturating_sub(from().saturating_sub(width)),
        Opcode::AShr => shift_amount(model, value).map_or_else(|| of(0), |by| of(0) + by),
        Opcode::Shl => shift_amount(model, value).map_or(1, |by| of(0).saturating_sub(by)),
        Opcode::And | Opcode::Or | Opcode::Xor => of(0).min(of(1)),
        Opcode::Add | Opcode::Sub => of(0).min(of(1)) - 1,
        Opcode::Select => of(1).min(of(2)),
        _ => 1,
    };
    found.clamp(1, width).max(known)
}

/// Whether exactly one bit of a value is certainly set; with `or_zero` at most one.
pub fn is_power_of_two(model: &Model, value: ValueId, or_zero: bool) -> bool {
    power(model, value, or_zero, DEEPEST)
}

fn power(model: &Model, value: ValueId, or_zero: bool, depth: u32) -> bool {
    let Some(width @ 1..=128) = model.type_of(value).integer_width() else { return false };
    if let Some(bits) = integer(model, value) {
        return (bits & mask(width)).is_power_of_two() || (or_zero && bits & mask(width) == 0);
    }
    let (zeros, ones) = known_bits(model, value);
    let possible = mask(width) & !zeros;
    if possible == 0 || possible.is_power_of_two() {
        return or_zero || possible & ones != 0;
    }
    let (Some(opcode), Some(below)) = (model.opcode(value), depth.checked_sub(1)) else { return false };
    let of = |n: u32, or_zero| model.operand(value, n).is_some_and(|o| power(model, o, or_zero, below));
    let number = |n: u32| model.operand(value, n).and_then(|operand| integer(model, operand));
    match opcode {
        // A shift by the width or more is poison, for which every fact holds.
        Opcode::Shl if number(0) == Some(1) => true,
        Opcode::LShr if number(0) == Some(1 << (width - 1)) => true,
        Opcode::Shl => {
            let keeps = model.flags(value).contains(Flags::NUW);
            (or_zero || keeps) && of(0, or_zero)
        }
        Opcode::LShr => {
            let keeps = model.flags(value).contains(Flags::EXACT);
            (or_zero || keeps) && of(0, or_zero)
        }
        Opcode::And if or_zero => of(0, true) || of(1, true) || is_lowest_bit(model, value),
        Opcode::ZExt => of(0, or_zero),
        Opcode::Trunc => or_zero && of(0, true),
        Opcode::Select => of(1, or_zero) && of(2, or_zero),
        _ => false,
    }
}

/// Whether it is `x & -x`, with the same `x` at both uses.
fn is_lowest_bit(model: &Model, and: ValueId) -> bool {
    let (Some(left), Some(right)) = (model.operand(and, 0), model.operand(and, 1)) else { return false };
    let negates = |negated: ValueId, of: ValueId| {
        let zero = model.operand(negated, 0).and_then(|zero| integer(model, zero));
        let is_difference = model.opcode(negated) == Some(Opcode::Sub) && zero == Some(0);
        is_difference && model.operand(negated, 1) == Some(of) && is_defined(model, of)
    };
    negates(left, right) || negates(right, left)
}

/// Whether a value is certainly neither undef nor poison, not even in some bits or lanes.
pub fn is_defined(model: &Model, value: ValueId) -> bool {
    defined(model, value, DEEPEST)
}

fn defined(model: &Model, value: ValueId, depth: u32) -> bool {
    if let Some(constant) = model.constant(value) {
        return matches!(constant, Constant::Scalar(_) | Constant::Splat(_));
    }
    let (Some(opcode), Some(below)) = (model.opcode(value), depth.checked_sub(1)) else { return false };
    use Opcode::{AShr, Add, And, ICmp, LShr, Mul, Or, SExt, Select, Shl, Sub, Trunc, Xor, ZExt};
    let promises = Flags::NSW.0
        | Flags::NUW.0
        | Flags::EXACT.0
        | Flags::DISJOINT.0
        | Flags::NNEG.0
        | Flags::SAMESIGN.0
        | Flags::FAST.0;
    let is_plain = model.flags(value).0 & promises == 0;
    let keeps = match opcode {
        Opcode::Freeze => return true,
        Add | Sub | Mul | And | Or | Xor | ICmp | ZExt | SExt | Trunc | Select => is_plain,
        Shl | LShr | AShr => is_plain && shift_amount(model, value).is_some(),
        _ => false,
    };
    keeps && model.operands(value).iter().all(|operand| defined(model, operand.to, below))
}
