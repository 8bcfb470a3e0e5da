//! The semantics of instructions on values with poison: the result, its poison bit, and undefined behaviour.
//!
//! The rules are those of LLVM's language reference. A poison operand makes the result poison, except for the
//! unselected operand of `select` and for `freeze`. Division by poison or zero is undefined behaviour, and so
//! is dividing a number that may be the least one (poison included) by -1.

use super::float::{self, FloatOperation, OpenChoices};
use super::term::{Binary, Cast, TermId, Terms};
use super::value::Value;
use ir::{Flags, FloatKind, IntPredicate, Opcode};
use serde::{Deserialize, Serialize};

/// The effect of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Execution {
    /// The result.
    pub value: Value,
    /// A truth value: whether executing the instruction is undefined behaviour.
    pub undefined: TermId,
}

/// Integer intrinsics, named without prefix and type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[allow(missing_docs, reason = "LLVM's names")]
pub enum Intrinsic {
    UMin,
    UMax,
    SMin,
    SMax,
    /// `abs`; its second operand decides whether the least number gives poison.
    Abs,
    FShl,
    FShr,
    /// `ctlz`; its second operand decides whether zero gives poison.
    CtLz,
    /// `cttz`, like [`Intrinsic::CtLz`].
    CtTz,
    CtPop,
    UAddSat,
    SAddSat,
    USubSat,
    SSubSat,
    BitReverse,
    /// `bswap`, for multiples of 16 bits only.
    BSwap,
}

impl Intrinsic {
    /// Every intrinsic with its name and number of operands.
    pub const NAMED: &[(&str, Intrinsic, usize)] = &[
        ("umin", Intrinsic::UMin, 2),
        ("umax", Intrinsic::UMax, 2),
        ("smin", Intrinsic::SMin, 2),
        ("smax", Intrinsic::SMax, 2),
        ("abs", Intrinsic::Abs, 2),
        ("fshl", Intrinsic::FShl, 3),
        ("fshr", Intrinsic::FShr, 3),
        ("ctlz", Intrinsic::CtLz, 2),
        ("cttz", Intrinsic::CtTz, 2),
        ("ctpop", Intrinsic::CtPop, 1),
        ("uadd.sat", Intrinsic::UAddSat, 2),
        ("sadd.sat", Intrinsic::SAddSat, 2),
        ("usub.sat", Intrinsic::USubSat, 2),
        ("ssub.sat", Intrinsic::SSubSat, 2),
        ("bitreverse", Intrinsic::BitReverse, 1),
        ("bswap", Intrinsic::BSwap, 1),
    ];

    /// Whether the second operand is a flag of one bit, which must be a constant.
    pub fn has_flag_operand(self) -> bool {
        matches!(self, Intrinsic::Abs | Intrinsic::CtLz | Intrinsic::CtTz)
    }

    /// Whether the intrinsic exists for integers of that width.
    pub fn fits(self, width: u32) -> bool {
        self != Intrinsic::BSwap || width.is_multiple_of(16)
    }

    /// The intrinsic of a callee's name without types, such as `llvm.umin`.
    pub fn of_callee(name: &str) -> Option<Intrinsic> {
        let name = name.strip_prefix("llvm.")?;
        Intrinsic::NAMED.iter().find(|(known, ..)| *known == name).map(|(_, intrinsic, _)| *intrinsic)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        Intrinsic::NAMED.iter().find(|(_, known, _)| *known == self).map_or("", |(name, ..)| name)
    }
}

/// An instruction without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Arithmetic, logic and shifts.
    Binary(Opcode, Flags),
    /// A comparison, with `samesign` or without.
    Compare(IntPredicate, Flags),
    /// `select`
    Select,
    /// `trunc`, `zext`, `sext`, to a width.
    Cast(Opcode, Flags, u32),
    /// `freeze`; the term is the value chosen for poison, of the operand's width.
    Freeze(TermId),
    /// A call.
    Intrinsic(Intrinsic),
    /// A floating point operation with its relevant flags and open choices.
    Float(FloatOperation, FloatKind, Flags, OpenChoices),
}

