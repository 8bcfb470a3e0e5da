//! Floating point operations that do not round, defined on the bits of their operands.
//!
//! The semantics is that of LLVM's language reference, with subnormal numbers preserved. A sign is changed
//! bit by bit, also of a NaN, and a selected operand keeps its bits. The reference leaves some results open:
//! the bits of a computed NaN, the sign of a zero, and the treatment of signaling NaNs by `minnum` and
//! `maxnum`. The caller supplies terms for them ([`OpenChoices`]). The effect of `nsz` depends on LLVM's
//! version.

use super::term::{Binary, TermId, Terms};
use super::value::Value;
use super::versions::OpenSigns;
use ir::{Flags, FloatKind, FloatPredicate};

/// A floating point operation that does not round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatOperation {
    /// `fneg`
    Negate,
    /// `llvm.fabs`
    Absolute,
    /// `llvm.copysign`
    CopySign,
    /// `llvm.minnum`
    Least,
    /// `llvm.maxnum`
    Greatest,
    /// `fcmp`
    Compare(FloatPredicate),
    /// `select` between floating point numbers.
    Select,
}

impl FloatOperation {
    /// The intrinsics: LLVM's name without prefix and type, the operation, and its number of operands.
    pub const NAMED: &[(&str, FloatOperation, usize)] = &[
        ("fabs", FloatOperation::Absolute, 1),
        ("copysign", FloatOperation::CopySign, 2),
        ("minnum", FloatOperation::Least, 2),
        ("maxnum", FloatOperation::Greatest, 2),
    ];

    /// The intrinsic of that name.
    pub fn of_name(name: &str) -> Option<FloatOperation> {
        FloatOperation::NAMED.iter().find(|(known, ..)| *known == name).map(|(_, operation, _)| *operation)
    }

    /// The name in textual IR, without prefix and type for an intrinsic.
    pub fn name(self) -> &'static str {
        match self {
            FloatOperation::Negate => "fneg",
            FloatOperation::Compare(_) => "fcmp",
            FloatOperation::Select => "select",
            _ => FloatOperation::NAMED
                .iter()
                .find(|(_, known, _)| *known == self)
                .map_or("", |(name, ..)| name),
        }
    }

    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            FloatOperation::Negate => 1,
            FloatOperation::Compare(_) => 2,
            FloatOperation::Select => 3,
            _ => FloatOperation::NAMED
                .iter()
                .find(|(_, known, _)| *known == self)
                .map_or(0, |(.., count)| *count),
        }
    }

    /// Whether the result may be an open NaN or zero.
    pub fn chooses(self) -> bool {
        matches!(self, FloatOperation::Least | FloatOperation::Greatest)
    }

    /// The flags that its result depends on.
    pub const FLAGS: Flags = Flags(Flags::NNAN.0 | Flags::NINF.0 | Flags::NSZ.0);
}

/// The results of one operation that the semantics leaves open, as terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenChoices {
    /// Supplies the bits of a NaN and the sign of a zero; of the result's width.
    pub chosen: TermId,
    /// A truth value: whether a signaling NaN operand makes a minimum or maximum a NaN.
    pub signals: TermId,
    /// The zeros whose sign `nsz` leaves open.
    pub nsz: OpenSigns,
    /// Whether `copysign` may take either sign from a zero operand. LLVM only permits this, so that it must
    /// not help a proof: true for the target, false for the source.
    pub gives_any_sign: bool,
}

/// Bit masks of one format.
struct Layout {
    width: u32,
    sign: TermId,
    /// All bits except the sign.
    rest: TermId,
    /// The bits of infinity.
    infinity: TermId,
    /// The highest bit of the significand, set in a quiet NaN.
    quiet: TermId,
}

impl Layout {
    /// The masks of a format; `None` unless it is an IEEE 754 format with a hidden bit and at most 64 bits.
    fn of(terms: &mut Terms, kind: FloatKind) -> Option<Layout> {
        let (width, exponent) = (kind.bits(), kind.exponent_bits()?);
        let sign = 1u128 << (width - 1);
        let significand = width - 1 - exponent;
        let infinity = (sign - 1) & !((1 << significand) - 1);
        let mut constant = |bits: u128| terms.constant(bits, width);
        Some(Layout {
            width,
            sign: constant(sign),
            rest: constant(sign - 1),
            infinity: constant(infinity),
            quiet: constant(1 << (significand - 1)),
        })
    }

    fn magnitude(&self, terms: &mut Terms, a: TermId) -> TermId {
        terms.and(a, self.rest)
    }

    fn sign_of(&self, terms: &mut Terms, a: TermId) -> TermId {
        terms.and(a, self.sign)
    }

