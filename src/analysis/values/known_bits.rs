//! KnownBits bits: the bits of an integer that are the same in every run; a small, bounded analysis.
//!
//! In: `%a = shl i32 %x, 4`. Out: the low four bits of `%a` are zero. The lanes of a vector are treated
//! together: a fact holds in every lane. Undefined values are covered, since each fact holds for any bits of
//! the inputs. The rules are those of LLVM's `computeKnownBits` that need neither control flow nor ranges.

use ir::{Constant, Flags, Model, Number, Opcode, ValueId};

/// Limit on the depth, in instructions.
const DEEPEST: u32 = 6;

/// KnownBits bits of an integer of at most 128 bits. The two sets are disjoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct KnownBits {
    zeros: u128,
    ones: u128,
}

/// Whether the operands of an `or` have no common set bit, by its flag or by known bits.
pub fn is_disjoint_or(model: &Model, or: ValueId) -> bool {
    if model.opcode(or) != Some(Opcode::Or) {
        return false;
    }
    model.flags(or).contains(Flags::DISJOINT) || has_disjoint_operands(model, or)
}

/// Whether the operands of an `add` have no common set bit, by known bits.
pub fn adds_disjoint_bits(model: &Model, add: ValueId) -> bool {
    model.opcode(add) == Some(Opcode::Add) && has_disjoint_operands(model, add)
}

fn has_disjoint_operands(model: &Model, of: ValueId) -> bool {
    let (Some(left), Some(right)) = (model.operand(of, 0), model.operand(of, 1)) else { return false };
    let Some(width @ 1..=128) = model.type_of(of).integer_width() else { return false };
    let (left, right) = (known(model, left, DEEPEST), known(model, right, DEEPEST));
    (left.zeros | right.zeros) & mask(width) == mask(width)
}

/// The bits of an integer of at most 128 bits that are known to be zero, and those known to be one.
pub fn known_bits(model: &Model, value: ValueId) -> (u128, u128) {
    let KnownBits { zeros, ones } = known(model, value, DEEPEST);
    (zeros, ones)
}

/// The bits of an integer constant, or of a splat of one.
pub fn integer(model: &Model, value: ValueId) -> Option<u128> {
    match model.constant(value)? {
        Constant::Scalar(number @ Number::Int { .. }) | Constant::Splat(number @ Number::Int { .. }) => {
            number.bits()
        }
        _ => None,
    }
}

/// The constant amount of a shift, if it is less than the width.
pub fn shift_amount(model: &Model, shift: ValueId) -> Option<u32> {
    let amount = match model.constant(model.operand(shift, 1)?)? {
        Constant::Scalar(Number::Int { words, .. }) | Constant::Splat(Number::Int { words, .. }) => words,
        _ => return None,
    };
    let width = model.type_of(shift).integer_width()?;
    let (low, high) = amount.split_first()?;
    (*low < u64::from(width) && high.iter().all(|word| *word == 0)).then_some(*low as u32)
}