/// Executes an instruction. `None` if it has no semantics here or another number of operands.
pub fn execute(terms: &mut Terms, operation: Operation, operands: &[Value]) -> Option<Execution> {
    let never = terms.truth(false);
    let poisons: Vec<TermId> = operands.iter().map(|operand| operand.poison).collect();
    let any = terms.any(&poisons);
    let plain = |bits, poison| Execution { value: Value { bits, poison }, undefined: never };
    Some(match (operation, operands) {
        (Operation::Binary(opcode, flags), &[a, b]) => return binary(terms, opcode, flags, a, b, any),
        (Operation::Compare(predicate, flags), &[a, b]) => {
            let bits = compare(terms, predicate, a.bits, b.bits);
            let mut poison = any;
            if flags.contains(Flags::SAMESIGN) {
                let signs = terms.binary(Binary::Xor, a.bits, b.bits);
                let differ = terms.is_negative(signs);
                poison = terms.or(poison, differ);
            }
            plain(bits, poison)
        }
        (Operation::Select, &[c, a, b]) => {
            let bits = terms.if_else(c.bits, a.bits, b.bits);
            let chosen = terms.if_else(c.bits, a.poison, b.poison);
            plain(bits, terms.or(c.poison, chosen))
        }
        (Operation::Cast(opcode, flags, width), &[a]) => {
            let bits = cast(terms, opcode, a.bits, width)?;
            let lost = cast_loses(terms, opcode, flags, a.bits, bits);
            plain(bits, terms.or(any, lost))
        }
        (Operation::Freeze(chosen), &[a]) => plain(terms.if_else(a.poison, chosen, a.bits), never),
        (Operation::Intrinsic(intrinsic), _) => {
            let bits: Vec<TermId> = operands.iter().map(|operand| operand.bits).collect();
            let (bits, poison) = call(terms, intrinsic, &bits)?;
            plain(bits, terms.or(any, poison))
        }
        (Operation::Float(operation, kind, flags, open), _) => {
            let value = float::execute(terms, (operation, kind, flags), open, operands)?;
            Execution { value, undefined: never }
        }
        _ => return None,
    })
}

/// Whether a comparison holds.
fn compare(terms: &mut Terms, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match predicate {
        Eq => terms.equal(a, b),
        Ne => {
            let same = terms.equal(a, b);
            terms.not(same)
        }
        Ult => terms.binary(Binary::Ult, a, b),
        Ule => terms.binary(Binary::Ule, a, b),
        Slt => terms.binary(Binary::Slt, a, b),
        Sle => terms.binary(Binary::Sle, a, b),
        Ugt | Uge | Sgt | Sge => compare(terms, predicate.swapped(), b, a),
    }
}

fn binary(
    terms: &mut Terms,
    opcode: Opcode,
    flags: Flags,
    a: Value,
    b: Value,
    any: TermId,
) -> Option<Execution> {
    let operation = arithmetic(opcode)?;
    let bits = terms.binary(operation, a.bits, b.bits);
    let poison = flag_poison(terms, operation, flags, a.bits, b.bits, bits);
    let poison = terms.or(any, poison);
    let undefined = division_undefined(terms, operation, a, b);
    Some(Execution { value: Value { bits, poison }, undefined })
}

fn arithmetic(opcode: Opcode) -> Option<Binary> {
    Some(match opcode {
        Opcode::Add => Binary::Add,
        Opcode::Sub => Binary::Sub,
        Opcode::Mul => Binary::Mul,
        Opcode::UDiv => Binary::UDiv,
        Opcode::SDiv => Binary::SDiv,
        Opcode::URem => Binary::URem,
        Opcode::SRem => Binary::SRem,
        Opcode::Shl => Binary::Shl,
        Opcode::LShr => Binary::LShr,
        Opcode::AShr => Binary::AShr,
        Opcode::And => Binary::And,
        Opcode::Or => Binary::Or,
        Opcode::Xor => Binary::Xor,
        _ => return None,
    })
}