    fn is_nan(&self, terms: &mut Terms, a: TermId) -> TermId {
        let magnitude = self.magnitude(terms, a);
        terms.binary(Binary::Ult, self.infinity, magnitude)
    }

    fn is_infinite(&self, terms: &mut Terms, a: TermId) -> TermId {
        let magnitude = self.magnitude(terms, a);
        terms.equal(magnitude, self.infinity)
    }

    fn is_zero(&self, terms: &mut Terms, a: TermId) -> TermId {
        let magnitude = self.magnitude(terms, a);
        terms.is_zero(magnitude)
    }

    fn is_signaling(&self, terms: &mut Terms, a: TermId) -> TermId {
        let quiet = terms.and(a, self.quiet);
        let (unset, nan) = (terms.is_zero(quiet), self.is_nan(terms, a));
        terms.and(unset, nan)
    }

    /// Whether `a` is less than `b`; neither is a NaN.
    fn is_less(&self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        // Numbers of equal sign are ordered by their bits, in reverse if they are negative.
        let (zero_a, zero_b) = (self.is_zero(terms, a), self.is_zero(terms, b));
        let zeros = terms.and(zero_a, zero_b);
        let (negative_a, negative_b) = (terms.is_negative(a), terms.is_negative(b));
        let (up, down) = (terms.binary(Binary::Ult, a, b), terms.binary(Binary::Ult, b, a));
        let same_sign = terms.if_else(negative_a, down, up);
        let signs = terms.equal(negative_a, negative_b);
        let less = terms.if_else(signs, same_sign, negative_a);
        let differ = terms.not(zeros);
        terms.and(differ, less)
    }

    /// Whether two numbers are equal; neither is a NaN.
    fn is_equal(&self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let (zero_a, zero_b) = (self.is_zero(terms, a), self.is_zero(terms, b));
        let zeros = terms.and(zero_a, zero_b);
        let same = terms.equal(a, b);
        terms.or(zeros, same)
    }

    fn with_sign(&self, terms: &mut Terms, a: TermId, of: TermId) -> TermId {
        let (magnitude, sign) = (self.magnitude(terms, a), self.sign_of(terms, of));
        terms.or(magnitude, sign)
    }

    fn compare(&self, terms: &mut Terms, predicate: FloatPredicate, a: TermId, b: TermId) -> TermId {
        let (nan_a, nan_b) = (self.is_nan(terms, a), self.is_nan(terms, b));
        let unordered = terms.or(nan_a, nan_b);
        let (is_less, is_equal, is_greater, is_unordered) = holds_when(predicate);
        let mut ordered = terms.truth(false);
        for (wanted, test) in [
            (is_less, self.is_less(terms, a, b)),
            (is_equal, self.is_equal(terms, a, b)),
            (is_greater, self.is_less(terms, b, a)),
        ] {
            ordered = if wanted { terms.or(ordered, test) } else { ordered };
        }
        let of_nan = terms.truth(is_unordered);
        terms.if_else(unordered, of_nan, ordered)
    }

    /// `minnum` or `maxnum`: the other operand if one is a NaN, and either operand if both are equal.
    fn extreme(&self, terms: &mut Terms, is_least: bool, [a, b]: [TermId; 2], open: OpenChoices) -> TermId {
        let first = match is_least {
            true => self.is_less(terms, a, b),
            false => self.is_less(terms, b, a),
        };
        let chosen = terms.if_else(first, a, b);
        // Equal numbers differ at most in the sign of zero.
        let signed = self.with_sign(terms, chosen, open.chosen);
        let zero = self.is_zero(terms, chosen);
        let (equal, same) = (self.is_equal(terms, a, b), terms.equal(a, b));
        let differ = terms.not(same);
        let equal = terms.and(equal, differ);
        let either = terms.and(zero, equal);
        let chosen = terms.if_else(either, signed, chosen);
        let (nan_a, nan_b) = (self.is_nan(terms, a), self.is_nan(terms, b));
        let (both, fallback) = (terms.and(nan_a, nan_b), terms.if_else(nan_a, b, a));
        let (signaling_a, signaling_b) = (self.is_signaling(terms, a), self.is_signaling(terms, b));
        let signaling = terms.or(signaling_a, signaling_b);
        let signaled = terms.and(signaling, open.signals);
        let (missing, any) = (terms.or(nan_a, nan_b), terms.or(both, signaled));
        let result = terms.if_else(missing, fallback, chosen);
        let nan = terms.or(open.chosen, self.infinity);
        let nan = terms.or(nan, self.quiet);
        terms.if_else(any, nan, result)
    }
}