/// All bits of an integer of this width; 128 bits for wider ones.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn known(model: &Model, value: ValueId, depth: u32) -> KnownBits {
    let Some(width @ 1..=128) = model.type_of(value).integer_width() else { return KnownBits::default() };
    let all = mask(width);
    if let Some(bits) = integer(model, value) {
        return KnownBits { zeros: !bits & all, ones: bits & all };
    }
    let (Some(opcode), Some(below)) = (model.opcode(value), depth.checked_sub(1)) else {
        return KnownBits::default();
    };
    let of = |n: u32| model.operand(value, n).map_or(KnownBits::default(), |o| known(model, o, below));
    let trailing = |count: u32| KnownBits { zeros: mask(count.min(width)) & all, ones: 0 };
    let found = match opcode {
        Opcode::And => KnownBits { zeros: of(0).zeros | of(1).zeros, ones: of(0).ones & of(1).ones },
        Opcode::Or => KnownBits { zeros: of(0).zeros & of(1).zeros, ones: of(0).ones | of(1).ones },
        Opcode::Xor => {
            let (a, b) = (of(0), of(1));
            KnownBits {
                zeros: (a.zeros & b.zeros) | (a.ones & b.ones),
                ones: (a.zeros & b.ones) | (a.ones & b.zeros),
            }
        }
        Opcode::Shl | Opcode::LShr => match shift_amount(model, value) {
            Some(by) => shifted(of(0), opcode, by, width),
            None => KnownBits::default(),
        },
        Opcode::ZExt | Opcode::SExt => extended(model, value, opcode, of(0), width),
        Opcode::Trunc => of(0),
        Opcode::Mul => trailing(trailing_zeros(of(0)).saturating_add(trailing_zeros(of(1)))),
        Opcode::Add | Opcode::Sub => trailing(trailing_zeros(of(0)).min(trailing_zeros(of(1)))),
        Opcode::Call => match most_counted(model, value, width) {
            Some(most) => KnownBits { zeros: !mask(u32::BITS - most.leading_zeros()), ones: 0 },
            None => KnownBits::default(),
        },
        Opcode::Phi => trailing(of_recurrence(model, value, below)),
        Opcode::Select => {
            let (a, b) = (of(1), of(2));
            KnownBits { zeros: a.zeros & b.zeros, ones: a.ones & b.ones }
        }
        _ => KnownBits::default(),
    };
    KnownBits { zeros: found.zeros & all, ones: found.ones & all }
}

/// The largest number that a call of an intrinsic that counts bits returns; `None` for other calls.
fn most_counted(model: &Model, call: ValueId, width: u32) -> Option<u32> {
    let callee = model.global(model.operand(call, 0)?)?;
    let is_zero_poison = || model.operand(call, 2).and_then(|flag| integer(model, flag)) == Some(1);
    match callee.canonical.as_str() {
        "llvm.ctlz" | "llvm.cttz" if is_zero_poison() => Some(width - 1),
        "llvm.ctlz" | "llvm.cttz" | "llvm.ctpop" => Some(width),
        _ => None,
    }
}

/// The number of low bits that are zero in each round of a phi with two operands, one of which may be the phi
/// plus a step.
fn of_recurrence(model: &Model, phi: ValueId, depth: u32) -> u32 {
    let [one, other] = model.operands(phi) else { return 0 };
    let of = |value: ValueId| {
        let is_sum = matches!(model.opcode(value), Some(Opcode::Add | Opcode::Sub));
        let of_phi = (0..2).find(|n| is_sum && model.operand(value, *n) == Some(phi));
        let step = of_phi.and_then(|n| model.operand(value, 1 - n));
        trailing_zeros(known(model, step.unwrap_or(value), depth))
    };
    of(one.to).min(of(other.to))
}

fn shifted(of: KnownBits, opcode: Opcode, by: u32, width: u32) -> KnownBits {
    // `by` is less than the width, which is at most 128.
    match opcode {
        Opcode::Shl => KnownBits { zeros: of.zeros << by | mask(by), ones: of.ones << by },
        _ => KnownBits { zeros: of.zeros >> by | (mask(width) & !(mask(width) >> by)), ones: of.ones >> by },
    }
}

fn extended(model: &Model, cast: ValueId, opcode: Opcode, of: KnownBits, width: u32) -> KnownBits {
    let from = model.operand(cast, 0).and_then(|o| model.type_of(o).integer_width());
    let Some(from @ 1..=128) = from else { return KnownBits::default() };
    let (high, sign) = (mask(width) & !mask(from), 1u128 << (from - 1));
    let high_if = |known: bool| if known { high } else { 0 };
    match opcode {
        Opcode::ZExt => KnownBits { zeros: of.zeros | high, ones: of.ones },
        _ => KnownBits {
            zeros: of.zeros | high_if(of.zeros & sign != 0),
            ones: of.ones | high_if(of.ones & sign != 0),
        },
    }
}

/// The number of low bits that are known to be zero.
fn trailing_zeros(of: KnownBits) -> u32 {
    of.zeros.trailing_ones()
}