/// Whether operands without poison give poison, by a violated flag or a too large shift amount.
fn flag_poison(
    terms: &mut Terms,
    operation: Binary,
    flags: Flags,
    a: TermId,
    b: TermId,
    result: TermId,
) -> TermId {
    let mut reasons = Vec::new();
    let width = terms.width(a);
    let is_shift = matches!(operation, Binary::Shl | Binary::LShr | Binary::AShr);
    if is_shift {
        // Compare with the width only if it fits in the type; otherwise every amount is below it.
        let least = terms.constant(u128::from(width), width);
        if terms.value(least) == Some(u128::from(width)) {
            reasons.push(terms.binary(Binary::Ule, least, b));
        }
    }
    if flags.contains(Flags::NSW) {
        reasons.push(match operation {
            Binary::Shl => terms.shift_loses(a, b, Binary::AShr),
            _ => terms.signed_overflow(operation, a, b),
        });
    }
    if flags.contains(Flags::NUW) {
        reasons.push(match operation {
            Binary::Shl => terms.shift_loses(a, b, Binary::LShr),
            _ => terms.unsigned_overflow(operation, a, b),
        });
    }
    if flags.contains(Flags::EXACT) {
        let back = if is_shift { Binary::Shl } else { Binary::Mul };
        let again = terms.binary(back, result, b);
        let same = terms.equal(again, a);
        reasons.push(terms.not(same));
    }
    if flags.contains(Flags::DISJOINT) {
        let common = terms.and(a, b);
        let none = terms.is_zero(common);
        reasons.push(terms.not(none));
    }
    terms.any(&reasons)
}

fn division_undefined(terms: &mut Terms, operation: Binary, a: Value, b: Value) -> TermId {
    let signed = matches!(operation, Binary::SDiv | Binary::SRem);
    if !signed && !matches!(operation, Binary::UDiv | Binary::URem) {
        return terms.truth(false);
    }
    let zero = terms.is_zero(b.bits);
    let mut undefined = terms.or(b.poison, zero);
    if signed {
        let width = terms.width(a.bits);
        let (least, ones) = (terms.sign_bit(width), terms.constant(u128::MAX, width));
        let is_least = terms.equal(a.bits, least);
        let may_be_least = terms.or(is_least, a.poison);
        let by_minus_one = terms.equal(b.bits, ones);
        let overflow = terms.and(may_be_least, by_minus_one);
        undefined = terms.or(undefined, overflow);
    }
    undefined
}

fn cast(terms: &mut Terms, opcode: Opcode, a: TermId, width: u32) -> Option<TermId> {
    let (cast, fits) = match opcode {
        Opcode::Trunc => (Cast::Low, width < terms.width(a)),
        Opcode::ZExt => (Cast::Zero, width > terms.width(a)),
        Opcode::SExt => (Cast::Sign, width > terms.width(a)),
        _ => return None,
    };
    fits.then(|| terms.cast(cast, a, width))
}

/// Whether a cast violates its flags.
fn cast_loses(terms: &mut Terms, opcode: Opcode, flags: Flags, a: TermId, result: TermId) -> TermId {
    let mut reasons = Vec::new();
    if opcode == Opcode::ZExt && flags.contains(Flags::NNEG) {
        reasons.push(terms.is_negative(a));
    }
    for (flag, back) in [(Flags::NUW, Cast::Zero), (Flags::NSW, Cast::Sign)] {
        if opcode == Opcode::Trunc && flags.contains(flag) {
            let again = terms.cast(back, result, terms.width(a));
            let same = terms.equal(again, a);
            reasons.push(terms.not(same));
        }
    }
    terms.any(&reasons)
}