/// Whether a predicate holds for less, equal, greater and unordered operands.
fn holds_when(predicate: FloatPredicate) -> (bool, bool, bool, bool) {
    use FloatPredicate::*;
    let is_unordered = matches!(predicate, Uno | Ueq | Ugt | Uge | Ult | Ule | Une | True);
    let is_less = matches!(predicate, Olt | Ole | One | Ord | Ult | Ule | Une | True);
    let is_equal = matches!(predicate, Oeq | Oge | Ole | Ord | Ueq | Uge | Ule | True);
    let is_greater = matches!(predicate, Ogt | Oge | One | Ord | Ugt | Uge | Une | True);
    (is_less, is_equal, is_greater, is_unordered)
}

/// Executes an operation; `None` if the format is not supported.
pub(super) fn execute(
    terms: &mut Terms,
    (operation, kind, flags): (FloatOperation, FloatKind, Flags),
    open: OpenChoices,
    operands: &[Value],
) -> Option<Value> {
    let layout = Layout::of(terms, kind)?;
    if let (FloatOperation::Select, &[c, a, b]) = (operation, operands) {
        let arm = |terms: &mut Terms, arm: Value| {
            let broken = broken(terms, &layout, flags, &[arm.bits]);
            terms.or(arm.poison, broken)
        };
        let (poison_a, poison_b) = (arm(terms, a), arm(terms, b));
        let bits = terms.if_else(c.bits, a.bits, b.bits);
        let chosen = terms.if_else(c.bits, poison_a, poison_b);
        let bits = signed_zero(terms, &layout, (operation, flags), bits, open);
        return Some(Value { bits, poison: terms.or(c.poison, chosen) });
    }
    let poisons: Vec<TermId> = operands.iter().map(|operand| operand.poison).collect();
    let poison = terms.any(&poisons);
    let given: Vec<TermId> = operands.iter().map(|operand| operand.bits).collect();
    if given.iter().any(|bits| terms.width(*bits) != layout.width) {
        return None;
    }
    let bits = match (operation, given.as_slice()) {
        (FloatOperation::Negate, &[a]) => terms.binary(Binary::Xor, a, layout.sign),
        (FloatOperation::Absolute, &[a]) => layout.magnitude(terms, a),
        (FloatOperation::CopySign, &[a, b]) => {
            let any = terms.truth(open.gives_any_sign && flags.contains(Flags::NSZ));
            let (zero, other) = (layout.is_zero(terms, b), layout.with_sign(terms, b, open.chosen));
            let is_open = terms.and(any, zero);
            let sign = terms.if_else(is_open, other, b);
            layout.with_sign(terms, a, sign)
        }
        (FloatOperation::Least, &[a, b]) => layout.extreme(terms, true, [a, b], open),
        (FloatOperation::Greatest, &[a, b]) => layout.extreme(terms, false, [a, b], open),
        (FloatOperation::Compare(predicate), &[a, b]) => {
            let bits = layout.compare(terms, predicate, a, b);
            let broken = broken(terms, &layout, flags, &given);
            return Some(Value { bits, poison: terms.or(poison, broken) });
        }
        _ => return None,
    };
    let all: Vec<TermId> = given.iter().copied().chain([bits]).collect();
    let broken = broken(terms, &layout, flags, &all);
    let poison = terms.or(poison, broken);
    let bits = signed_zero(terms, &layout, (operation, flags), bits, open);
    Some(Value { bits, poison })
}

/// Whether a number violates `nnan` or `ninf`.
fn broken(terms: &mut Terms, layout: &Layout, flags: Flags, numbers: &[TermId]) -> TermId {
    let mut reasons = Vec::new();
    for number in numbers {
        if flags.contains(Flags::NNAN) {
            reasons.push(layout.is_nan(terms, *number));
        }
        if flags.contains(Flags::NINF) {
            reasons.push(layout.is_infinite(terms, *number));
        }
    }
    terms.any(&reasons)
}

/// The result with the open sign of a zero under `nsz`. If the sign of the result comes from an operand, an
/// open sign of that operand makes the sign of the result open.
fn signed_zero(
    terms: &mut Terms,
    layout: &Layout,
    (operation, flags): (FloatOperation, Flags),
    bits: TermId,
    open: OpenChoices,
) -> TermId {
    let has_own_sign = matches!(operation, FloatOperation::Absolute | FloatOperation::CopySign);
    let is_settled = has_own_sign && open.nsz == OpenSigns::OfOperands;
    if !flags.contains(Flags::NSZ) || is_settled {
        return bits;
    }
    let (zero, signed) = (layout.is_zero(terms, bits), layout.with_sign(terms, bits, open.chosen));
    terms.if_else(zero, signed, bits)
}