/// The result of an intrinsic, and whether operands without poison give poison.
fn call(terms: &mut Terms, intrinsic: Intrinsic, operands: &[TermId]) -> Option<(TermId, TermId)> {
    let never = terms.truth(false);
    Some(match (intrinsic, operands) {
        (Intrinsic::UMin, &[a, b]) => (terms.least(Binary::Ult, a, b), never),
        (Intrinsic::UMax, &[a, b]) => (terms.greatest(Binary::Ult, a, b), never),
        (Intrinsic::SMin, &[a, b]) => (terms.least(Binary::Slt, a, b), never),
        (Intrinsic::SMax, &[a, b]) => (terms.greatest(Binary::Slt, a, b), never),
        (Intrinsic::Abs, &[a, flag]) => {
            let least = terms.sign_bit(terms.width(a));
            let is_least = terms.equal(a, least);
            (terms.absolute(a), terms.and(flag, is_least))
        }
        (Intrinsic::CtLz | Intrinsic::CtTz, &[a, flag]) => {
            let width = terms.width(a);
            let zero = terms.is_zero(a);
            let count = match intrinsic {
                Intrinsic::CtLz => terms.leading_zeros(a, width),
                _ => terms.trailing_zeros(a, width),
            };
            (count, terms.and(flag, zero))
        }
        (Intrinsic::BitReverse, &[a]) => (terms.reversed(a), never),
        (Intrinsic::BSwap, &[a]) if intrinsic.fits(terms.width(a)) => (terms.bytes_reversed(a), never),
        (Intrinsic::CtPop, &[a]) => (terms.population(a, terms.width(a)), never),
        (Intrinsic::FShl | Intrinsic::FShr, &[a, b, amount]) => {
            (funnel(terms, intrinsic == Intrinsic::FShl, a, b, amount), never)
        }
        (Intrinsic::UAddSat, &[a, b]) => {
            let ones = terms.constant(u128::MAX, terms.width(a));
            let over = terms.unsigned_overflow(Binary::Add, a, b);
            let sum = terms.binary(Binary::Add, a, b);
            (terms.if_else(over, ones, sum), never)
        }
        (Intrinsic::USubSat, &[a, b]) => {
            let zero = terms.constant(0, terms.width(a));
            let under = terms.unsigned_overflow(Binary::Sub, a, b);
            let difference = terms.binary(Binary::Sub, a, b);
            (terms.if_else(under, zero, difference), never)
        }
        (Intrinsic::SAddSat, &[a, b]) => (saturated(terms, Binary::Add, a, b), never),
        (Intrinsic::SSubSat, &[a, b]) => (saturated(terms, Binary::Sub, a, b), never),
        _ => return None,
    })
}

/// A signed saturating sum or difference; an overflow gives the bound on the side of the first operand.
fn saturated(terms: &mut Terms, operation: Binary, a: TermId, b: TermId) -> TermId {
    let lowest = terms.sign_bit(terms.width(a));
    let highest = terms.not(lowest);
    let (over, negative) = (terms.signed_overflow(operation, a, b), terms.is_negative(a));
    let bound = terms.if_else(negative, lowest, highest);
    let result = terms.binary(operation, a, b);
    terms.if_else(over, bound, result)
}

/// A funnel shift: the concatenated operands shifted by the amount modulo the width; the high half for a left
/// shift, else the low half.
fn funnel(terms: &mut Terms, left: bool, a: TermId, b: TermId, amount: TermId) -> TermId {
    let width = terms.width(a);
    if width == 1 {
        // The amount modulo 1 is 0, and the width does not fit in the type.
        return if left { a } else { b };
    }
    let size = terms.constant(u128::from(width), width);
    let amount = terms.binary(Binary::URem, amount, size);
    let rest = terms.binary(Binary::Sub, size, amount);
    // A shift by the whole width gives zero.
    let (up, down) = if left { (amount, rest) } else { (rest, amount) };
    let high = terms.binary(Binary::Shl, a, up);
    let low = terms.binary(Binary::LShr, b, down);
    terms.or(high, low)
}

impl Terms {
    /// Whether a comparison holds.
    pub fn compare(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
        compare(self, predicate, a, b)
    }

    /// The minimum of two numbers in the order [`Binary::Ult`] or [`Binary::Slt`].
    pub fn least(&mut self, order: Binary, a: TermId, b: TermId) -> TermId {
        let before = self.binary(order, a, b);
        self.if_else(before, a, b)
    }

    /// The maximum of two numbers in the order [`Binary::Ult`] or [`Binary::Slt`].
    pub fn greatest(&mut self, order: Binary, a: TermId, b: TermId) -> TermId {
        let before = self.binary(order, a, b);
        self.if_else(before, b, a)
    }
}
